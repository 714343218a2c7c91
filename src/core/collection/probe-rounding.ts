// Whether 32-bit floats can tell which vectors are nearer.
// The decision: of many vectors that are as near but for rounding, some may be equal or equally near, as zeros and counts
// often are, and then nothing is lost. So a few are compared again in f64: it is rounding where that tells most of them apart.
// Unit vectors are rounded when they are stored, too; neighbours that are not much further apart than that are in any order.
import { distanceRow } from "../../shared/distances.ts";
import { NEAR, type Nearest } from "../config/probe-result.ts";
import type { DenseIndex } from "../vectors/dense-index.ts";

/** Queries of which neighbours are compared again. */
const LOOKED_AT = 8;
/** How far apart unit vectors of up to some thousand components are that are equal but for rounding, at most. */
const ROUNDED_UNITS = 2 ** -23;
/** Neighbours so far apart are found nearly all: rounding is a fortieth of that. */
const CLEAR_UNITS = 2 ** -20;

/** @param queries one after another, as many as there are in `nearest` */
export async function losesOrder(
  index: DenseIndex,
  queries: Float32Array,
  nearest: readonly Nearest[],
): Promise<boolean> {
  const { dimension, metric } = index.spec;
  const { isNormalised, between } = distanceRow(metric);
  if (isNormalised && nearest.filter(areUnitsRounded).length > nearest.length / 2) return true;
  const tied = [...nearest.keys()].filter((i) => nearest[i]!.isTied);
  if (tied.length === 0 || tied.length < nearest.length / 2) return false;
  const some = tied.slice(0, LOOKED_AT);
  let lost = 0;
  for (const i of some) {
    const rows = await index.read(nearest[i]!.slots);
    const query = queries.subarray(i * dimension, (i + 1) * dimension);
    const distances = Array.from(nearest[i]!.slots, (_, n) => between(query, rows.at(n)));
    if (new Set(distances).size > NEAR / 2) lost++;
  }
  return lost > some.length / 2;
}

function areUnitsRounded({ limit }: Nearest): boolean {
  const apart = Math.sqrt(2 * limit);
  return apart > ROUNDED_UNITS && apart < CLEAR_UNITS;
}
