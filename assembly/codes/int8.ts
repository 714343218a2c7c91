// Codes of 8 bits: each vector has a scale of its own, its largest component becomes 127, and nothing is clipped.
// The decision: no training and no global range, because a single outlier would make it useless; the scale keeps the
// length of the vector (s = |y| / |code|). The difference from a centre that all vectors of a vector store share is
// encoded, y = x - c, because common components would use up the 8 bits. With z = q - c,
//
//   <q, x> = <q, c> + <c, y> + <z, y>   and   |q - x|^2 = |z|^2 + |y|^2 - 2 <z, y>   and   <z, y> ~ s_q s_x <z', y'>
//
// so a distance is a term of the vector, a term of the query and an integer product. <q, c> is the same for all vectors
// and is left out, because it may be so large that f32 would lose the other terms.
//
//   code      i8 x dimension, zero up to a multiple of 16
//   trailer   f32 s | f32 term: |y|^2 for Euclid, -<c, y> for Cosine and Dot, else 0 | i32 sum of the code
//             | f32 error: the bound of its error (bounds.ts)
//             | for Dot 16 bytes more: f32 |y|^2 | f32 |x|^2 - |c|^2 | 8 bytes of zeros (int8-lifted.ts)
//
//   prepared query, HEAD_BYTES before its data:
//             f32 factor: s_q, for Euclid 2 s_q | f32 term: |z|^2 for Euclid, else 0, for a code its own
//             | bytes 12 and 48: see int8-lifted.ts | from byte 16 and from byte 52: see bounds.ts
//   data      i16 x dimension, zero up to a multiple of 16
import { Metric } from "../abi";
import { HEAD_BYTES, integerSumsOf } from "../distance/kernel";
import { squaredLength } from "../distance/length";
import { largestOf } from "../distance/reduce";
import { errorOf, storeBounds } from "./bounds";

const TRAILER_BYTES: u32 = 16;
const LIFTED_BYTES: u32 = 16;
export const LARGEST_CODE: f32 = 127;
const LARGEST_QUERY: f64 = 32_767;
const LARGEST_I32: f64 = 2_147_483_647;

/** Returns the components of a code with its padding. */
export function codeWidth(dimension: u32): u32 {
  return (dimension + 15) & ~15;
}

export function codeBytes(dimension: u32, metric: u32): u32 {
  return codeWidth(dimension) + TRAILER_BYTES + (metric == Metric.Dot ? LIFTED_BYTES : 0);
}

/**
 * Encodes the f32 row of `rowBytes` bytes, which is a difference from the centre. `storeCentreTerms` adds the other
 * terms.
 */
export function encode(row: usize, rowBytes: u32, code: usize, dimension: u32, metric: u32): void {
  const width = codeWidth(dimension);
  const largest = largestOf(row, rowBytes);
  storeComponents(row, rowBytes, largest, code, width);
  const squaredCode = <f64>squareOf(code, width);
  const squared = squaredLength(row, rowBytes);
  const kept: f64 = metric == Metric.Manhattan ? <f64>largest / LARGEST_CODE : sqrt(squared / squaredCode);
  store<f32>(code + width, squaredCode > 0 ? <f32>kept : 0);
  // The value is finite, because bounds are multiplied by it.
  const finite = <f32>min(squared, <f64>f32.MAX_VALUE);
  store<f32>(code + width, metric == Metric.Euclid ? finite : 0, 4);
  store<i32>(code + width, sumOf(code, width), 8);
  store<f32>(code + width, errorOf(row, rowBytes, code, width, metric), 12);
  if (metric != Metric.Dot) return;
  store<f32>(code + width, finite, 16);
  store<f32>(code + width, finite, 20);
  store<u64>(code + width, 0, 24);
}

/** Stores `width` components of 8 bits: those of the f32 row, of which the largest becomes 127, then zeros. */
export function storeComponents(row: usize, rowBytes: u32, largest: f32, code: usize, width: u32): void {
  const scale: f32 = largest > 0 ? LARGEST_CODE / largest : 0;
  // A nearly zero vector has an infinite scale, which would make the code meaningless.
  const factor = f32x4.splat(scale < Infinity ? scale : 0);
  for (let at: u32 = 0, lanes: u32 = 0; at < width; at += 4, lanes += 16) {
    const values: v128 = lanes < rowBytes ? v128.load(row + lanes) : f32x4.splat(0);
    const words = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(values, factor)));
    const halves = i16x8.narrow_i32x4_s(words, words);
    v128.store32_lane(code + at, i8x16.narrow_i16x8_s(halves, halves), 0);
  }
}

