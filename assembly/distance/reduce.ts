// Adds the four accumulators of an f32 kernel to one number.
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
