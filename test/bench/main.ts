// The whole server on real data: load 60,000 vectors over REST, kill the server, start it again, send 1,000 queries,
// and compare every result with the exact neighbours. A tie in distance is a hit.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import {
  DIMENSION,
  hasMnist,
  loadMnist,
  type Mnist,
  NEIGHBOURS,
  row,
  squaredDistance,
} from "../support/mnist.ts";
import { licensed, type ServerProcess, startServer } from "../support/process.ts";
import { inParallel, request } from "./requests.ts";

const BATCH = 256;
const LOADERS = 4;
const SEARCHERS = 16;
const K = 10;
const COLLECTION = "/collections/mnist";
/** Rounding of f32 sums: a distance within this factor of the k-th counts as equal. */
const TIE = 1 + 1e-6;

export async function main(): Promise<void> {
  if (!hasMnist()) throw new Error("shared/data/mnist-784 is not beside this checkout: nothing to measure");
  const mnist = loadMnist();
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-bench-"));
  try {
    const first = await licensed(await startServer(["--data-dir", dataDir, "--log-level", "info"]));
    const emptyMiB = residentMiB(first);
    const loadSeconds = await loadRows(first.url, COLLECTION, mnist);
    const loadedMiB = residentMiB(first);
    await first.stop("SIGKILL");

    const restart = performance.now();
    const second = await startServer(["--data-dir", dataDir]);
    const restartSeconds = (performance.now() - restart) / 1000;
    const points = await count(second.url);
    const { seconds, recall } = await search(second.url, mnist);
    const searchedMiB = residentMiB(second);
    await second.stop();

    const rawMiB = (mnist.base.length * 4) / 2 ** 20;
    const rows: [string, string][] = [
      ["machine", `${cpus()[0]?.model} x ${availableParallelism()}, Node ${process.version}`],
      ["points found after SIGKILL and restart", `${points} of ${mnist.base.length / DIMENSION}`],
      ["durable upsert, points/s", String(Math.round(points / loadSeconds))],
      ["restart: spawn until ready, s", restartSeconds.toFixed(2)],
      ["exact search over REST, queries/s", (mnist.queries.length / DIMENSION / seconds).toFixed(1)],
      [`recall@${K}`, recall.toFixed(4)],
      [
        "RSS empty / loaded / after restart and search, MiB",
        [emptyMiB, loadedMiB, searchedMiB].map(Math.round).join(" / "),
      ],
      ["(RSS after search - empty) / raw f32 bytes", ((searchedMiB - emptyMiB) / rawMiB).toFixed(2)],
    ];
    for (const [what, value] of rows) process.stdout.write(`${what.padEnd(52)} ${value}\n`);
    if (recall < 1 || points !== mnist.base.length / DIMENSION) process.exitCode = 1;
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

/** @returns the time in seconds */
export async function loadRows(
  url: string,
  collection: string,
  { base }: Mnist,
  rows = base.length / DIMENSION,
  hnsw_config = {},
): Promise<number> {
  await request(url, "PUT", collection, {
    vectors_config: { size: DIMENSION, distance: "Euclid" },
    hnsw_config,
  });
  const started = performance.now();
  let next = 0;
  await inParallel(LOADERS, async () => {
    while (next < rows) {
      const first = next;
      next = Math.min(rows, first + BATCH);
      const points = Array.from({ length: next - first }, (_, i) => ({
        id: first + i,
        vector: Array.from(row(base, first + i)),
      }));
      await request(url, "PUT", `${collection}/points`, { points });
    }
  });
  return (performance.now() - started) / 1000;
}

async function count(url: string): Promise<number> {
  const { count } = (await request(url, "POST", `${COLLECTION}/points/count`, {})) as { count: number };
  return count;
}

async function search(url: string, mnist: Mnist): Promise<{ seconds: number; recall: number }> {
  const queries = mnist.queries.length / DIMENSION;
  const started = performance.now();
  let next = 0;
  let hits = 0;
  await inParallel(SEARCHERS, async () => {
    while (next < queries) {
      const query = next++;
      const vector = Array.from(row(mnist.queries, query));
      const body = { vector, limit: K, with_payload: false, params: { exact: true } };
      const points = (await request(url, "POST", `${COLLECTION}/points/search`, body)) as { id: number }[];
      hits += countHits(mnist, query, new Set(points.map(({ id }) => id)));
    }
  });
  return { seconds: (performance.now() - started) / 1000, recall: hits / (queries * K) };
}

/** Counts the results that are as near as the true k-th neighbour. */
function countHits({ base, queries, neighbours }: Mnist, query: number, ids: Set<number>): number {
  const vector = row(queries, query);
  const farthest = squaredDistance(vector, row(base, neighbours[query * NEIGHBOURS + K - 1]!));
  let hits = 0;
  for (const id of ids) if (squaredDistance(vector, row(base, id)) <= farthest * TIE) hits++;
  return hits;
}

function residentMiB({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
