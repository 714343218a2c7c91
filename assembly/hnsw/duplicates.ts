// Equal vectors. Only the first of them is a node of the graph; the others are linked to it in a list.
// The decision: the nearest neighbours of a vector that occurs a thousand times are its duplicates, so all their links
// would connect only duplicates, and no walk would reach most of them. As a list of one node they need no links and no
// comparisons, and a walk that finds the node finds them all. "Equal" means equal in the space in which links are
// chosen: the same code, or the same row.
import { Column, itemOf } from "../memory/column";
import { duplicates, setDuplicates } from "../memory/layout";
import { isAllowed } from "../walk/allowed";
import { keyAt, poolKey, slotOf } from "../walk/pool";
import { addressOf, isVisited, markVisited, offer, Walk } from "../walk/walk";

/** Stands for a missing slot, and ends lists of duplicates. */
export const NO_SLOT: u32 = u32.MAX_VALUE;
/** The number of nearest nodes that are checked for equality; no node is nearer than an equal one. */
const COMPARED_NODES: u32 = 4;

/** Returns the node in the pool that the slot equals, or NO_SLOT. */
export function equalNode(walk: Walk, slot: u32): u32 {
  const item = addressOf(walk, slot);
  for (let i: u32 = 0, end = min(walk.size, COMPARED_NODES); i < end; i++) {
    const node = slotOf(keyAt(walk.pool, i));
    if (memory.compare(item, addressOf(walk, node), walk.stride) == 0) return node;
  }
  return NO_SLOT;
}

/** Puts the slot first in the node's list of duplicates. Readers see the list with it or without. */
export function linkDuplicate(node: u32, slot: u32): void {
  store<u32>(itemOf(Column.Duplicate, slot), nextDuplicate(node) + 1);
  setDuplicates(duplicates() + 1);
  atomic.store<u32>(itemOf(Column.Duplicate, node), slot + 1);
}

/** Returns the slot if it may be found, else its first unvisited duplicate that may be found, or NO_SLOT. */
export function allowedDuplicate(walk: Walk, slot: u32): u32 {
  if (isAllowed(walk, slot)) return slot;
  if (duplicates() == 0) return NO_SLOT;
  // The newest duplicates are first: older ones follow the slots that were added after the walk began.
  for (let duplicate = nextDuplicate(slot); duplicate != NO_SLOT; duplicate = nextDuplicate(duplicate)) {
    if (duplicate < walk.bound && isAllowed(walk, duplicate) && !isVisited(walk, duplicate)) return duplicate;
  }
  return NO_SLOT;
}

/**
 * Offers the duplicates of the slots of the pool, nearest first. They are as far as their node, so a pool of them is
 * enough, whatever their number.
 */
export function offerDuplicates(walk: Walk): void {
  if (duplicates() == 0) return;
  let left = walk.ef;
  for (let i: u32 = 0; i < walk.size && left > 0; i++) {
    const key = keyAt(walk.pool, i);
    for (
      let duplicate = nextDuplicate(slotOf(key));
      duplicate != NO_SLOT;
      duplicate = nextDuplicate(duplicate)
    ) {
      if (left == 0) break;
      if (duplicate >= walk.bound || isVisited(walk, duplicate)) continue;
      if (walk.restricted && !isAllowed(walk, duplicate)) continue;
      markVisited(walk, duplicate);
      left--;
      const position = offer(walk, (key & ~(<u64>0xffff_ffff)) | (poolKey(0, duplicate) & 0xffff_ffff) | 1);
      if (position >= walk.size) break;
    }
  }
}

/** Returns the next slot in the list of duplicates, or NO_SLOT. */
export function nextDuplicate(slot: u32): u32 {
  return atomic.load<u32>(itemOf(Column.Duplicate, slot)) - 1;
}
