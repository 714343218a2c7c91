// Bounds on the error of a distance computed from an 8-bit code. With them an exact search can read codes instead of
// vectors.
// The decision: the bound is proven, not estimated. It bounds the difference from the result of the kernel for f32
// vectors, rounding included. With differences from the centre y = x - c = s y' + e and z = q - c = s_q z' + f,
//   |<z, y> - s_q s <z', y'>|  <=  |z| |e| + |f| |y|                 (Cauchy and Schwarz; |s y'| = |y|)
// and the error of Manhattan distances is at most sum |e_i|. The error of the f32 kernel for <q, x> is at most R |q|
// |x|, where R follows from the number of its additions, and |x| <= |c| + |y|; the error of products with the centre is
// one of their last bits. So
//   slack  =  |z| |e|  +  (|f| + R |q| + few bits of |z| + |c|) |y|  +  R |q| |c|
// A code keeps |e| + |y| / ROUNDING_SHARE, so that one weight serves for both: the larger of |z| and ROUNDING_SHARE
// times the factor of |y|. In ordinary data this is |z|. Where vectors have so much in common that f32 cannot
// distinguish them, it is larger, and the search compares more vectors. For Cosine the kernel returns 1 - <q, x>, or |q
// - x|^2 / 2 for nearly parallel rows (distance/cosine.ts); these differ by the deviation of squared lengths from 1,
// which is at most UNIT_TOLERANCE.
//
// A query in seven bits has a larger f, and a bound by |y| itself: |f| |y| <= |f| (t / 2 + |y|^2 / 2 t) for any t.
// There |y|^2 follows from the term of the code.
//
//   head of a prepared query, from byte 16:  f32 weight of the error | f32 weight of the code's term
//     | f32 weight of the distance itself | u32 1 when the bounds are valid;
//     from byte 52:  f32 constant part | f32 |z| | f32 |f|
import { Metric } from "../abi";
import { NEARLY_PARALLEL } from "../distance/cosine";
import { HEAD_BYTES } from "../distance/kernel";
import { squaredLength } from "../distance/length";
import { UNIT_TOLERANCE } from "../distance/normalize";

/** f| / |z| and rounding together are usually less than 1 / ROUNDING_SHARE. */
const ROUNDING_SHARE: f64 = 4096;
/** The factor by which bounds are rounded up when they are stored as f32. */
const ROUND_UP: f64 = 1.000_001;
/** Twice the relative rounding error of one f32 operation. */
const ROUNDING: f64 = 1.192_092_9e-7;
/** The number of operations with differences and with products of the centre, each of which is rounded once. */
const CENTRE_OPERATIONS: f64 = 8;
/** The smallest usable |x|^2: products of shorter vectors may be denormal, whose relative error is unbounded. */
const MIN_SQUARED_LENGTH: f64 = 1e-24;
/** The additions in a row that a kernel makes for each lane, besides one for every 16 components. */
const MORE_OPERATIONS: f64 = 16;
/** The deviation of 1 - |c|^2 + 2 times the term from |y|^2, all roundings included, relative to 1 + |c|^2. */
const UNIT_SLACK: f64 = 1e-5;
/** Bytes of the head. */
const HOLD_OFFSET: usize = 28;
const ALWAYS_OFFSET: usize = 52;
const LENGTH_OFFSET: usize = 56;
const ERROR_OFFSET: usize = 60;

/** Returns the error of a code, for its trailer. The row is a difference from the centre. */
export function errorOf(row: usize, rowBytes: u32, code: usize, width: u32, metric: u32): f32 {
  const scale = <f64>load<f32>(code + width);
  let squares: f64 = 0;
  let sum: f64 = 0;
  let length: f64 = 0;
  let total: f64 = 0;
  for (let i: u32 = 0; i << 2 < rowBytes && i < width; i++) {
    const value = <f64>load<f32>(row + ((<usize>i) << 2));
    const off = abs(value - scale * <f64>load<i8>(code + i));
    squares += off * off;
    sum += off;
    length += value * value;
    total += abs(value);
  }
  // The difference was rounded, and so is each component that the kernel computes from the code.
  if (metric == Metric.Manhattan) return <f32>((sum + 2 * ROUNDING * total) * ROUND_UP);
  return isTiny(length) ? Infinity : <f32>((sqrt(squares) + sqrt(length) / ROUNDING_SHARE) * ROUND_UP);
}

