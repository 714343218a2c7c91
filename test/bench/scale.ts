// Costs by the size of a collection: 10,000, 100,000 and 1,000,000 points of 128 dimensions, loaded over REST; the
// index, memory and a restart; searches with one search thread and with two. The decision: one row for each figure and
// size, so that one table shows which cost grows faster than the number of points.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { licensed, type ServerProcess, startServer } from "../support/process.ts";
import { smallClusters } from "./data/clusters.ts";
import { type Dataset, K } from "./data/dataset.ts";
import { Truth } from "./data/truth.ts";
import type { EdgeClient } from "./edge/caller.ts";
import { Child } from "./edge/child.ts";
import { progress } from "./engines/fleet.ts";
import type { Options } from "./options.ts";
import type { Row } from "./report.ts";
import { request, untilIndexed } from "./requests.ts";

const SIZES = [10_000, 100_000, 1_000_000];
const COLLECTION = "scaled";
const PATH = `/collections/${COLLECTION}`;
const HNSW = { m: 16, ef_construct: 200 };
const EF = 64;
const LOADERS = 4;
const STREAMS = 16;
const SECONDS = 5;
/** The number of rows whose requests the client has in memory. */
const ROWS = 51_200;
const WORKERS = [1, 2];
const MEBIBYTE = 2 ** 20;

export async function scale({ quick }: Options): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of quick ? SIZES.slice(0, 2) : SIZES) rows.push(...(await measured(smallClusters(size))));
  return rows;
}

async function measured(dataset: Dataset): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-bench-"));
  const client = new Child<EdgeClient>(new URL("./edge/rest-client.ts", import.meta.url));
  try {
    const rows = await loaded(dataset, dataDir, client);
    const truth = new Truth(dataset);
    for (const workers of WORKERS) rows.push(...(await searched(dataset, dataDir, client, workers, truth)));
    return rows;
  } finally {
    client.close();
    rmSync(dataDir, { recursive: true });
  }
}

type Client = Child<EdgeClient>;

/** Loads all points, and waits for the graph. */
async function loaded(dataset: Dataset, dataDir: string, client: Client): Promise<Row[]> {
  const server = await licensed(await startServer(["--data-dir", dataDir]));
  const empty = residentBytes(server);
  const vectors_config = { size: dataset.dimension, distance: "Cosine" };
  await request(server.url, "PUT", PATH, { vectors_config, hnsw_config: HNSW });
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  for (let first = 0; first < dataset.rows; first += ROWS) {
    await client.call("upserts", { dataset, collection: COLLECTION, first, rows: ROWS });
    await client.call("run", { address: hostOf(server), streams: LOADERS });
  }
  const acknowledged = seconds();
  await untilIndexed(server.url, PATH);
  const indexed = seconds();
  const bytes = residentBytes(server) - empty;
  progress(
    `${dataset.rows} points loaded in ${acknowledged.toFixed(1)} s, indexed in ${indexed.toFixed(1)} s`,
  );
  await server.stop();
  const raw = dataset.rows * dataset.dimension * Float32Array.BYTES_PER_ELEMENT;
  return [
    row(dataset, "load and index, 4 connections", dataset.rows / indexed, "points/s", {
      note: `acknowledged after ${acknowledged.toFixed(1)} s, indexed after ${indexed.toFixed(1)} s`,
    }),
    row(dataset, "memory beyond the empty server", bytes / MEBIBYTE, "MiB", {
      note: `${(bytes / raw).toFixed(2)} x the vectors as f32, right after the build`,
    }),
  ];
}

/** Measures a restart, and searches after it. */
async function searched(
  dataset: Dataset,
  dataDir: string,
  client: Client,
  workers: number,
  truth: Truth,
): Promise<Row[]> {
  const spawned = performance.now();
  const server = await licensed(await startServer(["--data-dir", dataDir, "--workers", String(workers)]));
  const vector = Array.from({ length: dataset.dimension }, (_, i) => i + 1);
  await request(server.url, "POST", `${PATH}/points/search`, { vector, limit: 1 });
  const seconds = (performance.now() - spawned) / 1000;
  const address = hostOf(server);
  await client.call("searches", { dataset, collection: COLLECTION, limit: K, ef: EF });
  const { ids } = await client.call("answers", { address, limit: K });
  const recall = truth.recall(ids);
  await client.call("run", { address, streams: STREAMS, ms: 1000 });
  const ran = await client.call("run", { address, streams: STREAMS, ms: SECONDS * 1000 });
  const resident = residentBytes(server);
  await server.stop();
  const threads = `${workers} search thread${workers > 1 ? "s" : ""}`;
  const rows = [
    row(dataset, `searches over REST, ${STREAMS} at a time, ${threads}`, ran.calls / ran.seconds, "per s", {
      recall,
      note: `ef ${EF}; p50 ${ran.p50.toFixed(2)}, p99 ${ran.p99.toFixed(2)} ms; server ${Math.round(resident / MEBIBYTE)} MiB`,
    }),
  ];
  if (workers === 1) rows.unshift(row(dataset, "restart, spawn to first answer", seconds, "s", {}));
  return rows;
}

function row(
  { rows, dimension }: Dataset,
  what: string,
  value: number,
  unit: string,
  rest: Partial<Row>,
): Row {
  return {
    goal: `${rows.toLocaleString("en-US")} x ${dimension}: ${what}`,
    engine: "azimuth",
    value,
    unit,
    ...rest,
  };
}

function hostOf({ url }: ServerProcess): string {
  return new URL(url).host;
}

function residentBytes({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024;
}
