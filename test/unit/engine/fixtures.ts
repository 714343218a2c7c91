// Fixtures of the engine tests: the two builds of the module, seeded random numbers, and a scalar oracle of distances.
// The oracle computes the definitions in f64 from the given f32 values.
import { METRICS, type Metric } from "../../../src/engine/abi.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { LocalEngine } from "../../../src/engine/local.ts";
import type { LocalEngineOptions } from "../../../src/engine/local-options.ts";
import { loadModule } from "../../../src/engine/node-threads.ts";
import type { StoreHost } from "../../../src/engine/store-host.ts";
import { MAX_PAGES } from "../../../src/engine/store-memory.ts";
import type { Hits, SearchOptions, StoreHandle, StoreSpec } from "../../../src/engine/types.ts";

import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import type { MaybePromise } from "../../../src/scheduling/maybe-promise.ts";
import { seedOf } from "../../support/chance.ts";

export const METRIC_NAMES = Object.keys(METRICS) as Metric[];
export const BUILDS = { debug: loadModule("debug"), release: loadModule("release") };
export const PAGE_BYTES = 65_536;
export const NO_SLOTS = new Uint32Array(0);

export function newEngine(options: Partial<LocalEngineOptions> = {}): LocalEngine {
  return new LocalEngine({ module: BUILDS.release, ...options });
}

/** The parts of a vector store outside of an engine. */
export function storeHost(account = MemoryLimit.unlimited()): StoreHost {
  const parts = { module: BUILDS.release, worker: 0, maximumPages: MAX_PAGES };
  return { ...parts, account, collectGarbage: () => {} };
}

/** The specification of a vector store with defaults: the default encoding, and a graph from the first slot on. */
export function spec(given: Pick<StoreSpec, "dimension" | "metric"> & Partial<StoreSpec>): StoreSpec {
  return { encoding: "int8", m: 16, efConstruct: 100, indexFrom: 1, ...given };
}

/** A vector store that never gets a graph, so that every search compares all vectors. */
export const flat = (given: Pick<StoreSpec, "dimension" | "metric"> & Partial<StoreSpec>) =>
  spec({ indexFrom: Number.POSITIVE_INFINITY, ...given });

/** The nearest `k`, with an ef of `k`. */
export const top = (k: number): SearchOptions => ({ k, ef: k });

/** Uniform numbers in [0, 1), the same sequence for the same seed (mulberry32). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Runs the test with the seed of this run, and prints the seed when it fails. */
export async function withSeed(
  run: (random: Random) => void | Promise<void>,
  seed = seedOf(),
): Promise<void> {
  try {
    await run(seededRandom(seed));
  } catch (error) {
    if (error instanceof Error) error.message = `seed ${seed}: ${error.message}`;
    throw error;
  }
}

/** An integer from `low` to `high`, both included. */
export const integer = (random: Random, low: number, high: number) =>
  low + Math.floor(random() * (high - low + 1));

export const integers = (random: Random, length: number, limit = 8) =>
  new Float32Array(length).map(() => integer(random, -limit, limit));

export const floats = (random: Random, length: number) =>
  new Float32Array(length).map(() => random() * 2 - 1);

export function concat(rows: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(rows.reduce((sum, row) => sum + row.length, 0));
  let at = 0;
  for (const row of rows) {
    all.set(row, at);
    at += row.length;
  }
  return all;
}

/** Appends the rows to the vector store. @returns the first slot */
export async function append(engine: Engine, store: StoreHandle, rows: readonly Float32Array[]) {
  const { count } = await engine.stats(store);
  await engine.reserve(store, count + rows.length);
  await engine.write([
    { store, first: count, slots: rows.length, rows: null, vectors: concat(rows), dead: NO_SLOTS },
  ]);
  return count;
}

export async function kill(engine: Engine, store: StoreHandle, slots: number[]): Promise<void> {
  const { count } = await engine.stats(store);
  const dead = Uint32Array.from(slots);
  await engine.write([{ store, first: count, slots: 0, rows: NO_SLOTS, vectors: new Float32Array(0), dead }]);
}

/** A vector store with the given rows and no others. */
export async function filled(engine: Engine, metric: Metric, rows: readonly Float32Array[]) {
  const store = await engine.create(flat({ dimension: rows[0]!.length, metric }));
  await append(engine, store, rows);
  return store;
}

/** The pages of linear memory that a vector store of this engine takes. */
export async function pagesOf(engine: LocalEngine, store: StoreHandle): Promise<number> {
  return (await engine.share(store)).memory.buffer.byteLength / PAGE_BYTES;
}

/** The distance as defined, and the sum of the absolute values of its terms, which bounds its rounding error. */
export function oracle(metric: Metric, query: Float32Array, row: Float32Array) {
  const scale = metric === "Cosine" ? 1 / ((norm(query) || 1) * (norm(row) || 1)) : 1;
  let distance = metric === "Cosine" ? 1 : 0;
  let terms = distance;
  for (let i = 0; i < query.length; i++) {
    const term = termOf(metric, query[i]!, row[i]!) * scale;
    distance += term;
    terms += Math.abs(term);
  }
  return { distance, terms };
}

function termOf(metric: Metric, a: number, b: number): number {
  if (metric === "Euclid") return (a - b) ** 2;
  if (metric === "Manhattan") return Math.abs(a - b);
  return -a * b;
}

export function norm(vector: Float32Array): number {
  return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}

/** The `k` nearest rows by distance, then by slot. */
export function nearest(metric: Metric, query: Float32Array, rows: readonly Float32Array[], k = rows.length) {
  return rows
    .map((row, slot) => ({ slot, distance: oracle(metric, query, row).distance }))
    .sort((a, b) => a.distance - b.distance || a.slot - b.slot)
    .slice(0, k);
}

/** Hits in a form that chai compares; adding 0 turns the -0 of a negated dot product into 0. */
export const plain = ({ slots, distances }: Hits) =>
  Array.from(slots, (slot, i) => ({ slot, distance: distances[i]! + 0 }));

export const bits = (vector: Float32Array) =>
  Array.from(new Uint32Array(vector.buffer, vector.byteOffset, vector.length));

/** The error that a promise rejects with; fails if it does not reject. */
export async function rejection(promise: MaybePromise<unknown>): Promise<Error> {
  const outcome = await Promise.resolve(promise).then(
    () => undefined,
    (error: Error) => error,
  );
  if (outcome === undefined) throw new Error("expected a rejection");
  return outcome;
}

/**
 * The dimensions of vectors in tests of kernels: every remainder that the widest loop can leave, and some larger ones.
 * `DIMENSIONS=200` has all up to 200.
 */
export const DIMENSIONS: readonly number[] = Array.from({ length: 200 }, (_, i) => i + 1).filter(
  (dimension) => dimension <= Number(process.env.DIMENSIONS ?? 72) || dimension % 16 === 7,
);