/** Writes the weights to the head of a prepared query, for a centre of zero. `unit` is s_q. */
export function storeBounds(row: usize, data: usize, unit: f32, dimension: u32, metric: u32): void {
  const head = data - HEAD_BYTES;
  if (metric == Metric.Manhattan) {
    storeSumBounds(row, head, dimension);
    return;
  }
  let squares: f64 = 0;
  let length: f64 = 0;
  for (let i: u32 = 0; i < dimension; i++) {
    const value = <f64>load<f32>(row + ((<usize>i) << 2));
    const off = value - <f64>unit * <f64>load<i16>(data + ((<usize>i) << 1));
    squares += off * off;
    length += value * value;
  }
  storeBoundsOf(data, squares, length, dimension, metric);
}

/** Writes the weights for a query of which |f|^2 and |z|^2 are known. */
function storeBoundsOf(data: usize, squares: f64, length: f64, dimension: u32, metric: u32): void {
  const head = data - HEAD_BYTES;
  store<u32>(head, isTiny(length) ? 0 : 1, HOLD_OFFSET);
  store<f32>(head, <f32>(sqrt(length) * ROUND_UP), LENGTH_OFFSET);
  store<f32>(head, <f32>(sqrt(squares) * ROUND_UP), ERROR_OFFSET);
  store<f32>(head, 0, 24);
  if (metric != Metric.Euclid) {
    storeProductBounds(data, dimension, sqrt(length), 0, metric);
    return;
  }
  const ofTerms = 2 * roundingOf(dimension);
  store<f32>(head, <f32>(2 * max(sqrt(length), ROUNDING_SHARE * sqrt(squares)) * ROUND_UP), 16);
  store<f32>(head, <f32>ofTerms, 20);
  store<f32>(head, <f32>(ofTerms * length * ROUND_UP), ALWAYS_OFFSET);
}

/** Adds the terms of a centre that is not zero, for Cosine or Dot. `row` is the query itself. */
export function widenBounds(
  row: usize,
  centre: usize,
  rowBytes: u32,
  data: usize,
  dimension: u32,
  metric: u32,
): void {
  const squared = squaredLength(row, rowBytes);
  if (isTiny(squared)) store<u32>(data - HEAD_BYTES, 0, HOLD_OFFSET);
  storeProductBounds(data, dimension, sqrt(squared), sqrt(squaredLength(centre, rowBytes)), metric);
}

/** Writes the weights for a query in seven bits, for Cosine or Euclid. `difference` is `row` relative to the centre. */
export function storeRelaxedBounds(
  row: usize,
  difference: usize,
  centre: usize,
  rowBytes: u32,
  data: usize,
  squares: f64,
  dimension: u32,
  metric: u32,
): void {
  const head = data - HEAD_BYTES;
  const length = squaredLength(difference, rowBytes);
  storeBoundsOf(data, 0, length, dimension, metric);
  if (metric == Metric.Euclid) {
    addQueryError(head, 2 * sqrt(squares), length, 0, 1);
    return;
  }
  widenBounds(row, centre, rowBytes, data, dimension, metric);
  // |x| is 1, so |y|^2 = 1 - |c|^2 + 2 times the term, and 1 - |c|^2 in the mean.
  const squaredCentre = squaredLength(centre, rowBytes);
  const beyond = 1 - squaredCentre + UNIT_SLACK * (1 + squaredCentre);
  addQueryError(head, sqrt(squares), beyond, beyond, 2);
}

/** Adds the bound of `error` |y| to the weights, with |y|^2 = `constant` + `factor` times the term of the code. */
function addQueryError(head: usize, error: f64, typical: f64, constant: f64, factor: f64): void {
  if (error == 0) return;
  if (!(typical > 0)) store<u32>(head, 0, HOLD_OFFSET);
  const t = sqrt(typical);
  const ofTerm = <f64>load<f32>(head, 20) + (error / (2 * t)) * factor;
  const always = <f64>load<f32>(head, ALWAYS_OFFSET) + error * (t / 2 + constant / (2 * t));
  store<f32>(head, <f32>(ofTerm * ROUND_UP), 20);
  store<f32>(head, <f32>(always * ROUND_UP), ALWAYS_OFFSET);
}

