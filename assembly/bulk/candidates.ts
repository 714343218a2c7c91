// The candidates of each node: the nearest distinct ones that leaves have offered.
// The decision: sorted arrays of the keys of a walk (walk/pool.ts). The smallest keys of a set do not depend on the
// order in which they come, so neither does the graph. A pair that meets in several leaves has the same key in all of
// them, so repetitions are found by the binary search that finds the position.
import { keyAt } from "../walk/pool";
import { Bulk } from "./state";

export function candidatesOf(bulk: Bulk, slot: u32): usize {
  return bulk.candidates + ((<usize>slot * bulk.room) << 3);
}

export function sizeOf(bulk: Bulk, slot: u32): u32 {
  return load<u16>(bulk.sizes + ((<usize>slot) << 1));
}

export function setSize(bulk: Bulk, slot: u32, size: u32): void {
  store<u16>(bulk.sizes + ((<usize>slot) << 1), <u16>size);
}

/** Adds a candidate, unless it is there or there are enough nearer ones. */
export function offerCandidate(bulk: Bulk, slot: u32, key: u64): void {
  setSize(bulk, slot, insertDistinct(candidatesOf(bulk, slot), sizeOf(bulk, slot), bulk.room, key));
}

/** Inserts a key into `size` sorted and distinct ones; the nearest `most` are kept. @returns the number of keys */
export function insertDistinct(keys: usize, size: u32, most: u32, key: u64): u32 {
  const isFull = size == most;
  if (isFull && keyAt(keys, size - 1) <= key) return size;
  let low: u32 = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyAt(keys, middle) < key) low = middle + 1;
    else high = middle;
  }
  if (low < size && keyAt(keys, low) == key) return size;
  const place = keys + ((<usize>low) << 3);
  let at = keys + ((<usize>(isFull ? size - 1 : size)) << 3);
  while (at >= place + 16) {
    at -= 16;
    v128.store(at, v128.load(at), 8);
  }
  if (at > place) store<u64>(place, load<u64>(place), 8);
  store<u64>(place, key);
  return isFull ? size : size + 1;
}
