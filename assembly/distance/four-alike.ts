// Sums for four rows at once with the bits of the sums for one row, which have four accumulators.
// The decision: the loop is written once, and a type names what is added up, so each distance has its own code without
// a call or a branch in the loop. First come the sums of the accumulators 0 and 1 of each row, then those of 2 and 3,
// because there are registers for eight.
import { sumsOf } from "./kernel";

// Types that only name a term; they are told apart by their sizes.
export type Products = u8;
export type Squares = u16;
export type Differences = u32;

/** Returns the four sums. The rows are as for `negatedDot`. */
export function fourSumsAlike<T>(q: usize, a: usize, b: usize, c: usize, d: usize, bytes: u32): v128 {
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
    a0 = f32x4.add(a0, term<T>(lanes, v128.load(a + at)));
    b0 = f32x4.add(b0, term<T>(lanes, v128.load(b + at)));
    c0 = f32x4.add(c0, term<T>(lanes, v128.load(c + at)));
    d0 = f32x4.add(d0, term<T>(lanes, v128.load(d + at)));
    lanes = v128.load(q + at, 16);
    a1 = f32x4.add(a1, term<T>(lanes, v128.load(a + at, 16)));
    b1 = f32x4.add(b1, term<T>(lanes, v128.load(b + at, 16)));
    c1 = f32x4.add(c1, term<T>(lanes, v128.load(c + at, 16)));
    d1 = f32x4.add(d1, term<T>(lanes, v128.load(d + at, 16)));
  }
  for (; at < bytes; at += 16) {
    const lanes = v128.load(q + at);
    a0 = f32x4.add(a0, term<T>(lanes, v128.load(a + at)));
    b0 = f32x4.add(b0, term<T>(lanes, v128.load(b + at)));
    c0 = f32x4.add(c0, term<T>(lanes, v128.load(c + at)));
    d0 = f32x4.add(d0, term<T>(lanes, v128.load(d + at)));
  }
  const sumA = f32x4.add(a0, a1);
  const sumB = f32x4.add(b0, b1);
  const sumC = f32x4.add(c0, c1);
  const sumD = f32x4.add(d0, d1);
  a0 = b0 = c0 = d0 = f32x4.splat(0);
  a1 = b1 = c1 = d1 = f32x4.splat(0);
  for (at = 0; at < blocks; at += 64) {
    let lanes = v128.load(q + at, 32);
    a0 = f32x4.add(a0, term<T>(lanes, v128.load(a + at, 32)));
    b0 = f32x4.add(b0, term<T>(lanes, v128.load(b + at, 32)));
    c0 = f32x4.add(c0, term<T>(lanes, v128.load(c + at, 32)));
    d0 = f32x4.add(d0, term<T>(lanes, v128.load(d + at, 32)));
    lanes = v128.load(q + at, 48);
    a1 = f32x4.add(a1, term<T>(lanes, v128.load(a + at, 48)));
    b1 = f32x4.add(b1, term<T>(lanes, v128.load(b + at, 48)));
    c1 = f32x4.add(c1, term<T>(lanes, v128.load(c + at, 48)));
    d1 = f32x4.add(d1, term<T>(lanes, v128.load(d + at, 48)));
  }
  return sumsOf(
    f32x4.add(sumA, f32x4.add(a0, a1)),
    f32x4.add(sumB, f32x4.add(b0, b1)),
    f32x4.add(sumC, f32x4.add(c0, c1)),
    f32x4.add(sumD, f32x4.add(d0, d1)),
  );
}

function term<T>(a: v128, b: v128): v128 {
  if (sizeof<T>() == sizeof<Products>()) return f32x4.mul(a, b);
  if (sizeof<T>() == sizeof<Squares>()) return squaredDifference(a, b);
  // This takes no constant, as an absolute value does, so all values of the loop stay in registers.
  return f32x4.pmax(f32x4.sub(a, b), f32x4.sub(b, a));
}

export function squaredDifference(a: v128, b: v128): v128 {
  const difference = f32x4.sub(a, b);
  return f32x4.mul(difference, difference);
}
