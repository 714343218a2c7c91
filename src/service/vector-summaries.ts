// Summarises vectors for a table: means of adjacent dimensions, the range of the values, and the norm.
// The decision: vectors are read a few at a time, so that a page of a table needs the memory of a megabyte of numbers
// whatever the dimension, and no slice is longer than some milliseconds. Means have four significant digits, because
// they are drawn as colours.
import type { Collection } from "../core/collection/collection.ts";
import type { PointRef } from "../core/slots/point-ref.ts";
import { type CancelSignal, throwIfCancelled } from "../scheduling/cancel.ts";
import { pause } from "../scheduling/pause.ts";
import type { PointId } from "../schema/leaf.ts";
import type { VectorSummary } from "../schema/vector-summary.ts";
import { decodeSparse } from "../shared/sparse-vector.ts";

/** Numbers that are read at once. */
const NUMBERS_AT_ONCE = 2 ** 18;
/** Sparse vectors that are read at once. */
const SPARSE_AT_ONCE = 64;
const SHOWN_DIGITS = 4;

interface Summarised {
  readonly vector: string;
  /** The dimensions of the vector; undefined for a sparse one. */
  readonly size: number | undefined;
  readonly means: number;
}

/** Returns a summary of each point that exists and has the vector, in the order of the ids. */
export async function vectorSummaries(
  { reads }: Collection,
  ids: readonly PointId[],
  { vector, size, means }: Summarised,
  signal: CancelSignal,
): Promise<VectorSummary[]> {
  const refs = await reads.find(ids);
  const found: { readonly id: PointId; readonly ref: PointRef }[] = [];
  for (const [i, ref] of refs.entries())
    if (ref !== null && reads.hasVector(vector, ref)) found.push({ id: ids[i]!, ref });
  const atOnce = size === undefined ? SPARSE_AT_ONCE : Math.max(1, Math.floor(NUMBERS_AT_ONCE / size));
  const summaries: VectorSummary[] = [];
  for (let first = 0; first < found.length; first += atOnce) {
    throwIfCancelled(signal);
    const some = found.slice(first, first + atOnce);
    const rows = await reads.vectors(
      vector,
      some.map(({ ref }) => ref),
    );
    for (const [i, row] of rows.entries()) {
      if (row === null) continue;
      const { id } = some[i]!;
      if (row instanceof Float32Array) summaries.push({ id, ...figuresOf(row), means: meansOf(row, means) });
      else summaries.push({ id, ...figuresOf(decodeSparse(row).values), means: [] });
    }
    await pause();
  }
  return summaries;
}

/** Returns the means of adjacent dimensions: as many as asked for, or one for each dimension if there are fewer. */
function meansOf(vector: Float32Array, most: number): number[] {
  const count = Math.min(most, vector.length);
  return Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * vector.length) / count);
    const to = Math.floor(((part + 1) * vector.length) / count);
    let sum = 0;
    for (let i = from; i < to; i++) sum += vector[i]!;
    return shown(sum / (to - from));
  });
}

function figuresOf(values: ArrayLike<number> & Iterable<number>): Omit<VectorSummary, "id" | "means"> {
  let [smallest, largest, squares] = [values[0] ?? 0, values[0] ?? 0, 0];
  for (const value of values) {
    if (value < smallest) smallest = value;
    if (value > largest) largest = value;
    squares += value * value;
  }
  return {
    count: values.length,
    smallest: shown(smallest),
    largest: shown(largest),
    norm: shown(Math.sqrt(squares)),
  };
}

function shown(value: number): number {
  return Number(value.toPrecision(SHOWN_DIGITS));
}
