// Which of some points are nearest to each of them.
// The decision: each is measured against all, some at a time; so the result is exact, and what is in memory at a time is
// a strip of the matrix.
import type { FieldConfig } from "../../core/config/collection-config.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { throwIfCancelled } from "../../scheduling/cancel.ts";
import { Best } from "./best.ts";
import type { SimilarityScan } from "./similarity.ts";

/** Rows of the matrix at a time: as many queries as the engine measures in one pass. */
const STRIP = 64;

interface Neighbour {
  /** In the list of the points. */
  readonly position: number;
  readonly distance: number;
}

/** For each of the points, which all have the vector, its nearest neighbours among the others, nearest first. */
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
    distances.forEach((row, i) => {
      rows.push(nearest(row, first + i, count));
    });
  }
  return rows;
}

function nearest(distances: Float32Array, self: number, count: number): Neighbour[] {
  const best = new Best(count);
  distances.forEach((distance, position) => {
    if (position !== self) best.add(position, -distance);
  });
  return best.take().map(({ slot, value }) => ({ position: slot, distance: -value }));
}