/** Writes the weights for products. @param query its length. @param centre its length */
function storeProductBounds(data: usize, dimension: u32, query: f64, centre: f64, metric: u32): void {
  const head = data - HEAD_BYTES;
  const rounding = roundingOf(dimension) * query;
  const length = <f64>load<f32>(head, LENGTH_OFFSET);
  const ofRow =
    <f64>load<f32>(head, ERROR_OFFSET) + rounding + CENTRE_OPERATIONS * ROUNDING * (length + centre);
  store<f32>(head, <f32>(max(length, ROUNDING_SHARE * ofRow) * ROUND_UP), 16);
  store<f32>(head, 0, 20);
  const ofUnits =
    metric == Metric.Cosine ? UNIT_TOLERANCE + 2 * ROUNDING + roundingOf(dimension) * NEARLY_PARALLEL : 0;
  store<f32>(head, <f32>((rounding * centre + ofUnits) * ROUND_UP), ALWAYS_OFFSET);
}

function storeSumBounds(row: usize, head: usize, dimension: u32): void {
  const rounding = roundingOf(dimension);
  let total: f64 = 0;
  for (let i: u32 = 0; i < dimension; i++) total += <f64>abs(load<f32>(row + ((<usize>i) << 2)));
  store<f32>(head, <f32>((1 + 2 * rounding) * ROUND_UP), 16);
  store<f32>(head, 0, 20);
  store<f32>(head, <f32>(2 * rounding), 24);
  store<u32>(head, 1, HOLD_OFFSET);
  store<f32>(head, <f32>(ROUNDING * total * ROUND_UP), ALWAYS_OFFSET);
}

/** Returns the relative error of the sums of a kernel. */
function roundingOf(dimension: u32): f64 {
  return (<f64>dimension / 16 + MORE_OPERATIONS) * ROUNDING;
}

/** Returns whether products may be denormal. The zero vector is not tiny, because its products are exact. */
function isTiny(squaredLength: f64): bool {
  return squaredLength > 0 && squaredLength < MIN_SQUARED_LENGTH;
}

export function boundsHold(query: usize): bool {
  return load<u32>(query - HEAD_BYTES, HOLD_OFFSET) == 1;
}

/** Returns the bound of the error of the distance of a code to a prepared query. */
export function slackOf(query: usize, trailer: usize, distance: f32): f32 {
  const head = query - HEAD_BYTES;
  return (
    load<f32>(head, 16) * load<f32>(trailer, 12) +
    load<f32>(head, 20) * load<f32>(trailer, 4) +
    load<f32>(head, 24) * abs(distance) +
    load<f32>(head, ALWAYS_OFFSET)
  );
}

/** Returns the bounds of four distances, with the same bits as `slackOf`. */
export function slacksOf(query: usize, a: usize, b: usize, c: usize, d: usize, distances: v128): v128 {
  const head = query - HEAD_BYTES;
  const errors = wordsAt(a + 12, b + 12, c + 12, d + 12);
  const terms = wordsAt(a + 4, b + 4, c + 4, d + 4);
  const ofErrors = f32x4.mul(v128.load32_splat(head, 16), errors);
  const ofTerms = f32x4.mul(v128.load32_splat(head, 20), terms);
  const ofDistances = f32x4.mul(v128.load32_splat(head, 24), f32x4.abs(distances));
  const sum = f32x4.add(f32x4.add(ofErrors, ofTerms), ofDistances);
  return f32x4.add(sum, v128.load32_splat(head, ALWAYS_OFFSET));
}

function wordsAt(a: usize, b: usize, c: usize, d: usize): v128 {
  const ab = v128.load32_lane(b, v128.load32_zero(a), 1);
  return v128.load32_lane(d, v128.load32_lane(c, ab, 2), 3);
}
