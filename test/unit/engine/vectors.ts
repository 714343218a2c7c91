// Data sets that are hard for a graph in different ways, a graph of them, and the definition of recall. The decision: a
// hit counts if it is as near as the k-th true neighbour, so that equal vectors may replace each other.
import type { Metric } from "../../../src/engine/abi.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { LocalEngine } from "../../../src/engine/local.ts";
import type { Hits, SearchOptions, StoreHandle, StoreSpec } from "../../../src/engine/types.ts";
import { append, newEngine, type Random, seededRandom, spec } from "./fixtures.ts";

/** Normally distributed numbers, by Box and Muller. */
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

function clusters(random: Random, count: number, dimension: number): Float32Array[] {
  const centres = Array.from({ length: 40 }, () =>
    Float32Array.from({ length: dimension }, () => normal(random)),
  );
  return Array.from({ length: count }, () => {
    const centre = centres[Math.floor(random() * centres.length)]!;
    return centre.map((value) => value + 0.5 * normal(random));
  });
}

export const DATA_SETS = {
  clusters,
  /** All rows are moved by the same offset. */
  shifted: (random: Random, count: number, dimension: number) =>
    clusters(random, count, dimension).map((row) => row.map((value) => value + 2)),
  /** Norms over three orders of magnitude. */
  norms: (random: Random, count: number, dimension: number) =>
    clusters(random, count, dimension).map((row) => {
      const size = 10 ** (3 * random());
      return row.map((value) => value * size);
    }),
  /** A few dimensions are fifty times as large as the others. */
  outliers: (random: Random, count: number, dimension: number) =>
    clusters(random, count, dimension).map((row) =>
      row.map((value, i) => (i % 11 === 3 ? 50 * value : value)),
    ),
  /** Twenty copies of each vector. */
  duplicates: (random: Random, count: number, dimension: number) => {
    const different = clusters(random, count / 20, dimension);
    return Array.from({ length: count }, () => different[Math.floor(random() * different.length)]!);
  },
};

export type DataSet = keyof typeof DATA_SETS;

export const DIMENSION = 24;
const QUERIES = 50;

/** A data set whose queries are distributed like its rows, but are none of them. */
export function dataSet(name: DataSet, count: number, seed: number, dimension = DIMENSION) {
  const all = DATA_SETS[name](seededRandom(seed), count + QUERIES, dimension);
  return { rows: all.slice(0, count), queries: all.slice(count) };
}

/** A vector store with all rows in its graph. */
export async function indexed(
  rows: readonly Float32Array[],
  given: { metric: Metric } & Partial<StoreSpec>,
  engine: LocalEngine = newEngine(),
) {
  const store = await engine.create(spec({ dimension: rows[0]!.length, ...given }));
  await append(engine, store, rows);
  await engine.indexed(store);
  return { engine, store };
}

/** The share of the exact hits in whose place a slot that is as near was found. */
export function recallOf(hits: Hits, exact: Hits): number {
  if (exact.slots.length === 0) return 1;
  const farthest = exact.distances[exact.distances.length - 1]!;
  return hits.distances.filter((distance) => distance <= farthest).length / exact.slots.length;
}

/** The mean recall of the queries, each search compared with the exact one with the same options. */
export async function recallAt(
  engine: Engine,
  store: StoreHandle,
  queries: readonly Float32Array[],
  options: SearchOptions,
): Promise<number> {
  let sum = 0;
  for (const query of queries) {
    const exact = await engine.search(store, query, { ...options, exact: true });
    sum += recallOf(await engine.search(store, query, options), exact);
  }
  return sum / queries.length;
}

/** A bitset of the given slots, for slots below `count`. */
export function bitsOf(slots: Iterable<number>, count: number): Uint32Array {
  const words = new Uint32Array(Math.ceil(count / 32));
  for (const slot of slots) words[slot >> 5]! |= 1 << (slot & 31);
  return words;
}
