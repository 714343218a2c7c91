// Finds out whether the rounding of 32-bit floats changes which vectors are nearer.
// The decision: many distances that are equal in f32 may be equal in truth, as with zeros and counts, and then
// nothing is lost. So a few are computed again in f64: if that makes most of them different, rounding is the cause.
// Unit vectors are also rounded when they are stored; the order of neighbours that are hardly further apart than that
// is arbitrary.
import { distanceRow } from "../../shared/distances.ts";
import { KEPT_NEIGHBOURS, type NearestSlots } from "../config/probe-result.ts";
import type { DenseIndex } from "../vectors/dense-index.ts";

/** The number of queries whose neighbours are compared again. */
const COMPARED_QUERIES = 8;
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
  const tied = [...nearest.keys()].filter((i) => nearest[i]!.isTied);
  if (tied.length === 0 || tied.length < nearest.length / 2) return false;
  const compared = tied.slice(0, COMPARED_QUERIES);
  let lost = 0;
  for (const i of compared) {
    const rows = await index.read(nearest[i]!.slots);
    const query = queries.subarray(i * dimension, (i + 1) * dimension);
    const distances = Array.from(nearest[i]!.slots, (_, n) => between(query, rows.at(n)));
    if (new Set(distances).size > KEPT_NEIGHBOURS / 2) lost++;
  }
  return lost > compared.length / 2;
}

function areUnitsRounded({ limit }: NearestSlots): boolean {
  const minDifference = Math.sqrt(2 * limit);
  return minDifference > ROUNDED_UNITS && minDifference < CLEAR_UNITS;
}