/**
 * Prepares an f32 query, which is a difference from the centre. Its scale is as fine as i16 allows without overflowing
 * 32 bits: <q', x'>| <= 127 x sum |q'|.
 */
export function prepareRow(row: usize, rowBytes: u32, data: usize, dimension: u32, metric: u32): void {
  const width = codeWidth(dimension);
  const largest = <f64>largestOf(row, rowBytes);
  const steps = largest > 0 ? min(LARGEST_QUERY, limitOf(row, rowBytes, largest, dimension)) : 0;
  const scale: f32 = largest > 0 ? <f32>(steps / largest) : 0;
  const factor = f32x4.splat(scale < Infinity ? scale : 0);
  let lanes: u32 = 0;
  for (let at: u32 = 0; at < width; at += 4, lanes += 16) {
    const values: v128 = lanes < rowBytes ? v128.load(row + lanes) : f32x4.splat(0);
    const words = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(values, factor)));
    v128.store64_lane(data + 2 * at, i16x8.narrow_i32x4_s(words, words), 0);
  }
  const unit = <f32>(steps > 0 ? largest / steps : 0);
  const euclid = metric == Metric.Euclid;
  store<f32>(data - HEAD_BYTES, euclid ? 2 * unit : unit);
  store<f32>(data - HEAD_BYTES, euclid ? <f32>squaredLength(row, rowBytes) : 0, 4);
  storeBounds(row, data, unit, dimension, metric);
}

/** Prepares the vector of a code as a query. */
export function prepareCode(code: usize, data: usize, dimension: u32, metric: u32): void {
  const width = codeWidth(dimension);
  for (let at: u32 = 0; at < width; at += 8) v128.store(data + 2 * at, v128.load8x8_s(code + at));
  const scale = load<f32>(code + width);
  store<f32>(data - HEAD_BYTES, metric == Metric.Euclid ? 2 * scale : scale);
  store<f32>(data - HEAD_BYTES, load<f32>(code + width, 4), 4);
}

/** Computes the distances of four codes to a prepared query; `width` bytes each, then the trailer. See FourRows. */
export function fourCodes(q: usize, a: usize, b: usize, c: usize, d: usize, width: u32, out: usize): void {
  let sumA = i32x4.splat(0);
  let sumB = i32x4.splat(0);
  let sumC = i32x4.splat(0);
  let sumD = i32x4.splat(0);
  let at: usize = 0;
  for (const end: usize = width & ~31; at < end; at += 32) {
    const q0 = v128.load(q + 2 * at);
    sumA = i32x4.add(sumA, i32x4.dot_i16x8_s(q0, v128.load8x8_s(a + at)));
    sumB = i32x4.add(sumB, i32x4.dot_i16x8_s(q0, v128.load8x8_s(b + at)));
    sumC = i32x4.add(sumC, i32x4.dot_i16x8_s(q0, v128.load8x8_s(c + at)));
    sumD = i32x4.add(sumD, i32x4.dot_i16x8_s(q0, v128.load8x8_s(d + at)));
    const q1 = v128.load(q + 2 * at, 16);
    sumA = i32x4.add(sumA, i32x4.dot_i16x8_s(q1, v128.load8x8_s(a + at, 8)));
    sumB = i32x4.add(sumB, i32x4.dot_i16x8_s(q1, v128.load8x8_s(b + at, 8)));
    sumC = i32x4.add(sumC, i32x4.dot_i16x8_s(q1, v128.load8x8_s(c + at, 8)));
    sumD = i32x4.add(sumD, i32x4.dot_i16x8_s(q1, v128.load8x8_s(d + at, 8)));
    const q2 = v128.load(q + 2 * at, 32);
    sumA = i32x4.add(sumA, i32x4.dot_i16x8_s(q2, v128.load8x8_s(a + at, 16)));
    sumB = i32x4.add(sumB, i32x4.dot_i16x8_s(q2, v128.load8x8_s(b + at, 16)));
    sumC = i32x4.add(sumC, i32x4.dot_i16x8_s(q2, v128.load8x8_s(c + at, 16)));
    sumD = i32x4.add(sumD, i32x4.dot_i16x8_s(q2, v128.load8x8_s(d + at, 16)));
    const q3 = v128.load(q + 2 * at, 48);
    sumA = i32x4.add(sumA, i32x4.dot_i16x8_s(q3, v128.load8x8_s(a + at, 24)));
    sumB = i32x4.add(sumB, i32x4.dot_i16x8_s(q3, v128.load8x8_s(b + at, 24)));
    sumC = i32x4.add(sumC, i32x4.dot_i16x8_s(q3, v128.load8x8_s(c + at, 24)));
    sumD = i32x4.add(sumD, i32x4.dot_i16x8_s(q3, v128.load8x8_s(d + at, 24)));
  }
  for (; at < width; at += 8) {
    const lanes = v128.load(q + 2 * at);
    sumA = i32x4.add(sumA, i32x4.dot_i16x8_s(lanes, v128.load8x8_s(a + at)));
    sumB = i32x4.add(sumB, i32x4.dot_i16x8_s(lanes, v128.load8x8_s(b + at)));
    sumC = i32x4.add(sumC, i32x4.dot_i16x8_s(lanes, v128.load8x8_s(c + at)));
    sumD = i32x4.add(sumD, i32x4.dot_i16x8_s(lanes, v128.load8x8_s(d + at)));
  }
  v128.store(out, distancesOf(q, a, b, c, d, width, integerSumsOf(sumA, sumB, sumC, sumD)));
}

