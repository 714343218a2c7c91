// Sparse vectors for tests, and a plain oracle: every vector is compared, in the order of its indices, rounded to f32
// at each step.
import type { Engine } from "../../../src/engine/engine.ts";
import { NO_SPARSE_VECTOR } from "../../../src/engine/sparse-types.ts";
import type { Hits, StoreHandle } from "../../../src/engine/types.ts";
import { encodeSparse, type SparseVector } from "../../../src/shared/sparse-vector.ts";
import { integer, NO_SLOTS, type Random } from "./fixtures.ts";

/** How vectors are drawn. */
export interface Kind {
  readonly terms: number;
  readonly entries: number;
  readonly value: (random: Random) => number;
}

/** The values of the data that tests try. */
export const VALUES: Readonly<Record<string, (random: Random) => number>> = {
  positive: (random) => random() * 3,
  signed: (random) => random() * 2 - 1,
  equal: () => 1,
  few: (random) => integer(random, -2, 2),
  "heavy tails": (random) => Math.exp(8 * (random() + random() + random() - 1.5)),
  "tiny and huge": (random) => (random() < 0.5 ? 1e-40 : 1e15) * (random() - 0.5),
  overflowing: (random) => (random() < 0.5 ? 1 : 1e38) * (random() - 0.5),
};

/** Draws a vector; small indices are frequent. */
export function draw(random: Random, { terms, entries, value }: Kind): SparseVector {
  const drawn = Array.from({ length: integer(random, 0, entries) }, () => Math.floor(terms * random() ** 3));
  const indices = Uint32Array.from(new Set(drawn), (index) => (index * 2_654_435_761) >>> 0).sort();
  return { indices, values: Float32Array.from(indices, () => value(random)) };
}

/** The rows of the slots, null for a slot without a vector. */
export type Rows = (SparseVector | null)[];

const VALUES_BY_INDEX = new WeakMap<SparseVector, Map<number, number>>();

/** Returns the values of a query by index, which are looked up for every row. */
function valuesOf(query: SparseVector): Map<number, number> {
  const known = VALUES_BY_INDEX.get(query);
  if (known) return known;
  const values = new Map(Array.from(query.indices, (index, i) => [index, query.values[i]!]));
  VALUES_BY_INDEX.set(query, values);
  return values;
}

/** Returns the score; null if no index is shared. */
export function scoreOf(query: SparseVector, row: SparseVector): number | null {
  const values = valuesOf(query);
  let score: number | null = null;
  row.indices.forEach((index, i) => {
    const value = values.get(index);
    if (value !== undefined) score = Math.fround((score ?? 0) + Math.fround(value * row.values[i]!));
  });
  return score;
}

/**
 * Returns slots and distances of the best `k` among the slots for which `isLive` holds. A sum that overflowed both ways
 * is no number, and the worst score.
 */
export function best(query: SparseVector, rows: Rows, k: number, isLive: (slot: number) => boolean) {
  return rows
    .map((row, slot) => ({ slot, score: row && isLive(slot) ? scoreOf(query, row) : null }))
    .filter((hit): hit is { slot: number; score: number } => hit.score !== null)
    .map(({ slot, score }) => ({ slot, score: Number.isNaN(score) ? Number.NEGATIVE_INFINITY : score }))
    .sort((a, b) => (a.score === b.score ? a.slot - b.slot : b.score - a.score))
    .slice(0, k)
    .map(({ slot, score }) => ({ slot, distance: -score }));
}

export function pairsOf({ slots, distances }: Hits) {
  return Array.from(slots, (slot, i) => ({ slot, distance: distances[i]! }));
}

/** Appends the rows to the store, and deletes older slots. */
export async function add(engine: Engine, store: StoreHandle, rows: Rows, dead = NO_SLOTS): Promise<void> {
  const { count } = await engine.sparseStats(store);
  const vectors = Buffer.concat(rows.map((row) => (row ? encodeSparse(row) : NO_SPARSE_VECTOR)));
  await engine.reserveSparse(store, count + rows.length, vectors.length);
  await engine.writeSparse([{ store, first: count, slots: rows.length, vectors, dead }]);
}

/** The bits of the slots, for a filter. */
export function bitsOf(slots: Iterable<number>, count: number): Uint32Array {
  const bits = new Uint32Array(Math.ceil(count / 32));
  for (const slot of slots) bits[slot >> 5]! |= 1 << (slot & 31);
  return bits;
}
