// The candidates of a walk: one array of u64 keys of a fixed size, sorted by distance.
// The decision: one sorted array instead of the two heaps of the textbook. The nearest candidate that was not expanded
// and the worst one that is kept are both found by position.
//
//   key   orderable distance << 32 | slot << 1 | 1 after its neighbours were visited
import { orderable } from "../heap";

/** More keys than this are moved by memory.copy. */
const LONG_MOVE: u32 = 128;

export function poolKey(distance: f32, slot: u32): u64 {
  return ((<u64>orderable(distance)) << 32) | ((<u64>slot) << 1);
}

export function slotOf(key: u64): u32 {
  return <u32>key >> 1;
}

export function keyAt(pool: usize, index: u32): u64 {
  return load<u64>(pool + ((<usize>index) << 3));
}

/** Inserts a key into the `size` sorted ones; the array has space for one more. @returns its position */
export function insertKey(pool: usize, size: u32, key: u64): u32 {
  let low: u32 = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyAt(pool, middle) < key) low = middle + 1;
    else high = middle;
  }
  moveUp(pool + ((<usize>low) << 3), size - low);
  store<u64>(pool + ((<usize>low) << 3), key);
  return low;
}

/** Moves `keys` keys up by one, two at a time from the end. */
function moveUp(from: usize, keys: u32): void {
  if (keys > LONG_MOVE) {
    memory.copy(from + 8, from, (<usize>keys) << 3);
    return;
  }
  let at = from + ((<usize>keys) << 3);
  while (at >= from + 16) {
    at -= 16;
    v128.store(at, v128.load(at), 8);
  }
  if (at > from) store<u64>(from, load<u64>(from), 8);
}
