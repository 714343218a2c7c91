// The query of a walk in seven bits, and the kernels of the relaxed build for 8-bit codes: one instruction multiplies
// sixteen signed by sixteen unsigned bytes, which the plain build has to widen first.
// The decision: codes are the same in both builds, so both can read each other's vector stores; only the query is
// prepared in another way. It is shifted to start at zero, and the sum of a code, kept in its trailer, corrects for the
// shift:
//   <q', x'> = <u, x'> - shift x sum x'
// The sum of two products of seven and eight bits fits in the 16 bits of the intermediate result, so all machines
// agree.
//
//   prepared query, HEAD_BYTES before its data:   the first 12 as in int8.ts | from byte 16 and from byte 52: bounds.ts
//                                                 | from byte 32: i16 x 8, all 1 | from byte 48: i32 shift
//   data      u8 x dimension, 0 to 127; the bytes beside the padding of a code have no effect
import { Metric } from "../abi";
import { HEAD_BYTES, integerSumsOf } from "../distance/kernel";
import { squaredLength } from "../distance/length";
import { codeWidth, distancesOf, horizontal } from "./int8";

const SHIFT_OFFSET: usize = 48;
const ONES_OFFSET: usize = 32;
/** One less than seven bits hold, because both ends of the range may be rounded outwards. */
const QUERY_STEPS: f32 = 126;

/**
 * Prepares an f32 query, which is a difference from the centre. See prepareRow of int8.ts.
 * @returns the squared length of its rounding errors
 */
export function prepareRowRelaxed(row: usize, rowBytes: u32, data: usize, dimension: u32, metric: u32): f64 {
  let lowest = f32x4.splat(0);
  let highest = f32x4.splat(0);
  for (let at: u32 = 0; at < rowBytes; at += 16) {
    const values = v128.load(row + at);
    lowest = f32x4.min(lowest, values);
    highest = f32x4.max(highest, values);
  }
  const low = -largestLane(f32x4.neg(lowest));
  const scale: f32 = QUERY_STEPS / (largestLane(highest) - low);
  // If the vector is zero or nearly zero, all components become 0.
  const usable = scale > 0 && scale < Infinity;
  const factor = f32x4.splat(usable ? scale : 0);
  const shift = usable ? <i32>nearest(-low * scale) : 0;
  const shifts = i32x4.splat(shift);
  const unit: f32 = usable ? 1 / scale : 0;
  const units = f64x2.splat(<f64>unit);
  let squares = f64x2.splat(0);
  for (let at: u32 = 0, lanes: u32 = 0; at < codeWidth(dimension); at += 4, lanes += 16) {
    const values: v128 = lanes < rowBytes ? v128.load(row + lanes) : f32x4.splat(0);
    const words = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(values, factor)));
    const halves = i16x8.narrow_i32x4_s(i32x4.add(words, shifts), words);
    v128.store32_lane(data + at, i8x16.narrow_i16x8_u(halves, halves), 0);
    squares = addErrors(squares, values, words, units);
    squares = addErrors(
      squares,
      i64x2.shuffle(values, values, 1, 0),
      i64x2.shuffle(words, words, 1, 0),
      units,
    );
  }
  const euclid = metric == Metric.Euclid;
  storeHead(data, euclid ? 2 * unit : unit, euclid ? <f32>squaredLength(row, rowBytes) : 0, shift);
  return f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1);
}

/** Adds the squared errors of the lower two of four rounded components. */
function addErrors(squares: v128, values: v128, words: v128, units: v128): v128 {
  const off = f64x2.sub(f64x2.promote_low_f32x4(values), f64x2.mul(units, f64x2.convert_low_i32x4_s(words)));
  return f64x2.add(squares, f64x2.mul(off, off));
}

/** Writes the head of a prepared query. */
export function storeHead(data: usize, factor: f32, squared: f32, shift: i32): void {
  const head = data - HEAD_BYTES;
  store<f32>(head, factor);
  store<f32>(head, squared, 4);
  store<i32>(head, shift, SHIFT_OFFSET);
  v128.store(head, i16x8.splat(1), ONES_OFFSET);
}

/** Computes four distances like fourCodes of int8.ts. */
export function fourCodesRelaxed(
  q: usize,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  width: u32,
  out: usize,
): void {
  const ones = v128.load(q - HEAD_BYTES, ONES_OFFSET);
  let sumA = i32x4.splat(0);
  let sumB = i32x4.splat(0);
  let sumC = i32x4.splat(0);
  let sumD = i32x4.splat(0);
  for (let at: usize = 0; at < width; at += 16) {
    const bytes = v128.load(q + at);
    sumA = addProducts(sumA, v128.load(a + at), bytes, ones);
    sumB = addProducts(sumB, v128.load(b + at), bytes, ones);
    sumC = addProducts(sumC, v128.load(c + at), bytes, ones);
    sumD = addProducts(sumD, v128.load(d + at), bytes, ones);
  }
  const ab = i32x4.shuffle(v128.load(a + width), v128.load(b + width), 2, 6, 2, 6);
  const cd = i32x4.shuffle(v128.load(c + width), v128.load(d + width), 2, 6, 2, 6);
  const shifted = i32x4.mul(i64x2.shuffle(ab, cd, 0, 2), v128.load32_splat(q - HEAD_BYTES, SHIFT_OFFSET));
  const products = i32x4.sub(integerSumsOf(sumA, sumB, sumC, sumD), shifted);
  v128.store(out, distancesOf(q, a, b, c, d, width, products));
}

/** Computes one distance like oneCode of int8.ts. */
export function oneCodeRelaxed(q: usize, code: usize, width: u32): f32 {
  const ones = v128.load(q - HEAD_BYTES, ONES_OFFSET);
  let even = i32x4.splat(0);
  let odd = i32x4.splat(0);
  const pairs: usize = width & ~31;
  for (let at: usize = 0; at < pairs; at += 32) {
    even = addProducts(even, v128.load(code + at), v128.load(q + at), ones);
    odd = addProducts(odd, v128.load(code + at, 16), v128.load(q + at, 16), ones);
  }
  if (pairs < width) even = addProducts(even, v128.load(code + pairs), v128.load(q + pairs), ones);
  const shifted = load<i32>(code + width, 8) * load<i32>(q - HEAD_BYTES, SHIFT_OFFSET);
  const product = <f32>(horizontal(i32x4.add(even, odd)) - shifted);
  const factor = load<f32>(code + width) * load<f32>(q - HEAD_BYTES);
  return load<f32>(code + width, 4) + load<f32>(q - HEAD_BYTES, 4) - factor * product;
}

/**
 * Adds products with the instruction that has a 16-bit intermediate result. All compilers implement it correctly; the
 * first compiler of Node 20 does not for the one without. The ones are loaded from memory, because V8 computes a
 * constant again at each use.
 */
function addProducts(sum: v128, code: v128, bytes: v128, ones: v128): v128 {
  return i32x4.add(sum, i32x4.dot_i16x8_s(i16x8.relaxed_dot_i8x16_i7x16_s(code, bytes), ones));
}

function largestLane(lanes: v128): f32 {
  return max(
    max(f32x4.extract_lane(lanes, 0), f32x4.extract_lane(lanes, 1)),
    max(f32x4.extract_lane(lanes, 2), f32x4.extract_lane(lanes, 3)),
  );
}
