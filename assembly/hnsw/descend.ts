// The walk over one level, and the descent over those above it.
// The decision: the levels above are only for coming near, so one node is followed there; on the level that matters
// the pool holds the nearest seen, and the nearest not yet looked at is looked at next, until there is none.
import { keyAt, poolKey, slotOf } from "../search/pool";
import { gather, hasSeen, measure, measuredKey, offer, see, Walk } from "../search/walk";
import { linkCapacity, linksOf } from "./graph";

/** From the start on level `from`, always to the nearer neighbour, down to level `to`. @returns the nearest node found */
export function descend(walk: Walk, start: u32, from: u32, to: u32): u32 {
  gather(walk, 0, start);
  measure(walk, 1);
  let best = poolKey(load<f32>(walk.distances), start);
  for (let level = from; level > to; level--) {
    for (let before: u64 = 0; before != best; ) {
      before = best;
      const gathered = gatherAll(walk, slotOf(best), level);
      measure(walk, gathered);
      for (let i: u32 = 0; i < gathered; i++) best = min(best, measuredKey(walk, i));
    }
  }
  return slotOf(best);
}

/** Fills the pool with the nearest nodes of a level that a walk from `start` comes to. */
export function walkLevel(walk: Walk, start: u32, level: u32): void {
  see(walk, start);
  gather(walk, 0, start);
  measure(walk, 1);
  offer(walk, measuredKey(walk, 0));
  for (let at: u32 = 0; at < walk.size; ) {
    const key = keyAt(walk.pool, at);
    if (key & 1) {
      at++;
      continue;
    }
    store<u64>(walk.pool + ((<usize>at) << 3), key | 1);
    const gathered = gatherUnseen(walk, slotOf(key), level);
    measure(walk, gathered);
    at++;
    for (let i: u32 = 0; i < gathered; i++) at = min(at, offer(walk, measuredKey(walk, i)));
  }
}

function gatherAll(walk: Walk, slot: u32, level: u32): u32 {
  const links = linksOf(slot, level);
  const end = links + ((<usize>linkCapacity(level)) << 2);
  let gathered: u32 = 0;
  for (let at = links; at < end; at += 4) {
    const link = load<u32>(at);
    if (link == 0) break;
    if (link <= walk.bound) gather(walk, gathered++, link - 1);
  }
  return gathered;
}

function gatherUnseen(walk: Walk, slot: u32, level: u32): u32 {
  const links = linksOf(slot, level);
  const end = links + ((<usize>linkCapacity(level)) << 2);
  let gathered: u32 = 0;
  for (let at = links; at < end; at += 4) {
    const link = load<u32>(at);
    if (link == 0) break;
    if (link > walk.bound || hasSeen(walk, link - 1)) continue;
    see(walk, link - 1);
    gather(walk, gathered++, link - 1);
  }
  return gathered;
}
