// Codes of 1 bit after Gao and Long, "RaBitQ: Quantizing High-Dimensional Vectors with a Theoretical Error Bound for
// Approximate Nearest Neighbor Search" (SIGMOD 2024): the signs of the centred and rotated vector, and numbers that
// correct for the length and the angle that signs do not contain.
// The decision: one kernel for every metric. With the centre c, y = R(x - c), z = R(q - c) and b the signs of y,
//
//   <z, y> ~ <z, b> |y|^2 / |y|_1        unbiased over rotations, its error shrinks with the square root of the width
//   -<q, x>   = -<c, x>   + (-<q, c> + |c|^2) -   <z, y>
//   |q - x|^2 = |x - c|^2 + |q - c|^2         - 2 <z, y>
//
// so a distance is a term of the vector, a term of the query and a product. The estimate has the unit of the exact
// distance, so both may be in one list of candidates. The product needs no multiplication: the query is rounded to 5
// bits, and a byte of it is added where the bit of the code is set. The order of the bits needs no shuffle. A byte of
// up to 31 is selected by the minimum of it and a bit worth 32 or more: 3 instructions for 16 components.
//
//   code      blocks of 16 bytes for 128 components: bit j of byte i is the sign of component 16 j + i, 1 from zero on
//   trailer   f32 |y|^2 / |y|_1 | f32 bits that are set | f32 distance to the centre as the metric has it | f32 0
//
//   prepared query, HEAD_BYTES before its data:   f32 for each unit of the selected sum | f32 for each set bit
//             | f32 always | f32 term of the query
//   data      u8 x width, then scratch space of f32 x width
import { Metric } from "../abi";
import { negatedDot } from "../distance/dot";
import { squaredEuclid } from "../distance/euclid";
import { HEAD_BYTES, integerSumsOf } from "../distance/kernel";
import { largestOf } from "../distance/reduce";
import { rotate } from "./binary-rotation";
import { horizontal } from "./int8";

const TRAILER_BYTES: u32 = 16;
/** The largest value of a component of the query. Eight of them fit in a byte. */
const LARGEST_COMPONENT: f32 = 31;
const MIDDLE_COMPONENT: f32 = 15.5;

/**
 * Returns the number of components after rotation: whole blocks. The additional components make the estimate slightly
 * better.
 */
export function binaryWidth(dimension: u32): u32 {
  return (dimension + 127) & ~127;
}

export function binaryCodeBytes(dimension: u32): u32 {
  return (binaryWidth(dimension) >> 3) + TRAILER_BYTES;
}

/** Returns the bytes of the data of a prepared query. */
export function binaryDataBytes(dimension: u32): u32 {
  return 5 * binaryWidth(dimension);
}

/** Encodes the f32 row of `rowBytes` bytes. `data` has the size of a prepared query. */
export function encodeBinary(
  row: usize,
  centre: usize,
  rowBytes: u32,
  code: usize,
  dimension: u32,
  metric: u32,
  seed: u32,
  data: usize,
): void {
  const width = binaryWidth(dimension);
  const values = data + width;
  const length = rotateResidual(row, centre, rowBytes, values, width, seed);
  for (let block: u32 = 0; block < width; block += 128) {
    let bits = i8x16.splat(0);
    for (let plane: u32 = 0; plane < 8; plane++) {
      const signs = signsOf(values + ((<usize>(block + 16 * plane)) << 2));
      bits = v128.or(bits, v128.and(signs, i8x16.splat(<i8>((<u32>1) << plane))));
    }
    v128.store(code + (block >> 3), bits);
  }
  const trailer = code + (width >> 3);
  const squared = -negatedDot(values, values, width << 2);
  // NaN for the centre itself, infinite beyond the range of f32.
  const factor: f32 = length * (squared / absoluteSum(values, width));
  store<f32>(trailer, factor < Infinity ? factor : 0);
  store<f32>(trailer, <f32>setBits(code, trailer), 4);
  store<f32>(trailer, exact(row, centre, rowBytes, metric), 8);
  store<f32>(trailer, 0, 12);
}

