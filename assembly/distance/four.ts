// The f32 kernels for four rows at once: rows and query are 16-byte aligned, `bytes` long, a multiple of 16.
// One accumulator a row is enough: four rows give four independent chains of additions.
import { sumsOf } from "./kernel";

export function fourDots(q: usize, a: usize, b: usize, c: usize, d: usize, bytes: u32, out: usize): void {
  let sumA = f32x4.splat(0);
  let sumB = f32x4.splat(0);
  let sumC = f32x4.splat(0);
  let sumD = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    const lanes = v128.load(q + at);
    sumA = f32x4.add(sumA, f32x4.mul(lanes, v128.load(a + at)));
    sumB = f32x4.add(sumB, f32x4.mul(lanes, v128.load(b + at)));
    sumC = f32x4.add(sumC, f32x4.mul(lanes, v128.load(c + at)));
    sumD = f32x4.add(sumD, f32x4.mul(lanes, v128.load(d + at)));
  }
  v128.store(out, f32x4.neg(sumsOf(sumA, sumB, sumC, sumD)));
}

export function fourEuclids(q: usize, a: usize, b: usize, c: usize, d: usize, bytes: u32, out: usize): void {
  let sumA = f32x4.splat(0);
  let sumB = f32x4.splat(0);
  let sumC = f32x4.splat(0);
  let sumD = f32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    const lanes = v128.load(q + at);
    sumA = f32x4.add(sumA, squared(f32x4.sub(lanes, v128.load(a + at))));
    sumB = f32x4.add(sumB, squared(f32x4.sub(lanes, v128.load(b + at))));
    sumC = f32x4.add(sumC, squared(f32x4.sub(lanes, v128.load(c + at))));
    sumD = f32x4.add(sumD, squared(f32x4.sub(lanes, v128.load(d + at))));
  }
  v128.store(out, sumsOf(sumA, sumB, sumC, sumD));
}

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

function squared(lanes: v128): v128 {
  return f32x4.mul(lanes, lanes);
}
