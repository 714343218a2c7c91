// What a point takes of memory and disk, by kind: for src/docs/capacity.md. A server is loaded, builds its graph, takes
// checkpoints until its log is trimmed, and starts again; then it is searched. This is done with a number of points and
// with half of it, and the difference is divided by the difference of points, so that what every server takes does not
// count. Memory is what counts against the memory limit; the resident memory differs from run to run by more than small
// collections take.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { between, type Random } from "../support/chance.ts";
import { seededRandom } from "../support/random.ts";
import { progress } from "./engines/fleet.ts";
import { startLoadable } from "./loaded.ts";
import type { Options } from "./options.ts";
import type { Row } from "./report.ts";
import { request, untilIndexed } from "./requests.ts";

interface Kind {
  readonly name: string;
  readonly points: number;
  /** The length of the vectors; 0: there are none. */
  readonly dimension: number;
  /** Further members of the vectors' configuration, and of the request that makes the collection. */
  readonly vectors?: object;
  readonly config?: object;
  readonly index?: object;
  readonly payload?: (random: Random) => object;
}

const BATCH = 500;
const SEARCHES = 500;
const BLOCK_BYTES = 512;
const VECTORS = 14_000;
const PAYLOADS = 60_000;
const WORDS = 5_000;
const binary = { quantization_config: { binary: {} } };

/** About 200 bytes. */
const payload = (random: Random) => ({
  city: `city ${between(random, 1, 1_000)}`,
  year: between(random, 1_900, 2_000),
  text: Array.from({ length: 20 }, () => `word${between(random, 1, WORDS)}`).join(" "),
});
const alone = { points: PAYLOADS, dimension: 0, payload };

const KINDS: readonly Kind[] = [
  { name: "768 dimensions, int8 codes (default)", points: VECTORS, dimension: 768 },
  { name: "384 dimensions, int8 codes (default)", points: VECTORS, dimension: 384 },
  { name: "768 dimensions, binary codes", points: VECTORS, dimension: 768, config: binary },
  {
    name: "768 dimensions, no codes",
    ...{ points: VECTORS, dimension: 768, config: { quantization_config: "Disabled" } },
  },
  {
    name: "768 dimensions, int8 codes, on_disk",
    ...{ points: VECTORS, dimension: 768, vectors: { on_disk: true } },
  },
  { name: "payload of 200 bytes, no vector", ...alone },
  { name: "payload, keyword index", ...alone, index: { field_name: "city", field_schema: "keyword" } },
  { name: "payload, integer index", ...alone, index: { field_name: "year", field_schema: "integer" } },
  {
    name: "payload, text index of 20 words",
    ...{ ...alone, index: { field_name: "text", field_schema: { type: "text", scoring: true } } },
  },
];

export async function capacity({ quick, only }: Options): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of KINDS) {
    if (only.length > 0 && !only.some((word) => kind.name.includes(word))) continue;
    const points = quick ? kind.points / 10 : kind.points;
    const few = await measure({ ...kind, points: points / 2 });
    const many = await measure({ ...kind, points });
    for (const what of ["memory", "disk"] as const) {
      const value = Math.round((many[what] - few[what]) / (points / 2));
      progress(`${what}, ${kind.name}: ${value} bytes/point`);
      rows.push({ goal: `${what}, ${kind.name}`, engine: "ours", value, unit: "bytes/point", ceiling: true });
    }
  }
  return rows;
}

async function measure(kind: Kind): Promise<{ readonly memory: number; readonly disk: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), "azimuth-capacity-"));
  try {
    const random = seededRandom(5);
    const server = await startLoadable(dataDir);
    await fill(server.url, kind, random);
    await trimLog(server.url);
    await server.stop();
    const again = await startLoadable(dataDir);
    for (let i = 0; i < SEARCHES && kind.dimension > 0; i++) {
      const body = { vector: vectorOf(kind.dimension, random), limit: 10, with_payload: true };
      await request(again.url, "POST", "/collections/c/points/search", body);
    }
    const memory = await countedBytes(again.url);
    await again.stop();
    return { memory, disk: bytesIn(dataDir) };
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

/** Returns the memory that counts against the limit. */
async function countedBytes(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^azimuth_memory_used_bytes (\d+)$/m.exec(text)![1]);
}

/** The log is trimmed below the older of the newest two checkpoints. */
async function trimLog(url: string): Promise<void> {
  for (let i = 0; i < 2; i++) {
    await request(url, "POST", "/checkpoint");
    await request(url, "PUT", `/collections/other${i}`, { vectors_config: {} });
  }
  await request(url, "POST", "/checkpoint");
}

async function fill(url: string, kind: Kind, random: Random) {
  const { points, dimension, vectors, config, index, payload: make } = kind;
  const vectors_config = dimension === 0 ? {} : { size: dimension, distance: "Cosine", ...vectors };
  await request(url, "PUT", "/collections/c", { vectors_config, ...config });
  if (index !== undefined) await request(url, "PUT", "/collections/c/index", index);
  for (let from = 0; from < points; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, points - from) }, (_, i) => ({
      id: from + i,
      vector: dimension > 0 ? vectorOf(dimension, random) : {},
      ...(make && { payload: make(random) }),
    }));
    await request(url, "PUT", "/collections/c/points?wait=true", { points: batch });
  }
  if (dimension > 0) await untilIndexed(url, "/collections/c");
}

const CLUSTERS = 200;

/** A vector of one of the clusters. */
function vectorOf(dimension: number, random: Random): number[] {
  const cluster = between(random, 1, CLUSTERS);
  return Array.from({ length: dimension }, (_, i) => Math.sin(cluster * (i + 1)) + (random() - 0.5) * 0.8);
}

/** Returns the bytes that the files of a folder take on the disk. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).blocks * BLOCK_BYTES, 0);
}
