// Sorts keys, and merges sorted keys into the list of a node.
// The decision: a leaf offers all candidates of a node at once. The list is read and written once, in order, and its
// lock is taken once; one by one, each candidate would search the list and move half of it.
import { keyAt } from "../walk/pool";
import { lock, sizeAt, unlock } from "./keys";

/** Runs of this length are sorted by insertion, and then merged. */
const RUN: u32 = 16;
const FARTHEST: u64 = u64.MAX_VALUE;

/** Sorts keys. @param scratch memory for as many keys */
export function sortKeys(keys: usize, size: u32, scratch: usize): void {
  for (let first: u32 = 0; first < size; first += RUN) sortRun(keys, first, min(first + RUN, size));
  let from = keys;
  let to = scratch;
  for (let width = RUN; width < size; width *= 2) {
    for (let first: u32 = 0; first < size; first += 2 * width) {
      mergeRuns(from, first, min(first + width, size), min(first + 2 * width, size), to);
    }
    const sorted = to;
    to = from;
    from = sorted;
  }
  if (from != keys) memory.copy(keys, from, (<usize>size) << 3);
}

function sortRun(keys: usize, first: u32, end: u32): void {
  const least = keys + ((<usize>first) << 3);
  for (let i = first + 1; i < end; i++) {
    const key = keyAt(keys, i);
    let at = keys + ((<usize>i) << 3);
    for (; at > least && load<u64>(at - 8) > key; at -= 8) store<u64>(at, load<u64>(at - 8));
    store<u64>(at, key);
  }
}

/** Merges two runs that follow each other, in the same place of other memory. */
function mergeRuns(from: usize, first: u32, middle: u32, end: u32, to: usize): void {
  let one = first;
  let other = middle;
  for (let at = first; at < end; at++) {
    const isOne = one < middle && (other == end || keyAt(from, one) < keyAt(from, other));
    store<u64>(to + ((<usize>at) << 3), keyAt(from, isOne ? one++ : other++));
  }
}

/**
 * Merges sorted, distinct keys into a list that several threads may change; the nearest `most` are kept.
 * @param offered the keys; there is room for one more
 * @param scratch memory for `most` keys
 */
export function mergeShared(
  sizeAddress: usize,
  keys: usize,
  most: u32,
  offered: usize,
  size: u32,
  scratch: usize,
): void {
  if (size == 0) return;
  const before = sizeAt(sizeAddress);
  if (before == most && atomic.load<u64>(keys + ((<usize>most - 1) << 3)) <= keyAt(offered, 0)) return;
  store<u64>(offered + ((<usize>size) << 3), FARTHEST);
  unlock(sizeAddress, mergeDistinct(keys, lock(sizeAddress), most, offered, size, scratch));
}

/** @returns the new size of the list */
function mergeDistinct(keys: usize, before: u32, most: u32, offered: usize, size: u32, scratch: usize): u32 {
  let from = keys;
  let next = offered;
  let to = scratch;
  const end = keys + ((<usize>before) << 3);
  const last = scratch + ((<usize>most) << 3);
  let isNew = false;
  while (from < end && to < last) {
    const one = load<u64>(from);
    const other = load<u64>(next);
    store<u64>(to, min(one, other));
    to += 8;
    from += one <= other ? 8 : 0;
    next += other <= one ? 8 : 0;
    isNew = isNew || other < one;
  }
  for (const stop = offered + ((<usize>size) << 3); next < stop && to < last; next += 8, to += 8) {
    store<u64>(to, load<u64>(next));
    isNew = true;
  }
  if (isNew) memory.copy(keys, scratch, to - scratch);
  return <u32>((to - scratch) >> 3);
}
