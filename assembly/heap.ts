// The k nearest candidates so far: a bounded binary heap of u64 keys with the worst at its root.
// The decision: distance and slot are packed into one key, distance << 32 | slot, so one integer comparison orders by
// distance and then by slot: results are equal in every run and in every thread.

/** The value of `orderable` for +Infinity; NaN (an overflow minus an overflow) is as far. */
const FARTHEST: u32 = 0xff80_0000;

/** Maps an f32 to a u32 with the same order: flips all bits of negative numbers, and the sign bit of the others. */
export function orderable(distance: f32): u32 {
  if (isNaN(distance)) return FARTHEST;
  const bits = reinterpret<u32>(distance);
  return bits ^ (<u32>(<i32>bits >> 31) | 0x8000_0000);
}

/** Inverts `orderable`. */
export function distanceOf(key: u64): f32 {
  const ordered = <u32>(key >> 32);
  return reinterpret<f32>(ordered & 0x8000_0000 ? ordered ^ 0x8000_0000 : ~ordered);
}

export function keyOf(distance: f32, slot: u32): u64 {
  return ((<u64>orderable(distance)) << 32) | slot;
}

/** Adds `key` to the heap of `size` keys; the caller has allocated space for one more. */
export function push(heap: usize, size: u32, key: u64): void {
  let at = size;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = get(heap, parent);
    if (above >= key) break;
    set(heap, at, above);
    at = parent;
  }
  set(heap, at, key);
}

/** Replaces the worst key, the root, with a better one. */
export function replaceWorst(heap: usize, size: u32, key: u64): void {
  let at: u32 = 0;
  while (true) {
    let child: u32 = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && get(heap, child + 1) > get(heap, child)) child++;
    const below = get(heap, child);
    if (below <= key) break;
    set(heap, at, below);
    at = child;
  }
  set(heap, at, key);
}

/** Sorts the heap to an array with the nearest first. */
export function sort(heap: usize, size: u32): void {
  for (let left = size; left > 1; left--) {
    const worst = get(heap, 0);
    const last = get(heap, left - 1);
    replaceWorst(heap, left - 1, last);
    set(heap, left - 1, worst);
  }
}

export function get(heap: usize, index: u32): u64 {
  return load<u64>(heap + ((<usize>index) << 3));
}

export function set(heap: usize, index: u32, key: u64): void {
  store<u64>(heap + ((<usize>index) << 3), key);
}
