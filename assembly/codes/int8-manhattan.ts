// Manhattan distance on 8-bit codes. The decision: scales differ from vector to vector, so a sum of absolute
// differences cannot be computed on integers, and codes are converted to f32. That costs instructions but no memory
// bandwidth, which limits a walk.
//
//   prepared query   f32 x dimension, zero up to a multiple of 16 components
import { Metric } from "../abi";
import { HEAD_BYTES, sumsOf } from "../distance/kernel";
import { storeBounds } from "./bounds";
import { codeWidth } from "./int8";

/** Copies the f32 row of `rowBytes` bytes, a difference from the centre. The row may be the beginning of the data. */
export function prepareRowForManhattan(row: usize, rowBytes: u32, data: usize, dimension: u32): void {
  memory.fill(data - HEAD_BYTES, 0, HEAD_BYTES + ((<usize>codeWidth(dimension)) << 2));
  memory.copy(data, row, rowBytes);
  storeBounds(row, data, 0, dimension, Metric.Manhattan);
}

/** Prepares the vector of a code as a query. */
export function prepareCodeForManhattan(code: usize, data: usize, dimension: u32): void {
  const width = codeWidth(dimension);
  const scale = v128.load32_splat(code + width);
  for (let at: usize = 0; at < width; at += 8) {
    const values = v128.load8x8_s(code + at);
    v128.store(data + 4 * at, f32x4.mul(scale, lowFloats(values)));
    v128.store(data + 4 * at, f32x4.mul(scale, highFloats(values)), 16);
  }
}

/** Computes four distances; `width` bytes of each code, then the trailer. See FourRows. */
export function fourManhattanCodes(
  q: usize,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  width: u32,
  out: usize,
): void {
  const scaleA = v128.load32_splat(a + width);
  const scaleB = v128.load32_splat(b + width);
  const scaleC = v128.load32_splat(c + width);
  const scaleD = v128.load32_splat(d + width);
  let sumA = f32x4.splat(0);
  let sumB = f32x4.splat(0);
  let sumC = f32x4.splat(0);
  let sumD = f32x4.splat(0);
  for (let at: usize = 0; at < width; at += 8) {
    const low = v128.load(q + 4 * at);
    const high = v128.load(q + 4 * at, 16);
    sumA = f32x4.add(sumA, eightDifferences(low, high, v128.load8x8_s(a + at), scaleA));
    sumB = f32x4.add(sumB, eightDifferences(low, high, v128.load8x8_s(b + at), scaleB));
    sumC = f32x4.add(sumC, eightDifferences(low, high, v128.load8x8_s(c + at), scaleC));
    sumD = f32x4.add(sumD, eightDifferences(low, high, v128.load8x8_s(d + at), scaleD));
  }
  v128.store(out, sumsOf(sumA, sumB, sumC, sumD));
}

/** Computes the distance of one code. See OneRow. */
export function oneManhattanCode(q: usize, code: usize, width: u32): f32 {
  const scale = v128.load32_splat(code + width);
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < width; at += 8) {
    const values = v128.load8x8_s(code + at);
    sum = f32x4.add(sum, eightDifferences(v128.load(q + 4 * at), v128.load(q + 4 * at, 16), values, scale));
  }
  return (
    f32x4.extract_lane(sum, 0) +
    f32x4.extract_lane(sum, 1) +
    (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3))
  );
}

function eightDifferences(low: v128, high: v128, values: v128, scale: v128): v128 {
  return f32x4.add(
    f32x4.abs(f32x4.sub(low, f32x4.mul(scale, lowFloats(values)))),
    f32x4.abs(f32x4.sub(high, f32x4.mul(scale, highFloats(values)))),
  );
}

function lowFloats(values: v128): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(values));
}

function highFloats(values: v128): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(values));
}
