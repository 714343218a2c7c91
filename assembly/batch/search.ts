// Searches for the links of a member of a batch, in any thread.
// The decision: what a thread writes is the member's alone: its own lists, to which no link leads yet, and its
// entries in the state. So a thread that dies leaves nothing behind that is not written again.
import { endItem, takeItem } from "../bulk/items";
import { NO_SLOT } from "../hnsw/duplicates";
import { hasProducts, levelOf, PRODUCTS } from "../hnsw/graph";
import { chooseOnLevels, chooseProducts, clearList } from "../hnsw/insert";
import { beginWalk, Walk } from "../walk/walk";
import { Batch } from "./state";

/** Takes a member and searches for its links. @returns 1; 0: none is left to be taken; -1: no memory */
export function searchNext(walk: Walk, batch: Batch): i32 {
  const taken = takeItem(batch.items);
  if (taken < 0) return 0;
  const member = <u32>taken;
  const item = (<usize>member) << 2;
  const slot = load<u32>(batch.slots + item);
  if (slot != NO_SLOT && load<u32>(batch.searched + item) == 0 && !search(walk, batch, member, slot))
    return -1;
  store<u32>(batch.searched + item, 1);
  endItem(batch.items);
  return 1;
}

/** @returns false when there is no memory */
function search(walk: Walk, batch: Batch, member: u32, slot: u32): bool {
  for (let level: u32 = 0, top = levelOf(slot); level <= top; level++) clearList(slot, level);
  if (hasProducts()) clearList(slot, PRODUCTS);
  walk.members = batch.slots;
  walk.memberCount = member;
  if (!beginWalk(walk)) return false;
  const start = chooseOnLevels(walk, slot);
  if (start == NO_SLOT) store<u32>(batch.equals + ((<usize>member) << 2), walk.equal + 1);
  else if (hasProducts()) chooseProducts(walk, slot, start);
  return true;
}
