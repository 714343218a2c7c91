// Finds out whether the rounding of 32-bit floats changes which vectors are nearer.
// The decision: the distances of some queries to their nearest vectors are computed again in f64, and those vectors are
// counted that are among the ten nearest in f32 and not in f64. Distances that are equal in truth, as with zeros and
// counts, lose nothing. Unit vectors are also rounded when they are stored; the order of neighbours that are hardly
// further apart than that is arbitrary.
import { distanceRow } from "../../shared/distances.ts";
import type { NearestSlots } from "../config/probe-result.ts";
import type { DenseIndex } from "../vectors/dense-index.ts";

/** The number of queries whose neighbours are compared again. */
const COMPARED_QUERIES = 16;
/** Rounding loses the order if more than this share of the nearest are others. */
const MAX_OTHERS = 1 / 20;
/** The largest distance that rounding makes of equal unit vectors of up to some thousand components. */
const ROUNDED_UNITS = 2 ** -23;
/** Neighbours that are so far apart are nearly all found: rounding is a fortieth of that. */
const CLEAR_UNITS = 2 ** -20;

/** Whether rounding loses the order of neighbours. @param queries one after another, as many as in `nearest` */
export async function losesOrder(
  index: DenseIndex,
  queries: Float32Array,
  nearest: readonly NearestSlots[],
): Promise<boolean> {
  const { dimension, metric } = index.spec;
  const { isNormalised, between } = distanceRow(metric);
  if (isNormalised && nearest.filter(areUnitsRounded).length > nearest.length / 2) return true;
  const compared = nearest.slice(0, COMPARED_QUERIES);
  let counted = 0;
  let others = 0;
  for (const [i, { kept, count }] of compared.entries()) {
    const rows = await index.read(kept);
    const query = queries.subarray(i * dimension, (i + 1) * dimension);
    const distances = Array.from(kept, (_, n) => between(query, rows.at(n)));
    const limit = [...distances].sort((a, b) => a - b)[count - 1]!;
    counted += count;
    others += distances.slice(0, count).filter((distance) => distance > limit).length;
  }
  return others > counted * MAX_OTHERS;
}

function areUnitsRounded({ limit }: NearestSlots): boolean {
  const minDifference = Math.sqrt(2 * limit);
  return minDifference > ROUNDED_UNITS && minDifference < CLEAR_UNITS;
}
