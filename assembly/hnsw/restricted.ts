// The walk over level 0 when only some slots may be found: those alive, those that a filter lets through.
// The decision: only slots that may be found are measured and kept, so the pool holds results and nothing else; a
// neighbour that may not be found is a bridge, and its own neighbours are looked at in its place (two hops, the idea
// of ACORN, Patel et al. 2024). So the walk costs about the same whatever the filter, until matches are so thin that
// there are no bridges; then it runs dry, and the caller compares all matches.
import { keyAt, slotOf } from "../search/pool";
import { gather, hasSeen, measure, measuredKey, offer, see, Walk } from "../search/walk";
import { linkCapacity, linksOf } from "./graph";
import { allowedOf, NONE } from "./twins";

/** Like walkLevel on level 0, for slots that may be found only. `start` may be one that may not. */
export function walkRestricted(walk: Walk, start: u32): void {
  see(walk, start);
  const first = allowedOf(walk, start);
  if (first != NONE) {
    see(walk, first);
    gather(walk, 0, first);
    offerGathered(walk, 1);
  }
  offerGathered(walk, gatherAllowed(walk, start));
  for (let at: u32 = 0; at < walk.size; ) {
    const key = keyAt(walk.pool, at);
    if (key & 1) {
      at++;
      continue;
    }
    store<u64>(walk.pool + ((<usize>at) << 3), key | 1);
    at = min(at + 1, offerGathered(walk, gatherAllowed(walk, slotOf(key))));
  }
}

/** @returns the lowest position at which a key went in */
function offerGathered(walk: Walk, gathered: u32): u32 {
  measure(walk, gathered);
  let lowest: u32 = u32.MAX_VALUE;
  for (let i: u32 = 0; i < gathered; i++) lowest = min(lowest, offer(walk, measuredKey(walk, i)));
  return lowest;
}

/** Gathers the unseen neighbours that may be found, then those of the neighbours that may not. */
function gatherAllowed(walk: Walk, slot: u32): u32 {
  const links = linksOf(slot, 0);
  const end = links + ((<usize>linkCapacity(0)) << 2);
  const bridges = walk.bridges;
  let gathered: u32 = 0;
  let refused: u32 = 0;
  for (let at = links; at < end; at += 4) {
    const link = load<u32>(at);
    if (link == 0) break;
    if (link > walk.bound || hasSeen(walk, link - 1)) continue;
    see(walk, link - 1);
    const found = allowedOf(walk, link - 1);
    if (found != link - 1) {
      store<u32>(bridges + ((<usize>refused) << 2), link - 1);
      refused++;
      if (found == NONE) continue;
      see(walk, found);
    }
    gather(walk, gathered++, found);
  }
  const enough = linkCapacity(0);
  for (let i: u32 = 0; i < refused && gathered < enough; i++) {
    gathered = gatherBeyond(walk, load<u32>(bridges + ((<usize>i) << 2)), gathered, enough);
  }
  return gathered;
}

function gatherBeyond(walk: Walk, bridge: u32, before: u32, enough: u32): u32 {
  const links = linksOf(bridge, 0);
  const end = links + ((<usize>linkCapacity(0)) << 2);
  let gathered = before;
  for (let at = links; at < end && gathered < enough; at += 4) {
    const link = load<u32>(at);
    if (link == 0) break;
    if (link > walk.bound || hasSeen(walk, link - 1)) continue;
    const found = allowedOf(walk, link - 1);
    if (found == NONE) continue;
    see(walk, found);
    gather(walk, gathered++, found);
  }
  return gathered;
}
