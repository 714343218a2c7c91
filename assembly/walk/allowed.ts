// The slots that a search may find: those that are alive and, with a filter, whose bit is set.
import { deadWordOf, isDead } from "../memory/column";
import { Walk } from "./walk";

export function isAllowed(walk: Walk, slot: u32): bool {
  return passesFilter(walk, slot) && !isDead(slot);
}

function passesFilter(walk: Walk, slot: u32): bool {
  if (walk.filter == 0) return true;
  if (slot >= walk.filterSlots) return false;
  return ((load<u64>(walk.filter + ((<usize>(slot >> 6)) << 3)) >> (slot & 63)) & 1) != 0;
}

/** Returns the first slot from `slot` on that may be found, or `end`. */
export function nextAllowed(walk: Walk, slot: u32, end: u32): u32 {
  return walk.restricted ? nextByWord(walk, slot, end) : slot;
}

/** Finds the next slot word by word, because a filter may reject nearly all slots. */
function nextByWord(walk: Walk, first: u32, end: u32): u32 {
  for (let slot = first; slot < end; slot = (slot | 63) + 1) {
    const bits = allowedFrom(walk, slot);
    if (bits != 0) return min(slot + <u32>ctz(bits), end);
  }
  return end;
}

/** Returns a bit for each slot that may be found, from `slot` (bit 0) to the end of its word of 64. */
export function allowedFrom(walk: Walk, slot: u32): u64 {
  const bits = filterWord(walk, slot) >> (slot & 63);
  return bits == 0 ? 0 : bits & ~(atomic.load<u64>(deadWordOf(slot)) >> (slot & 63));
}

function filterWord(walk: Walk, slot: u32): u64 {
  if (walk.filter == 0) return u64.MAX_VALUE;
  return slot < walk.filterSlots ? load<u64>(walk.filter + ((<usize>(slot >> 6)) << 3)) : 0;
}

/** Returns the number of slots that match the filter, dead ones included. */
export function countMatches(walk: Walk): u32 {
  let matches: u64 = 0;
  const end = walk.filter + ((<usize>((walk.filterSlots + 63) >> 6)) << 3);
  for (let at = walk.filter; at < end; at += 8) matches += popcnt<u64>(load<u64>(at));
  return <u32>matches;
}

/** Makes the filter reject all slots from `end` on. */
export function endFilter(walk: Walk, end: u32): void {
  if (walk.filterSlots <= end) return;
  walk.filterSlots = end;
  const word = walk.filter + ((<usize>(end >> 6)) << 3);
  store<u64>(word, load<u64>(word) & (((<u64>1) << (end & 63)) - 1));
}
