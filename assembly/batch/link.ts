// Makes the members of a batch nodes of the graph, in their order, when the links of all have been searched for.
// The decision: one thread, the writer, does this, with the code that inserts single slots. Searches take most of the
// time of an insertion, and what they find is the same in any thread, so the graph is the same for any number of
// threads. After each member the graph is complete, so the writer may do other work in between.
import { linkDuplicate, NO_SLOT } from "../hnsw/duplicates";
import { hasProducts, levelOf, linkCapacity, linksOf, PRODUCTS } from "../hnsw/graph";
import { linkFromChosen, linkOnLevels, noteInserted } from "../hnsw/insert";
import { getLink, hasLink, setLink, sizeOfList } from "../hnsw/lists";
import { slotDone } from "../hnsw/order";
import { Walk } from "../walk/walk";
import { Batch } from "./state";

/** Links at most `most` members. @returns the number of remaining ones; 0: the batch is no longer open */
export function linkMembers(walk: Walk, batch: Batch, most: u32): u32 {
  const end = min(batch.linked + most, batch.size);
  for (; batch.linked < end; batch.linked++) {
    const slot = load<u32>(batch.slots + ((<usize>batch.linked) << 2));
    if (slot != NO_SLOT) link(walk, batch, slot);
    slotDone();
  }
  const left = batch.size - batch.linked;
  if (left == 0) batch.size = 0;
  return left;
}

function link(walk: Walk, batch: Batch, slot: u32): void {
  const equal = load<u32>(batch.equals + ((<usize>batch.linked) << 2)) - 1;
  if (equal != NO_SLOT) {
    const node = nodeOf(batch, equal);
    noteDuplicate(batch, slot, node);
    linkDuplicate(node, slot);
    return;
  }
  for (let level: u32 = 0, top = levelOf(slot); level <= top; level++) leadToNodes(batch, slot, level);
  linkOnLevels(walk, slot);
  if (hasProducts()) {
    leadToNodes(batch, slot, PRODUCTS);
    linkFromChosen(walk, slot, PRODUCTS);
  }
  noteInserted(slot);
}

function noteDuplicate(batch: Batch, slot: u32, node: u32): void {
  const pair = batch.duplicates + ((<usize>batch.duplicateCount) << 3);
  store<u32>(pair, slot);
  store<u32>(pair, node, 4);
  batch.duplicateCount++;
}

/** Returns the node that a slot stands for, which is a node or a member that was linked. */
function nodeOf(batch: Batch, slot: u32): u32 {
  const end = batch.duplicates + ((<usize>batch.duplicateCount) << 3);
  for (let pair = batch.duplicates; pair < end; pair += 8)
    if (load<u32>(pair) == slot) return load<u32>(pair, 4);
  return slot;
}

/**
 * Lets links to members that became duplicates lead to their nodes, or leaves them out if these are not on the level.
 */
function leadToNodes(batch: Batch, slot: u32, level: u32): void {
  if (batch.duplicateCount == 0) return;
  const links = linksOf(slot, level);
  const size = sizeOfList(links, linkCapacity(level));
  let kept: u32 = 0;
  for (let i: u32 = 0; i < size; i++) {
    const other = getLink(links, i) - 1;
    const node = nodeOf(batch, other);
    if (node != other && (!isOn(node, level) || hasLink(links, size, node + 1))) continue;
    setLink(links, kept++, node + 1);
  }
  for (let i = kept; i < size; i++) setLink(links, i, 0);
}

function isOn(node: u32, level: u32): bool {
  return level == PRODUCTS || levelOf(node) >= level;
}
