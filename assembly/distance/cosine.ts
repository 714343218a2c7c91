// Cosine distance of unit vectors: 1 minus the product, so that nearly parallel vectors have small distances, for which
// f32 has many digits.
// The decision: where the product is close to 1 its last digits are lost, so there the distance is half the squared
// difference, which is equal for unit vectors and keeps the digits (decision 175). Elsewhere the product is as exact,
// and costs one operation less per lane.
import { fourDots, fourDotsAlike, negatedDot } from "./dot";
import { fourEuclids, squaredEuclid } from "./euclid";

/**
 * Below this distance, a 256th, the difference is computed. The product with a zero vector is 0, so it is never that
 * near.
 */
export const NEARLY_PARALLEL: f32 = 0.00390625;

/** Computes the distance of two rows as for `negatedDot`, of unit length or zero. */
export function cosineDistance(a: usize, b: usize, bytes: u32): f32 {
  const distance = <f32>1 + negatedDot(a, b, bytes);
  return distance < NEARLY_PARALLEL ? <f32>0.5 * squaredEuclid(a, b, bytes) : distance;
}

export function fourCosines(q: usize, a: usize, b: usize, c: usize, d: usize, bytes: u32, out: usize): void {
  fourDots(q, a, b, c, d, bytes, out);
  const distances = f32x4.add(f32x4.splat(1), v128.load(out));
  const near = f32x4.lt(distances, f32x4.splat(NEARLY_PARALLEL));
  if (!v128.any_true(near)) {
    v128.store(out, distances);
    return;
  }
  fourEuclids(q, a, b, c, d, bytes, out);
  const halves = f32x4.mul(f32x4.splat(0.5), v128.load(out));
  v128.store(out, v128.bitselect(halves, distances, near));
}

/** Computes it for four rows at once with the bits of `cosineDistance`. */
export function fourCosinesAlike(
  q: usize,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  bytes: u32,
  out: usize,
): void {
  fourDotsAlike(q, a, b, c, d, bytes, out);
  const distances = f32x4.add(f32x4.splat(1), v128.load(out));
  v128.store(out, distances);
  if (!v128.any_true(f32x4.lt(distances, f32x4.splat(NEARLY_PARALLEL)))) return;
  measureNear(q, a, bytes, out);
  measureNear(q, b, bytes, out + 4);
  measureNear(q, c, bytes, out + 8);
  measureNear(q, d, bytes, out + 12);
}

/** Replaces a distance of nearly parallel rows. */
function measureNear(q: usize, row: usize, bytes: u32, out: usize): void {
  if (load<f32>(out) < NEARLY_PARALLEL) store<f32>(out, <f32>0.5 * squaredEuclid(q, row, bytes));
}
