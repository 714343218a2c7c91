// The length of a row.
// The decision: it is summed in f64, because codes and their bounds are computed from differences of such numbers.

/** Returns the squared length of an f32 row of `rowBytes` bytes. */
export function squaredLength(row: usize, rowBytes: u32): f64 {
  let low = f64x2.splat(0);
  let high = f64x2.splat(0);
  for (let at: u32 = 0; at < rowBytes; at += 16) {
    const lanes = v128.load(row + at);
    const a = f64x2.promote_low_f32x4(lanes);
    const b = f64x2.promote_low_f32x4(v128.shuffle<i64>(lanes, lanes, 1, 0));
    low = f64x2.add(low, f64x2.mul(a, a));
    high = f64x2.add(high, f64x2.mul(b, b));
  }
  const sums = f64x2.add(low, high);
  return f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
}