/** Prepares an f32 query. */
export function prepareBinary(
  row: usize,
  centre: usize,
  rowBytes: u32,
  data: usize,
  dimension: u32,
  metric: u32,
  seed: u32,
): void {
  const width = binaryWidth(dimension);
  const values = data + width;
  const length = rotateResidual(row, centre, rowBytes, values, width, seed);
  const largest = largestOf(values, width << 2);
  const unit = largest / MIDDLE_COMPONENT;
  const sum = quantise(values, data, width, unit > 0 ? 1 / unit : 0);
  const step: f32 = (metric == Metric.Euclid ? 2 * length : length) * unit;
  store<f32>(data - HEAD_BYTES, 2 * step);
  store<f32>(data - HEAD_BYTES, -LARGEST_COMPONENT * step, 4);
  store<f32>(data - HEAD_BYTES, step * (MIDDLE_COMPONENT * <f32>width - <f32>sum), 8);
  const ofCentre = exact(centre, centre, rowBytes, metric);
  store<f32>(data - HEAD_BYTES, exact(row, centre, rowBytes, metric) - ofCentre, 12);
}

/** Estimates the distances of four codes to a prepared query; `bytes` of bits each, then the trailer. See FourRows. */
export function fourBinaryCodes(
  q: usize,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  bytes: u32,
  out: usize,
): void {
  let sumA = i32x4.splat(0);
  let sumB = i32x4.splat(0);
  let sumC = i32x4.splat(0);
  let sumD = i32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    const data = q + 8 * at;
    sumA = i32x4.add(sumA, widened(selected(data, v128.load(a + at))));
    sumB = i32x4.add(sumB, widened(selected(data, v128.load(b + at))));
    sumC = i32x4.add(sumC, widened(selected(data, v128.load(c + at))));
    sumD = i32x4.add(sumD, widened(selected(data, v128.load(d + at))));
  }
  const sums = f32x4.convert_i32x4_s(integerSumsOf(sumA, sumB, sumC, sumD));
  const lowAB = i32x4.shuffle(v128.load(a + bytes), v128.load(b + bytes), 0, 4, 1, 5);
  const lowCD = i32x4.shuffle(v128.load(c + bytes), v128.load(d + bytes), 0, 4, 1, 5);
  const highAB = i32x4.shuffle(v128.load(a + bytes), v128.load(b + bytes), 2, 6, 3, 7);
  const highCD = i32x4.shuffle(v128.load(c + bytes), v128.load(d + bytes), 2, 6, 3, 7);
  const bits = i64x2.shuffle(lowAB, lowCD, 1, 3);
  const weighted = f32x4.add(
    f32x4.mul(sums, v128.load32_splat(q - HEAD_BYTES)),
    f32x4.add(f32x4.mul(bits, v128.load32_splat(q - HEAD_BYTES, 4)), v128.load32_splat(q - HEAD_BYTES, 8)),
  );
  const terms = f32x4.add(i64x2.shuffle(highAB, highCD, 0, 2), v128.load32_splat(q - HEAD_BYTES, 12));
  v128.store(out, f32x4.sub(terms, f32x4.mul(i64x2.shuffle(lowAB, lowCD, 0, 2), weighted)));
}

/** Estimates the distance of one code. See OneRow. */
export function oneBinaryCode(q: usize, code: usize, bytes: u32): f32 {
  let sums = i32x4.splat(0);
  for (let at: usize = 0; at < bytes; at += 16) {
    sums = i32x4.add(sums, widened(selected(q + 8 * at, v128.load(code + at))));
  }
  const sum = <f32>horizontal(sums);
  const trailer = code + bytes;
  const weighted =
    sum * load<f32>(q - HEAD_BYTES) +
    (load<f32>(trailer, 4) * load<f32>(q - HEAD_BYTES, 4) + load<f32>(q - HEAD_BYTES, 8));
  return load<f32>(trailer, 8) + load<f32>(q - HEAD_BYTES, 12) - load<f32>(trailer) * weighted;
}

/** Returns for each byte of a block the sum of the query's components whose bit is set in it, 8 x 31 at most. */
function selected(data: usize, code: v128): v128 {
  const up5 = i16x8.shl(code, 5);
  const up3 = i16x8.shl(code, 3);
  const bit5 = i8x16.splat(32);
  const bit6 = i8x16.splat(64);
  const bit7 = i8x16.splat(-128);
  return i8x16.add(
    i8x16.add(
      i8x16.add(
        i8x16.min_u(v128.and(up5, bit5), v128.load(data)),
        i8x16.min_u(v128.and(up5, bit6), v128.load(data, 16)),
      ),
      i8x16.add(
        i8x16.min_u(v128.and(up5, bit7), v128.load(data, 32)),
        i8x16.min_u(v128.and(up3, bit6), v128.load(data, 48)),
      ),
    ),
    i8x16.add(
      i8x16.add(
        i8x16.min_u(v128.and(up3, bit7), v128.load(data, 64)),
        i8x16.min_u(v128.and(code, bit5), v128.load(data, 80)),
      ),
      i8x16.add(
        i8x16.min_u(v128.and(code, bit6), v128.load(data, 96)),
        i8x16.min_u(v128.and(code, bit7), v128.load(data, 112)),
      ),
    ),
  );
}

