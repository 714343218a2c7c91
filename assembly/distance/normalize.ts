// Converts a row before it is stored: denormals become zero, Cosine gets unit length, the padding is zero.
// The decision: lengths are summed and divided in f64, and a row whose squared length is within 1e-6 of one is not
// changed, so that a vector copied from one database to another does not drift.

/** The tolerance of the squared length, on which bounds for Cosine rely (codes/bounds.ts). */
export const UNIT_TOLERANCE: f64 = 1e-6;
/** The smallest normal f32. Arithmetic with smaller numbers is several times slower, and they change no ranking. */
const SMALLEST_NORMAL: f32 = 1.17549435e-38;
const LANES_BYTES: usize = 16;

/** Copies `dimension` floats to `row` and zeroes the rest of its `rowBytes`; `from` and `row` may be the same. */
export function storeRow(from: usize, row: usize, dimension: u32, rowBytes: u32, unitLength: bool): void {
  const end = (<usize>dimension) << 2;
  const lanesEnd = end & ~(LANES_BYTES - 1);
  const scale = unitLength ? unitScale(from, end, lanesEnd) : 1;
  for (let at: usize = 0; at < lanesEnd; at += LANES_BYTES) {
    const lanes = v128.load(from + at);
    v128.store(row + at, flushLanes(scale == 1 ? lanes : scaleLanes(lanes, scale)));
  }
  for (let at = lanesEnd; at < end; at += 4) {
    const value = <f32>(<f64>load<f32>(from + at) * scale);
    store<f32>(row + at, abs(value) < SMALLEST_NORMAL ? 0 : value);
  }
  if (end < rowBytes) memory.fill(row + end, 0, <usize>rowBytes - end);
}

function unitScale(from: usize, end: usize, lanesEnd: usize): f64 {
  let low = f64x2.splat(0);
  let high = f64x2.splat(0);
  for (let at: usize = 0; at < lanesEnd; at += LANES_BYTES) {
    const lanes = v128.load(from + at);
    const a = f64x2.promote_low_f32x4(lanes);
    const b = f64x2.promote_low_f32x4(upperHalf(lanes));
    low = f64x2.add(low, f64x2.mul(a, a));
    high = f64x2.add(high, f64x2.mul(b, b));
  }
  const sums = f64x2.add(low, high);
  let squared = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  for (let at = lanesEnd; at < end; at += 4) {
    const value = <f64>load<f32>(from + at);
    squared += value * value;
  }
  return squared == 0 || abs(squared - 1) <= UNIT_TOLERANCE ? 1 : 1 / sqrt(squared);
}

function scaleLanes(lanes: v128, scale: f64): v128 {
  const factor = f64x2.splat(scale);
  const low = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.promote_low_f32x4(lanes), factor));
  const high = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.promote_low_f32x4(upperHalf(lanes)), factor));
  return v128.shuffle<i64>(low, high, 0, 2);
}

function upperHalf(lanes: v128): v128 {
  return v128.shuffle<i64>(lanes, lanes, 1, 0);
}

function flushLanes(lanes: v128): v128 {
  return v128.and(lanes, f32x4.ge(f32x4.abs(lanes), f32x4.splat(SMALLEST_NORMAL)));
}
