// Sum of squared differences. The root is taken when a score is made, because it does not change the order. Four
// accumulators hide the latency of the addition; eight were measured slower (design notes in README.md).
import { fourSumsAlike, Squares, squaredDifference } from "./four-alike";
import { sumsOf } from "./kernel";
import { sum4 } from "./reduce";

/**
 * Computes the sum. `a` and `b` are 16-byte aligned rows of `bytes` bytes, a multiple of 16, zero beyond the dimension.
 */
export function squaredEuclid(a: usize, b: usize, bytes: u32): f32 {
  let acc0 = f32x4.splat(0);
  let acc1 = f32x4.splat(0);
  let acc2 = f32x4.splat(0);
  let acc3 = f32x4.splat(0);
  const end = a + bytes;
  const blocks = a + (bytes & ~63);
  while (a < blocks) {
    acc0 = f32x4.add(acc0, squaredDifference(v128.load(a), v128.load(b)));
    acc1 = f32x4.add(acc1, squaredDifference(v128.load(a, 16), v128.load(b, 16)));
    acc2 = f32x4.add(acc2, squaredDifference(v128.load(a, 32), v128.load(b, 32)));
    acc3 = f32x4.add(acc3, squaredDifference(v128.load(a, 48), v128.load(b, 48)));
    a += 64;
    b += 64;
  }
  while (a < end) {
    acc0 = f32x4.add(acc0, squaredDifference(v128.load(a), v128.load(b)));
    a += 16;
    b += 16;
  }
  return sum4(acc0, acc1, acc2, acc3);
}

/**
 * Computes it for four rows at once. One accumulator per row is enough, because the four rows are four independent
 * chains of additions.
 */
export function fourEuclids(q: usize, a: usize, b: usize, c: usize, d: usize, bytes: u32, out: usize): void {
  let sumA = f32x4.splat(0);
  let sumB = f32x4.splat(0);
  let sumC = f32x4.splat(0);
  let sumD = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    const lanes = v128.load(q + at);
    sumA = f32x4.add(sumA, squaredDifference(lanes, v128.load(a + at)));
    sumB = f32x4.add(sumB, squaredDifference(lanes, v128.load(b + at)));
    sumC = f32x4.add(sumC, squaredDifference(lanes, v128.load(c + at)));
    sumD = f32x4.add(sumD, squaredDifference(lanes, v128.load(d + at)));
  }
  v128.store(out, sumsOf(sumA, sumB, sumC, sumD));
}

/** Computes it for four rows at once with the bits of `squaredEuclid`. */
export function fourEuclidsAlike(
  q: usize,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  bytes: u32,
  out: usize,
): void {
  v128.store(out, fourSumsAlike<Squares>(q, a, b, c, d, bytes));
}