function widened(bytes: v128): v128 {
  return i32x4.dot_i16x8_s(i16x8.extadd_pairwise_i8x16_u(bytes), i16x8.splat(1));
}

/**
 * Writes R(row - centre), divided by the largest component before the rotation, to `values`.
 * @returns the divisor; 0 when the difference is too small to be measured
 */
function rotateResidual(row: usize, centre: usize, rowBytes: u32, values: usize, width: u32, seed: u32): f32 {
  memory.fill(values, 0, (<usize>width) << 2);
  for (let at: usize = 0; at < rowBytes; at += 16)
    v128.store(values + at, f32x4.sub(v128.load(row + at), v128.load(centre + at)));
  const largest = largestOf(values, rowBytes);
  const scale: f32 = 1 / largest;
  if (!(scale < Infinity && scale > 0)) {
    memory.fill(values, 0, (<usize>width) << 2);
    return 0;
  }
  const factor = f32x4.splat(scale);
  for (let at: usize = 0; at < rowBytes; at += 16)
    v128.store(values + at, f32x4.mul(v128.load(values + at), factor));
  rotate(values, width, seed);
  return largest;
}

/** Rounds to 0..31, where 15.5 is zero. @returns the sum */
function quantise(values: usize, data: usize, width: u32, scale: f32): i32 {
  let sums = i32x4.splat(0);
  for (let at: usize = 0; at < width; at += 16) {
    const low = i16x8.narrow_i32x4_s(rounded(values + 4 * at, scale), rounded(values + 4 * at + 16, scale));
    const high = i16x8.narrow_i32x4_s(
      rounded(values + 4 * at + 32, scale),
      rounded(values + 4 * at + 48, scale),
    );
    const bytes = i8x16.min_u(i8x16.narrow_i16x8_u(low, high), i8x16.splat(<i8>LARGEST_COMPONENT));
    v128.store(data + at, bytes);
    sums = i32x4.add(sums, widened(bytes));
  }
  return horizontal(sums);
}

function rounded(values: usize, scale: f32): v128 {
  const scaled = f32x4.mul(v128.load(values), f32x4.splat(scale));
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.add(scaled, f32x4.splat(MIDDLE_COMPONENT))));
}

/** Returns all ones in the bytes of those of 16 floats that are >= 0. */
function signsOf(values: usize): v128 {
  const zero = f32x4.splat(0);
  const low = i16x8.narrow_i32x4_s(f32x4.ge(v128.load(values), zero), f32x4.ge(v128.load(values, 16), zero));
  const high = i16x8.narrow_i32x4_s(
    f32x4.ge(v128.load(values, 32), zero),
    f32x4.ge(v128.load(values, 48), zero),
  );
  return i8x16.narrow_i16x8_s(low, high);
}

/** Returns the distance of the metric: for Cosine and Dot the negated product, for Euclid the squared distance. */
function exact(a: usize, b: usize, rowBytes: u32, metric: u32): f32 {
  return metric == Metric.Euclid ? squaredEuclid(a, b, rowBytes) : negatedDot(a, b, rowBytes);
}

function setBits(from: usize, end: usize): i32 {
  let sums = i32x4.splat(0);
  for (let at = from; at < end; at += 16) sums = i32x4.add(sums, widened(i8x16.popcnt(v128.load(at))));
  return horizontal(sums);
}

function absoluteSum(values: usize, width: u32): f32 {
  let lanes = f32x4.splat(0);
  for (let at: usize = 0; at < (<usize>width) << 2; at += 16)
    lanes = f32x4.add(lanes, f32x4.abs(v128.load(values + at)));
  return (
    f32x4.extract_lane(lanes, 0) +
    f32x4.extract_lane(lanes, 1) +
    (f32x4.extract_lane(lanes, 2) + f32x4.extract_lane(lanes, 3))
  );
}
