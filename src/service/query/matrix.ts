// The nearest neighbours of each point within a set of points.
// The decision: each point is compared with all others, some at a time, so the result is exact, and only a strip of the
// matrix is in memory.
import type { FieldConfig } from "../../core/config/collection-config.ts";
import { scoreOf } from "../../core/search/score.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { throwIfCancelled } from "../../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import { Best } from "./best.ts";
import type { SimilarityScan } from "./similarity.ts";

/** Rows of the matrix at a time: as many queries as the engine measures in one pass. */
const STRIP = 64;
/** Distances that are examined in one slice. */
const CUT_POSITIONS = 2 ** 10;

interface Neighbour {
  /** The position in the list of points. */
  readonly position: number;
  readonly score: number;
}

/**
 * Returns, for each of the points, its nearest neighbours among the others, nearest first. All points must have the
 * vector.
 */
export async function nearestAmong(
  { collection, signal }: SimilarityScan,
  field: FieldConfig,
  slots: readonly PointRef[],
  count: number,
): Promise<Neighbour[][]> {
  const { reads } = collection;
  const rows: Neighbour[][] = [];
  for (let first = 0; first < slots.length; first += STRIP) {
    throwIfCancelled(signal);
    const strip = slots.slice(first, first + STRIP);
    const vectors = await reads.vectors(field.name, strip);
    const distances = await reads.distances(
      field,
      vectors.map((vector) => vector!),
      slots,
    );
    for (const [i, row] of distances.entries())
      rows.push(await runInSlices(nearest(row, first + i, { metric: field.distance, count }), signal));
  }
  return rows;
}

function* nearest(
  distances: Float32Array,
  self: number,
  { metric, count }: { readonly metric: FieldConfig["distance"]; readonly count: number },
): Sliced<Neighbour[]> {
  const best = new Best(count);
  for (const [position, distance] of distances.entries()) {
    if (position !== self) best.add(position, -distance);
    if (position % CUT_POSITIONS === 0) yield;
  }
  return (yield* best.take()).map(({ slot, value }) => ({ position: slot, score: scoreOf(metric, -value) }));
}
