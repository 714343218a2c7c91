// The candidates of each node: the nearest distinct ones that leaves have offered.
// The decision: sorted arrays of the keys of a walk (walk/pool.ts). The smallest keys of a set do not depend on the
// order in which they come, so neither does the graph. A pair that meets in several leaves has the same key in all of
// them, so repetitions are found by the binary search that finds the position.
import { distanceOf } from "../heap";
import { keyAt } from "../walk/pool";
import { Bulk, MOST_BRIDGES } from "./state";

export function candidatesOf(bulk: Bulk, slot: u32): usize {
  const index = bulk.level > 0 ? load<u32>(bulk.ranks + ((<usize>slot) << 2)) : slot;
  return bulk.candidates + ((<usize>index * bulk.candidateCapacity) << 3);
}

export function sizeOf(bulk: Bulk, slot: u32): u32 {
  return load<u16>(bulk.sizes + ((<usize>slot) << 1));
}

export function setSize(bulk: Bulk, slot: u32, size: u32): void {
  store<u16>(bulk.sizes + ((<usize>slot) << 1), <u16>size);
}

/** Adds a candidate, unless it is there or there are enough nearer ones. */
export function offerCandidate(bulk: Bulk, slot: u32, key: u64): void {
  setSize(
    bulk,
    slot,
    insertDistinct(candidatesOf(bulk, slot), sizeOf(bulk, slot), bulk.candidateCapacity, key),
  );
}

/** Returns the distance beyond which the node takes no candidate; infinite while there is room. */
export function reachOf(bulk: Bulk, slot: u32): f32 {
  const size = sizeOf(bulk, slot);
  if (size < bulk.candidateCapacity) return Infinity;
  return distanceOf(keyAt(candidatesOf(bulk, slot), size - 1));
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
  const address = keys + ((<usize>low) << 3);
  let at = keys + ((<usize>(isFull ? size - 1 : size)) << 3);
  while (at >= address + 16) {
    at -= 16;
    v128.store(at, v128.load(at), 8);
  }
  if (at > address) store<u64>(address, load<u64>(address), 8);
  store<u64>(address, key);
  return isFull ? size : size + 1;
}

/** Adds a candidate that connects components of a leaf. A node keeps the nearest of them besides its nearest of all. */
export function offerBridge(bulk: Bulk, slot: u32, key: u64): void {
  offerCandidate(bulk, slot, key);
  const size = load<u8>(bulk.bridgeSizes + slot);
  store<u8>(bulk.bridgeSizes + slot, <u8>insertDistinct(bridgesOf(bulk, slot), size, MOST_BRIDGES, key));
}

function bridgesOf(bulk: Bulk, slot: u32): usize {
  return bulk.bridges + <usize>slot * (MOST_BRIDGES * 8);
}

/** Takes the candidates that connect components into `size` other ones. @returns the number of candidates */
export function takeBridges(bulk: Bulk, slot: u32, keys: usize, size: u32, most: u32): u32 {
  let all = size;
  for (let i: u32 = 0, bridges = <u32>load<u8>(bulk.bridgeSizes + slot); i < bridges; i++) {
    all = insertDistinct(keys, all, most, keyAt(bridgesOf(bulk, slot), i));
  }
  store<u8>(bulk.bridgeSizes + slot, 0);
  return all;
}
