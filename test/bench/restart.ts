// The time of a restart: from the spawn of the process to the first search on the graph over REST, with MNIST and its
// index, after a stop and after SIGKILL when writes had ended; then with payload indexes (restart-indexed.ts), and as
// multiples of an empty program (restart-killed.ts).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIMENSION, hasMnist, loadMnist, type Mnist, row } from "../support/mnist.ts";
import { freePort, licensed, spawnServer, startServer } from "../support/process.ts";
import { loadRows } from "./main.ts";
import { median } from "./measure.ts";
import type { Options } from "./options.ts";
import type { Row } from "./report.ts";
import { type IndexProgress, request, untilIndexed } from "./requests.ts";
import { restartWithIndexes } from "./restart-indexed.ts";
import { restartKilled } from "./restart-killed.ts";

const COLLECTION = "/collections/mnist";
const HNSW = { m: 16, ef_construct: 200 };
const MUST_SECONDS = 1;
const AIM_SECONDS = 0.5;

export async function restart(options: Options): Promise<Row[]> {
  const withGraph = hasMnist() ? await restartWithGraph(options) : [];
  return [...withGraph, ...(await restartWithIndexes(options)), ...(await restartKilled(options))];
}

async function restartWithGraph({ repeats, quick }: Options): Promise<Row[]> {
  const mnist = loadMnist();
  const points = mnist.base.length / DIMENSION / (quick ? 10 : 1);
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-bench-"));
  try {
    const server = await licensed(await startServer(["--data-dir", dataDir]));
    await loadRows(server.url, COLLECTION, mnist, points, HNSW);
    await untilIndexed(server.url, COLLECTION);
    await untilSaved(server.url);
    await server.stop("SIGKILL");
    const killed = await seconds(dataDir, mnist, points, repeats, "SIGKILL");
    const stopped = await seconds(dataDir, mnist, points, repeats, "SIGTERM");
    return [rowOf("after SIGKILL", killed), rowOf("after SIGTERM", stopped)];
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

function rowOf(how: string, all: readonly number[]): Row {
  const note = `each: ${all.map((one) => one.toFixed(2)).join(" ")}`;
  const goal = `restart ${how}: spawn to first HNSW answer`;
  return {
    goal,
    engine: "azimuth",
    value: median(all),
    unit: "s",
    must: MUST_SECONDS,
    aim: AIM_SECONDS,
    ceiling: true,
    note,
  };
}

/** Waits for a checkpoint that was taken after the last write, with the complete index. */
async function untilSaved(url: string): Promise<void> {
  const number = async () =>
    ((await request(url, "GET", "/status")) as { checkpoint: { number: number } }).checkpoint.number;
  while ((await number()) === 0) await new Promise((resolve) => setTimeout(resolve, 200));
}

async function seconds(
  dataDir: string,
  mnist: Mnist,
  points: number,
  repeats: number,
  signal: NodeJS.Signals,
): Promise<number[]> {
  const all: number[] = [];
  for (let i = 0; i < repeats; i++) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const body = { vector: Array.from(row(mnist.queries, i)), limit: 10, params: { hnsw_ef: 64 } };
    const spawned = performance.now();
    const server = spawnServer(["--data-dir", dataDir, "--rest-port", String(port)]);
    await firstAnswer(url, body);
    all.push((performance.now() - spawned) / 1000);
    const info = (await request(url, "GET", COLLECTION)) as IndexProgress;
    if (info.indexed_vectors_count !== points)
      throw new Error(`the graph has ${info.indexed_vectors_count} points`);
    const gone = new Promise((resolve) => server.once("exit", resolve));
    server.kill(signal);
    await gone;
  }
  return all;
}

/** Sends the request until it succeeds; the server refuses it while it starts. */
async function firstAnswer(url: string, body: unknown): Promise<void> {
  for (;;) {
    try {
      await request(url, "POST", `${COLLECTION}/points/search`, body);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}
