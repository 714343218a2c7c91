// Memory in use: of the server before and after a collection is loaded and searched, and of each engine in its process
// after the build, compared with the bytes of the vectors as f32.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { licensed, type ServerProcess, startServer } from "../support/process.ts";
import { seededRandom } from "../support/random.ts";
import { batches, type Dataset, K, readQueries } from "./data/dataset.ts";
import type { EngineName } from "./engines/catalog.ts";
import { progress } from "./engines/fleet.ts";
import { EngineProcess } from "./engines/process.ts";
import { COLLECTION, filteredSearch, load, POINTS, residentBytes, startLoadable } from "./loaded.ts";
import { chosen, type Options, openDatasets } from "./options.ts";
import type { Row } from "./report.ts";
import { untilIndexed } from "./requests.ts";

const ENGINES = [
  "ours",
  "hnswlib-node",
  "usearch",
  "zvec int8 + refine",
  "zvec f32",
] as const satisfies EngineName[];
const BATCH = 256;
const MEBIBYTE = 2 ** 20;
const POLL_MS = 200;
/** The time without progress after which the benchmark no longer waits for the index. */
const PATIENCE_MS = 30_000;
const SEARCHES = 1000;

interface Info {
  readonly indexed_vectors_count: number;
}

export async function memory(options: Options): Promise<Row[]> {
  const dataset = openDatasets({ ...options, datasets: ["mnist"] })[0];
  if (!dataset) return [];
  const engines = chosen(options, ENGINES);
  const rows = engines.includes("ours")
    ? [...(await serverRows(dataset)), ...(await loadedRows(options))]
    : [];
  for (const engine of engines) rows.push(await processRow(dataset, engine));
  return rows;
}

async function serverRows(dataset: Dataset): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-bench-"));
  try {
    const server = await licensed(await startServer(["--data-dir", dataDir]));
    const { empty, loaded, searched } = await fill(server, dataset).finally(() => server.stop());
    const note = `${mebibytes(loaded)} MiB before the searches, ${mebibytes(searched)} after ${SEARCHES}`;
    const goal = { engine: "ours", ceiling: true };
    const ofEmpty = { value: empty / MEBIBYTE, unit: "MiB", must: 100, aim: 70 };
    const ofFull = { ...againstRaw(dataset, searched - empty), must: 1.45, aim: 1.35, note };
    return [
      { goal: "memory, empty server", ...goal, ...ofEmpty },
      { goal: `memory, ${dataset.name}, server`, ...goal, ...ofFull },
    ];
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

/** 80,000 x 256 with payloads and two payload indexes: while the server that loaded them runs, and after a restart. */
async function loadedRows({ quick }: Options): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-bench-"));
  const resident: number[] = [];
  const points = quick ? POINTS / 10 : POINTS;
  try {
    const random = seededRandom(7);
    const server = await startLoadable(dataDir);
    await load(server, points, random);
    await untilIndexed(server.url, COLLECTION);
    await request("POST", `${server.url}/checkpoint`);
    for (let i = 0; i < SEARCHES; i++) await filteredSearch(server.url, random);
    resident.push(residentBytes(server.child.pid!));
    await server.stop("SIGKILL");
    const again = await startLoadable(dataDir);
    for (let i = 0; i < SEARCHES; i++) await filteredSearch(again.url, random);
    resident.push(residentBytes(again.child.pid!));
    await again.stop();
  } finally {
    rmSync(dataDir, { recursive: true });
  }
  const goal = { engine: "ours", unit: "MiB", must: 260, aim: 220, ceiling: true };
  return ["loaded and searched", "after a restart, searched"].map((what, i) => ({
    ...goal,
    goal: `memory, ${points} x 256, server, ${what}`,
    value: resident[i]! / MEBIBYTE,
  }));
}

/** Returns the resident bytes before, with the collection, and after searches. */
async function fill(
  server: ServerProcess,
  dataset: Dataset,
): Promise<{ empty: number; loaded: number; searched: number }> {
  const collection = `${server.url}/collections/${dataset.name}`;
  const empty = residentBytes(server.child.pid!);
  await loadDataset(collection, dataset);
  await indexed(collection, dataset.rows);
  const loaded = residentBytes(server.child.pid!);
  await searchAll(collection, dataset);
  return { empty, loaded, searched: residentBytes(server.child.pid!) };
}

async function processRow(dataset: Dataset, engine: EngineName): Promise<Row> {
  const child = new EngineProcess({ engine, dataset });
  try {
    const before = await child.residentBytes();
    await child.build();
    const grown = (await child.residentBytes()) - before;
    progress(`${dataset.name}: ${engine} ${mebibytes(grown)} MiB`);
    return { goal: `memory, ${dataset.name}, in process`, engine, ...againstRaw(dataset, grown) };
  } finally {
    child.close();
  }
}

function againstRaw(
  { rows, dimension }: Dataset,
  bytes: number,
): { value: number; unit: string; ratio: number } {
  return { value: bytes / MEBIBYTE, unit: "MiB, ratio to f32 bytes", ratio: bytes / (rows * dimension * 4) };
}

async function loadDataset(collection: string, dataset: Dataset): Promise<void> {
  const { dimension } = dataset;
  const distance = dataset.metric === "euclid" ? "Euclid" : "Cosine";
  await request("PUT", collection, { vectors_config: { size: dimension, distance } });
  for (const { first, rows } of batches(dataset, BATCH)) {
    const points = Array.from({ length: rows.length / dimension }, (_, i) => ({
      id: first + i,
      vector: Array.from(rows.subarray(i * dimension, (i + 1) * dimension)),
    }));
    await request("PUT", `${collection}/points`, { points });
  }
}

/** Resolves when the graph has every point; rejects when the server makes no progress. */
async function indexed(collection: string, rows: number): Promise<void> {
  let most = -1;
  for (let since = performance.now(); performance.now() - since < PATIENCE_MS; ) {
    const { indexed_vectors_count: count } = (await request("GET", collection)) as Info;
    if (count >= rows) return;
    if (count > most) since = performance.now();
    most = Math.max(most, count);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`the server says that ${most} of ${rows} vectors are indexed, and no more of them`);
}

async function searchAll(collection: string, dataset: Dataset): Promise<void> {
  const queries = readQueries(dataset);
  const { dimension } = dataset;
  for (let i = 0; i < SEARCHES; i++) {
    const query = i % dataset.queries;
    const vector = Array.from(queries.subarray(query * dimension, (query + 1) * dimension));
    await request("POST", `${collection}/points/search`, { vector, limit: K, with_payload: false });
  }
}

async function request(method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { result?: unknown };
  if (!response.ok) throw new Error(`${method} ${url}: ${JSON.stringify(answer)}`);
  return answer.result;
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / MEBIBYTE);
}
