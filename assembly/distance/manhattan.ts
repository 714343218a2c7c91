// Sum of absolute differences.
// Four accumulators hide the latency of the addition; eight were measured slower (design notes in README.md).
import { sumsOf } from "./kernel";
import { sum4 } from "./reduce";

/**
 * Computes the sum. `a` and `b` are 16-byte aligned rows of `bytes` bytes, a multiple of 16, zero beyond the dimension.
 */
export function manhattan(a: usize, b: usize, bytes: u32): f32 {
  let acc0 = f32x4.splat(0);
  let acc1 = f32x4.splat(0);
  let acc2 = f32x4.splat(0);
  let acc3 = f32x4.splat(0);
  const end = a + bytes;
  const blocks = a + (bytes & ~63);
  while (a < blocks) {
    acc0 = f32x4.add(acc0, f32x4.abs(f32x4.sub(v128.load(a), v128.load(b))));
    acc1 = f32x4.add(acc1, f32x4.abs(f32x4.sub(v128.load(a, 16), v128.load(b, 16))));
    acc2 = f32x4.add(acc2, f32x4.abs(f32x4.sub(v128.load(a, 32), v128.load(b, 32))));
    acc3 = f32x4.add(acc3, f32x4.abs(f32x4.sub(v128.load(a, 48), v128.load(b, 48))));
    a += 64;
    b += 64;
  }
  while (a < end) {
    acc0 = f32x4.add(acc0, f32x4.abs(f32x4.sub(v128.load(a), v128.load(b))));
    a += 16;
    b += 16;
  }
  return sum4(acc0, acc1, acc2, acc3);
}

/**
 * Computes it for four rows at once. One accumulator per row is enough, because the four rows are four independent
 * chains of additions.
 */
export function fourManhattans(
  q: usize,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  bytes: u32,
  out: usize,
): void {
  let sumA = f32x4.splat(0);
  let sumB = f32x4.splat(0);
  let sumC = f32x4.splat(0);
  let sumD = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    const lanes = v128.load(q + at);
    sumA = f32x4.add(sumA, f32x4.abs(f32x4.sub(lanes, v128.load(a + at))));
    sumB = f32x4.add(sumB, f32x4.abs(f32x4.sub(lanes, v128.load(b + at))));
    sumC = f32x4.add(sumC, f32x4.abs(f32x4.sub(lanes, v128.load(c + at))));
    sumD = f32x4.add(sumD, f32x4.abs(f32x4.sub(lanes, v128.load(d + at))));
  }
  v128.store(out, sumsOf(sumA, sumB, sumC, sumD));
}

/**
 * Computes it for four rows at once with the bits of `manhattan`: first the sums of its accumulators 0 and 1, then
 * those of 2 and 3, because there are registers for eight.
 */
export function fourManhattansAlike(
  q: usize,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  bytes: u32,
  out: usize,
): void {
  let a0 = f32x4.splat(0);
  let b0 = f32x4.splat(0);
  let c0 = f32x4.splat(0);
  let d0 = f32x4.splat(0);
  let a1 = f32x4.splat(0);
  let b1 = f32x4.splat(0);
  let c1 = f32x4.splat(0);
  let d1 = f32x4.splat(0);
  const blocks: usize = bytes & ~63;
  let at: usize = 0;
  for (; at < blocks; at += 64) {
    let lanes = v128.load(q + at);
    a0 = f32x4.add(a0, apart(lanes, v128.load(a + at)));
    b0 = f32x4.add(b0, apart(lanes, v128.load(b + at)));
    c0 = f32x4.add(c0, apart(lanes, v128.load(c + at)));
    d0 = f32x4.add(d0, apart(lanes, v128.load(d + at)));
    lanes = v128.load(q + at, 16);
    a1 = f32x4.add(a1, apart(lanes, v128.load(a + at, 16)));
    b1 = f32x4.add(b1, apart(lanes, v128.load(b + at, 16)));
    c1 = f32x4.add(c1, apart(lanes, v128.load(c + at, 16)));
    d1 = f32x4.add(d1, apart(lanes, v128.load(d + at, 16)));
  }
  for (; at < bytes; at += 16) {
    const lanes = v128.load(q + at);
    a0 = f32x4.add(a0, apart(lanes, v128.load(a + at)));
    b0 = f32x4.add(b0, apart(lanes, v128.load(b + at)));
    c0 = f32x4.add(c0, apart(lanes, v128.load(c + at)));
    d0 = f32x4.add(d0, apart(lanes, v128.load(d + at)));
  }
  const sumA = f32x4.add(a0, a1);
  const sumB = f32x4.add(b0, b1);
  const sumC = f32x4.add(c0, c1);
  const sumD = f32x4.add(d0, d1);
  a0 = b0 = c0 = d0 = f32x4.splat(0);
  a1 = b1 = c1 = d1 = f32x4.splat(0);
  for (at = 0; at < blocks; at += 64) {
    let lanes = v128.load(q + at, 32);
    a0 = f32x4.add(a0, apart(lanes, v128.load(a + at, 32)));
    b0 = f32x4.add(b0, apart(lanes, v128.load(b + at, 32)));
    c0 = f32x4.add(c0, apart(lanes, v128.load(c + at, 32)));
    d0 = f32x4.add(d0, apart(lanes, v128.load(d + at, 32)));
    lanes = v128.load(q + at, 48);
    a1 = f32x4.add(a1, apart(lanes, v128.load(a + at, 48)));
    b1 = f32x4.add(b1, apart(lanes, v128.load(b + at, 48)));
    c1 = f32x4.add(c1, apart(lanes, v128.load(c + at, 48)));
    d1 = f32x4.add(d1, apart(lanes, v128.load(d + at, 48)));
  }
  v128.store(
    out,
    sumsOf(
      f32x4.add(sumA, f32x4.add(a0, a1)),
      f32x4.add(sumB, f32x4.add(b0, b1)),
      f32x4.add(sumC, f32x4.add(c0, c1)),
      f32x4.add(sumD, f32x4.add(d0, d1)),
    ),
  );
}

/** Returns the absolute differences, which takes no constant, so all values of the loop stay in registers. */
function apart(a: v128, b: v128): v128 {
  return f32x4.pmax(f32x4.sub(a, b), f32x4.sub(b, a));
}
