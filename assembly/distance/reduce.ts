// Reduces lanes to one number: the four accumulators of an f32 kernel, and the magnitudes of a row.
// The decision: the order is fixed (pairs of accumulators, then pairs of lanes), so a distance is equal on every
// machine.

export function sum4(a: v128, b: v128, c: v128, d: v128): f32 {
  const lanes = f32x4.add(f32x4.add(a, b), f32x4.add(c, d));
  return (
    f32x4.extract_lane(lanes, 0) +
    f32x4.extract_lane(lanes, 1) +
    (f32x4.extract_lane(lanes, 2) + f32x4.extract_lane(lanes, 3))
  );
}

/** Returns the largest magnitude of the f32 numbers in `bytes`, a multiple of 16. */
export function largestOf(values: usize, bytes: u32): f32 {
  let lanes = f32x4.splat(0);
  for (let at: u32 = 0; at < bytes; at += 16) lanes = f32x4.max(lanes, f32x4.abs(v128.load(values + at)));
  return max(
    max(f32x4.extract_lane(lanes, 0), f32x4.extract_lane(lanes, 1)),
    max(f32x4.extract_lane(lanes, 2), f32x4.extract_lane(lanes, 3)),
  );
}
