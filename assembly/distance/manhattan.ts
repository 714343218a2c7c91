// Sum of absolute differences.
// Four accumulators hide the latency of the addition; eight were measured slower (design notes in README.md).
import { sum4 } from "./reduce";

/** `a` and `b` are 16-byte aligned rows of `bytes` bytes, a multiple of 16, zero beyond the dimension. */
export function manhattan(a: usize, b: usize, bytes: u32): f32 {
  let acc0 = f32x4.splat(0);
  let acc1 = f32x4.splat(0);
  let acc2 = f32x4.splat(0);
  let acc3 = f32x4.splat(0);
  const end = a + bytes;
  const blocks = a + (bytes & ~63);
  while (a < blocks) {
    acc0 = f32x4.add(acc0, f32x4.abs(f32x4.sub(v128.load(a), v128.load(b))));
    acc1 = f32x4.add(acc1, f32x4.abs(f32x4.sub(v128.load(a, 16), v128.load(b, 16))));
    acc2 = f32x4.add(acc2, f32x4.abs(f32x4.sub(v128.load(a, 32), v128.load(b, 32))));
    acc3 = f32x4.add(acc3, f32x4.abs(f32x4.sub(v128.load(a, 48), v128.load(b, 48))));
    a += 64;
    b += 64;
  }
  while (a < end) {
    acc0 = f32x4.add(acc0, f32x4.abs(f32x4.sub(v128.load(a), v128.load(b))));
    a += 16;
    b += 16;
  }
  return sum4(acc0, acc1, acc2, acc3);
}
