// The slots that are inserted together with a new node and before it, as candidates for its links.
// The decision: they are not in the graph while the node is searched for, so all of them are compared. So a node finds
// those that are near it, however they are distributed: rows of a topic that has just begun come one after another, and
// without links to each other each would be an island.
import { enterBuildingSpace, prepareSlot } from "../walk/space";
import { gather, measure, measuredKey, offer, Walk } from "../walk/walk";
import { NO_SLOT } from "./duplicates";
import { levelOf, MAX_LEVEL } from "./graph";

/** Slots that are measured at once; a walk has memory for more, see search/request.ts. */
const MEASURED: u32 = 64;

/** Offers the earlier members of the batch that are on the level to the pool, whose keys are in the building space. */
export function offerMembers(walk: Walk, slot: u32, level: u32): void {
  if (walk.memberCount == 0) return;
  enterBuildingSpace(walk);
  prepareSlot(walk, slot);
  for (let first: u32 = 0; first < walk.memberCount; first += MEASURED) {
    let gathered: u32 = 0;
    for (let i = first, end = min(first + MEASURED, walk.memberCount); i < end; i++) {
      const member = load<u32>(walk.members + ((<usize>i) << 2));
      if (member == NO_SLOT || (level <= MAX_LEVEL && levelOf(member) < level)) continue;
      gather(walk, gathered++, member);
    }
    measure(walk, gathered);
    for (let i: u32 = 0; i < gathered; i++) offer(walk, measuredKey(walk, i));
  }
}
