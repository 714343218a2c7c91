// The candidates of each node: the nearest distinct ones that leaves have offered.
// The decision: sorted arrays of the keys of a walk (walk/pool.ts). The smallest keys of a set do not depend on the
// order in which they come, so neither does the graph. A pair that meets in several leaves has the same key in all of
// them, so a repetition is at its own position. Several threads offer to one node: a bit of the size locks its keys.
import { distanceOf } from "../heap";
import { keyAt } from "../walk/pool";
import { insertDistinct, insertShared, lock, sizeAt, unlock } from "./keys";
import { mergeShared } from "./merge";
import { Bulk, MOST_BRIDGES } from "./state";

export function candidatesOf(bulk: Bulk, slot: u32): usize {
  const index = bulk.level > 0 ? load<u32>(bulk.ranks + ((<usize>slot) << 2)) : slot;
  return bulk.candidates + ((<usize>index * bulk.candidateCapacity) << 3);
}

export function sizeOf(bulk: Bulk, slot: u32): u32 {
  return sizeAt(sizeAddress(bulk, slot));
}

export function setSize(bulk: Bulk, slot: u32, size: u32): void {
  store<u16>(sizeAddress(bulk, slot), <u16>size);
}

function sizeAddress(bulk: Bulk, slot: u32): usize {
  return bulk.sizes + ((<usize>slot) << 1);
}

/** Adds a candidate, unless it is there or there are enough nearer ones. */
function offerCandidate(bulk: Bulk, slot: u32, key: u64): void {
  insertShared(sizeAddress(bulk, slot), candidatesOf(bulk, slot), bulk.mostCandidates, key);
}

/**
 * Adds sorted candidates at once.
 * @param keys have room for one more
 * @param scratch memory for as many keys as a node has candidates
 */
export function offerCandidates(bulk: Bulk, slot: u32, keys: usize, size: u32, scratch: usize): void {
  mergeShared(sizeAddress(bulk, slot), candidatesOf(bulk, slot), bulk.mostCandidates, keys, size, scratch);
}

/** Returns the distance beyond which the node takes no candidate; infinite while there is room. */
export function reachOf(bulk: Bulk, slot: u32): f32 {
  const size = sizeOf(bulk, slot);
  if (size < bulk.mostCandidates) return Infinity;
  return distanceOf(keyAt(candidatesOf(bulk, slot), size - 1));
}

/** Adds a candidate that connects components of a leaf. A node keeps the nearest of them besides its nearest of all. */
export function offerBridge(bulk: Bulk, slot: u32, key: u64): void {
  offerCandidate(bulk, slot, key);
  const size = lock(sizeAddress(bulk, slot));
  const bridges = load<u8>(bulk.bridgeSizes + slot);
  store<u8>(bulk.bridgeSizes + slot, <u8>insertDistinct(bridgesOf(bulk, slot), bridges, MOST_BRIDGES, key));
  unlock(sizeAddress(bulk, slot), size);
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
