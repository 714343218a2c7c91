// Measures the recall of a collection, and its warnings, for data that exceeds the precision of codes, graphs or 32-bit
// floats: one cell for each kind of data, metric and encoding.
// The decision: a cell uses the API of a server, from the first upsert to green, and waits until its walks were
// measured and the consequences are applied. A hit counts if it is as near as the tenth exact neighbour, in f64.
import { expect } from "chai";
import type { CollectionSegment } from "../../src/core/segment/segment.ts";
import type { SegmentField } from "../../src/core/segment/segment-field.ts";
import { denseOf } from "../../src/core/vectors/dense-index.ts";
import type { TestServer } from "./rest.ts";

export type Random = () => number;
export type Distance = "Cosine" | "Euclid" | "Dot" | "Manhattan";
/** Returns the i-th vector; queries are drawn like later rows. */
export type Shape = (random: Random, i: number) => number[];

const SIZE = 12;
const K = 10;
const QUERIES = 40;
/** The relative difference of distances that are considered equal, whatever the order of the sums. */
const SAME = 1e-12;

const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const rowOf = (value: (d: number) => number) => Array.from({ length: SIZE }, (_, d) => value(d));
const offset =
  (by: number): Shape =>
  (random) =>
    rowOf(() => by + normal(random));

export const SHAPES: Readonly<Record<string, Shape>> = {
  "around zero": offset(0),
  "offset 10^0": offset(1),
  "offset 10^1": offset(10),
  "offset 10^2": offset(100),
  "offset 10^3": offset(1000),
  "offset 10^4": offset(1e4),
  "offset 10^5": offset(1e5),
  "offset 10^6": offset(1e6),
  "mixed scales": (random) => rowOf((d) => 10 ** (d % 4) * normal(random)),
  "mixed scales and offsets": (random) => rowOf((d) => 10 ** (d % 6) * (3 + normal(random) / 10 ** (d % 3))),
  "one huge component": (random) => rowOf((d) => (d === 0 ? 1e6 : 1) * normal(random)),
  "one huge component of two values": (random, i) => rowOf((d) => (d === 0 ? 2e6 * (i % 2) : normal(random))),
  "Cauchy tails": (random) => rowOf(() => Math.tan(Math.PI * (random() - 0.5))),
  "lognormal tails": (random) => rowOf(() => Math.exp(2 * normal(random))),
  "few positive components": (random) => rowOf(() => (random() < 0.2 ? -Math.log(1 - random()) : 0)),
  duplicates: (_, i) => rowOf((d) => ((i % 100) * (d + 3) * 7) % 11),
  "one value": () => rowOf(() => 3),
  "two heaps": (random, i) => rowOf(() => (i % 2) * 1e5 + normal(random)),
  drift: (random, i) => rowOf((d) => (i / 100) * ((d % 3) - 1) + normal(random)),
  "a jump after 256 rows": (random, i) => rowOf(() => (i < 256 ? 0 : 1e5) + normal(random)),
};

/** The encodings: members of `vectors_config` besides size and distance. */
export const WAYS = {
  "f32 vectors": { quantization_config: "Disabled" },
  "8-bit codes": {},
  "1-bit codes": { quantization_config: { binary: {} } },
  "8-bit codes, rows on disk": { on_disk: true },
  "1-bit codes, rows on disk": { quantization_config: { binary: {} }, on_disk: true },
} as const;
export type Way = keyof typeof WAYS;

export interface Cell {
  readonly shape: string;
  readonly distance: Distance;
  readonly way: Way;
  readonly rows?: number;
}

export interface Found {
  readonly recall: number;
  readonly warnings: readonly string[];
}

const drawn = (shape: string, random: Random, i: number) => SHAPES[shape]!(random, i).map(Math.fround);

