// The slots that are inserted together with a new node and before it, as candidates for its links.
// The decision: they are not in the graph while the node is searched for, so all of them are compared. So a node finds
// those that are near it, however they are distributed: rows of a topic that has just begun come one after another, and
// without links to each other each would be an island. The nearest of them are in the pool before the walk begins, so
// it ends as early as one in a graph that has them; but it does not come to them, because their links are being chosen.
import { keyAt, slotOf } from "../walk/pool";
import { gather, isVisited, measuredKey, measureInOrder, offer, Walk } from "../walk/walk";
import { NO_SLOT } from "./duplicates";
import { levelOf, MAX_LEVEL } from "./graph";

/** Slots that are measured at once; a walk has memory for more, see search/request.ts. */
const MEASURED: u32 = 64;
/** Members take at most this share of the pool, so that the walk finds enough nodes of the graph. */
const POOL_SHARE: u32 = 2;

/** Offers the earlier members of the batch that are on the level to the empty pool of a walk. */
export function offerMembers(walk: Walk, level: u32): void {
  const ef = walk.ef;
  const isUpper = level > 0 && level <= MAX_LEVEL;
  walk.ef = (ef + POOL_SHARE - 1) / POOL_SHARE;
  for (let first: u32 = 0; first < walk.memberCount; first += MEASURED) {
    let gathered: u32 = 0;
    for (let i = first, end = min(first + MEASURED, walk.memberCount); i < end; i++) {
      const member = load<u32>(walk.members + ((<usize>i) << 2));
      if (member == NO_SLOT || (isUpper && levelOf(member) < level)) continue;
      gather(walk, gathered++, member);
    }
    // They were measured for the member before, too, so they need not be prefetched.
    measureInOrder(walk, gathered);
    // Their keys say that their neighbours were visited.
    for (let i: u32 = 0; i < gathered; i++) offer(walk, measuredKey(walk, i) | 1);
  }
  walk.ef = ef;
}

/** Returns the nearest node of the pool that is no member, where another walk may begin; if there is none, `start`. */
export function nearestNode(walk: Walk, start: u32): u32 {
  for (let i: u32 = 0; i < walk.size; i++) {
    const slot = slotOf(keyAt(walk.pool, i));
    if (isVisited(walk, slot)) return slot;
  }
  return start;
}
