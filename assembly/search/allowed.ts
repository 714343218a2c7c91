// Which slots a search may find: those that are alive and, under a filter, whose bit is set.
import { deadWordOf } from "../memory/column";
import { Walk } from "./walk";

export function isAllowed(walk: Walk, slot: u32): bool {
  return passesFilter(walk, slot) && !isDead(slot);
}

export function passesFilter(walk: Walk, slot: u32): bool {
  if (walk.filter == 0) return true;
  if (slot >= walk.filterSlots) return false;
  return ((load<u64>(walk.filter + ((<usize>(slot >> 6)) << 3)) >> (slot & 63)) & 1) != 0;
}

export function isDead(slot: u32): bool {
  return ((atomic.load<u64>(deadWordOf(slot)) >> (slot & 63)) & 1) != 0;
}

/** Slots that the filter lets through, dead ones included. */
export function countMatches(walk: Walk): u32 {
  let matches: u64 = 0;
  const end = walk.filter + ((<usize>((walk.filterSlots + 63) >> 6)) << 3);
  for (let at = walk.filter; at < end; at += 8) matches += popcnt<u64>(load<u64>(at));
  return <u32>matches;
}