/** Creates the collection `c` of the server again. @returns its vectors */
async function fillCell(server: TestServer, cell: Cell, random: Random): Promise<number[][]> {
  const { shape, distance, way, rows = 2000 } = cell;
  const hnsw_config = { full_scan_threshold: 10 };
  await server.call("DELETE", "/collections/c");
  const vectors_config = { size: SIZE, distance, ...WAYS[way] };
  const made = await server.call("PUT", "/collections/c", { vectors_config, hnsw_config });
  expect(made.status, made.text).to.equal(200);
  const vectors = Array.from({ length: rows }, (_, i) => drawn(shape, random, i));
  for (let at = 0; at < rows; at += 500) {
    const points = vectors.slice(at, at + 500).map((vector, i) => ({ id: at + i, vector }));
    const put = await server.call("PUT", "/collections/c/points", { points });
    expect(put.status, put.text).to.equal(200);
  }
  return vectors;
}

/** Resolves when all walks were measured and the consequences are applied. */
async function measuredCell(server: TestServer): Promise<void> {
  const collection = server.database.collection("c");
  const isMeasured = ({ index }: SegmentField) => denseOf(index)!.probed !== null;
  const isEmpty = ({ ids }: CollectionSegment) => ids.slots === 0;
  for (const end = performance.now() + 120_000; performance.now() < end; ) {
    const { all } = collection.segments;
    // A server in this process has no thread that indexes.
    for (const { vectors } of all) await vectors.indexed();
    const measured = all.every((one) => isEmpty(one) || one.vectors.all.every(isMeasured));
    if (measured && !collection.upkeep.busy) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect.fail("walks have not been measured in time");
}

/** Computes the distance of its definition in f64 from the given 32-bit floats. */
function distanceOf(distance: Distance, query: readonly number[], row: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, d) => sum + value * b[d]!, 0);
  if (distance === "Dot") return -dot(query, row);
  if (distance === "Euclid") return Math.hypot(...query.map((value, d) => value - row[d]!));
  if (distance === "Manhattan") return query.reduce((sum, value, d) => sum + Math.abs(value - row[d]!), 0);
  const [a, b] = [Math.sqrt(dot(query, query)), Math.sqrt(dot(row, row))];
  // The product with zeros is zero, as for vectors at a right angle.
  if (a === 0 || b === 0) return 2;
  // For nearly parallel vectors a product would be rounded, too.
  return query.reduce((sum, value, d) => sum + (value / a - row[d]! / b) ** 2, 0);
}

async function foundInCell(
  server: TestServer,
  { shape, distance }: Cell,
  rows: readonly number[][],
  random: Random,
): Promise<Found> {
  let found = 0;
  for (let i = 0; i < QUERIES; i++) {
    const vector = drawn(shape, random, rows.length + i);
    const distances = rows.map((row) => distanceOf(distance, vector, row));
    const tenth = [...distances].sort((a, b) => a - b)[K - 1]!;
    const isNear = ({ id }: { id: number }) => distances[id]! <= tenth + Math.abs(tenth) * SAME;
    const { body } = await server.call("POST", "/collections/c/points/search", { vector, limit: K });
    found += body.result.filter(isNear).length;
  }
  const { warnings = [] } = (await server.call("GET", "/collections/c")).body.result;
  return {
    recall: found / QUERIES / K,
    warnings: warnings.map(({ message }: { message: string }) => message),
  };
}

export async function measureCell(server: TestServer, cell: Cell, random: Random): Promise<Found> {
  const rows = await fillCell(server, cell, random);
  await measuredCell(server);
  return foundInCell(server, cell, rows, random);
}

/** The causes that a warning may name. */
export const CAUSE = /8-bit codes cannot tell|1-bit codes cannot tell|32-bit floats round away/;

/** Requires that 19 of 20 exact neighbours are found, or that the collection has a warning. */
export function expectFoundOrSaid({ recall, warnings }: Found, { shape, distance, way }: Cell): void {
  if (recall >= 0.95) return;
  const told = warnings.join("\n");
  expect(told, `${shape}, ${distance}, ${way}: recall ${recall.toFixed(3)}`).to.match(CAUSE);
}