/** Converts the integer products of four codes to distances. */
export function distancesOf(
  q: usize,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  width: u32,
  products: v128,
): v128 {
  const ab = i32x4.shuffle(v128.load(a + width), v128.load(b + width), 0, 4, 1, 5);
  const cd = i32x4.shuffle(v128.load(c + width), v128.load(d + width), 0, 4, 1, 5);
  const scales = i64x2.shuffle(ab, cd, 0, 2);
  const terms = f32x4.add(i64x2.shuffle(ab, cd, 1, 3), v128.load32_splat(q - HEAD_BYTES, 4));
  const factors = f32x4.mul(scales, v128.load32_splat(q - HEAD_BYTES));
  return f32x4.sub(terms, f32x4.mul(factors, f32x4.convert_i32x4_s(products)));
}

/** Computes the distance of one code, for scans in address order. See OneRow. */
export function oneCode(q: usize, code: usize, width: u32): f32 {
  let low = i32x4.splat(0);
  let high = i32x4.splat(0);
  let at: usize = 0;
  for (const end: usize = width & ~31; at < end; at += 32) {
    low = i32x4.add(low, i32x4.dot_i16x8_s(v128.load(q + 2 * at), v128.load8x8_s(code + at)));
    high = i32x4.add(high, i32x4.dot_i16x8_s(v128.load(q + 2 * at, 16), v128.load8x8_s(code + at, 8)));
    low = i32x4.add(low, i32x4.dot_i16x8_s(v128.load(q + 2 * at, 32), v128.load8x8_s(code + at, 16)));
    high = i32x4.add(high, i32x4.dot_i16x8_s(v128.load(q + 2 * at, 48), v128.load8x8_s(code + at, 24)));
  }
  for (; at < width; at += 8) {
    low = i32x4.add(low, i32x4.dot_i16x8_s(v128.load(q + 2 * at), v128.load8x8_s(code + at)));
  }
  const product = <f32>horizontal(i32x4.add(low, high));
  const factor = load<f32>(code + width) * load<f32>(q - HEAD_BYTES);
  return load<f32>(code + width, 4) + load<f32>(q - HEAD_BYTES, 4) - factor * product;
}

function limitOf(row: usize, rowBytes: u32, largest: f64, dimension: u32): f64 {
  let sum: f64 = 0;
  for (let at: u32 = 0; at < rowBytes; at += 4) sum += <f64>abs(load<f32>(row + at));
  // Rounding adds at most a half for each component.
  return floor((LARGEST_I32 / <f64>LARGEST_CODE - <f64>dimension) / (sum / largest));
}

function squareOf(code: usize, width: u32): i32 {
  let lanes = i32x4.splat(0);
  for (let at: u32 = 0; at < width; at += 8) {
    const values = v128.load8x8_s(code + at);
    lanes = i32x4.add(lanes, i32x4.dot_i16x8_s(values, values));
  }
  return horizontal(lanes);
}

function sumOf(code: usize, width: u32): i32 {
  let lanes = i32x4.splat(0);
  const ones = i16x8.splat(1);
  for (let at: u32 = 0; at < width; at += 8)
    lanes = i32x4.add(lanes, i32x4.dot_i16x8_s(v128.load8x8_s(code + at), ones));
  return horizontal(lanes);
}

export function horizontal(lanes: v128): i32 {
  return (
    i32x4.extract_lane(lanes, 0) +
    i32x4.extract_lane(lanes, 1) +
    (i32x4.extract_lane(lanes, 2) + i32x4.extract_lane(lanes, 3))
  );
}
