// The part of a batch of points that goes to one segment, with its vectors.
// The decision: parts are views; only the list of rows is copied, and only if the batch is divided.

import type { UpsertPoints } from "../record/operation.ts";
import type { VectorRows } from "../record/vector-rows.ts";
import { firstIndex } from "../slots/first-index.ts";

interface PartVectors {
  /** The points of the part that have this vector, counted from its first point; null: all have it. */
  readonly rows: Uint32Array | null;
  /** The vectors of `rows`; null: there are none. */
  readonly vectors: VectorRows | null;
}

const NO_VECTORS: PartVectors = { rows: new Uint32Array(0), vectors: null };

/** Returns the vectors of one name of the points from `from` to before `to`. */
export function partOf(points: UpsertPoints, name: string, from: number, to: number): PartVectors {
  const field = points.fields.find((candidate) => candidate.name === name);
  if (!field) return NO_VECTORS;
  const { rows, vectors } = field;
  if (rows === null) return { rows, vectors: vectors.part(from, to) };
  const start = firstIndex(rows.length, (i) => rows[i]! >= from);
  const end = firstIndex(rows.length, (i) => rows[i]! >= to);
  return {
    rows: from === 0 ? rows.subarray(0, end) : rows.slice(start, end).map((row) => row - from),
    vectors: vectors.part(start, end),
  };
}
