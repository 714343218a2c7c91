// Memory in use: the server before and after a collection is in it and has been searched, and each engine in its
// process after the build, both against the bytes of the vectors as f32.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerProcess, startServer } from "../support/process.ts";
import { batches, type Dataset, K, readQueries } from "./data/dataset.ts";
import type { EngineName } from "./engines/catalog.ts";
import { progress } from "./engines/fleet.ts";
import { EngineProcess } from "./engines/process.ts";
import { chosen, type Options, openDatasets } from "./options.ts";
import { installPeers } from "./peers.ts";
import type { Row } from "./report.ts";

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
const SEARCHES = 1000;

export async function memory(options: Options): Promise<Row[]> {
  installPeers();
  const dataset = openDatasets({ ...options, datasets: ["mnist"] })[0];
  if (!dataset) return [];
  const rows = await serverRows(dataset);
  for (const engine of chosen(options, ENGINES)) rows.push(await processRow(dataset, engine));
  return rows;
}

async function serverRows(dataset: Dataset): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-bench-"));
  try {
    const server = await startServer(["--data-dir", dataDir]);
    const empty = residentBytes(server);
    const collection = `${server.url}/collections/${dataset.name}`;
    await load(collection, dataset);
    await indexed(collection, dataset.rows);
    const loaded = residentBytes(server);
    await searchAll(collection, dataset);
    const searched = residentBytes(server);
    await server.stop();
    const goal = `memory, ${dataset.name}, server`;
    const note = `${mebibytes(loaded)} MiB before the searches, ${mebibytes(searched)} after ${SEARCHES}`;
    return [
      {
        goal: "memory, empty server",
        engine: "ours",
        value: empty / MEBIBYTE,
        unit: "MiB",
        must: 130,
        aim: 90,
        ceiling: true,
      },
      {
        goal,
        engine: "ours",
        ...againstRaw(dataset, searched - empty),
        must: 1.45,
        aim: 1.35,
        ceiling: true,
        note,
      },
    ];
  } finally {
    rmSync(dataDir, { recursive: true });
  }
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
  return { value: bytes / MEBIBYTE, unit: "MiB more", ratio: bytes / (rows * dimension * 4) };
}

async function load(collection: string, dataset: Dataset): Promise<void> {
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

/** Resolves when the graph has every point; how that comes nearer is printed. */
async function indexed(collection: string, rows: number): Promise<void> {
  for (let last = -1; ; ) {
    const { indexed_vectors_count: count } = (await request("GET", collection)) as {
      indexed_vectors_count?: number;
    };
    if (count === undefined) throw new Error(`${collection} does not say how many vectors are indexed`);
    if (count >= rows) return;
    if (Math.floor((count * 10) / rows) > Math.floor((last * 10) / rows))
      progress(`${count} of ${rows} indexed`);
    last = count;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
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

function residentBytes({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / MEBIBYTE);
}
