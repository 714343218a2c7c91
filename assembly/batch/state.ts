// A batch: slots that are inserted into a graph together. First any number of threads search for their links, then the
// writer links to them.
// The decision: the graph does not change while threads search, so they take no locks, and the result depends neither
// on their number nor on their order. This is the batch insertion of ParlayANN (Manohar and others, 2024), with batches
// of a fixed size that is small beside the graph, and with all members of a batch compared with each other. Batches
// that double with the graph need fewer waits, but their members would not be found by each other.

import { areEnded, closeItems, Items, openItems } from "../bulk/items";
import { NO_SLOT } from "../hnsw/duplicates";
import { allocateUpper, levelOf } from "../hnsw/graph";
import { listNext } from "../hnsw/order";
import { allocate } from "../memory/arena";
import { isDead } from "../memory/column";
import { BATCH, entry, HEADER } from "../memory/layout";
import { encodeIndexed } from "../walk/space";
import { Walk } from "../walk/walk";

/** The most members of a batch. A graph to which batches are added has fifty times as many nodes, see the host. */
const MOST_MEMBERS: u32 = 64;

@unmanaged
export class Batch {
  /** The members that threads search for are items. */
  items: Items = changetype<Items>(0);
  /** The number of members, and how many of them the graph has; 0 members: no batch is open. */
  size: u32 = 0;
  linked: u32 = 0;
  /** For each member its slot; NO_SLOT: it was dead and is left out. */
  slots: usize = 0;
  /** For each member whether its links were searched for, 1 or 0. */
  searched: usize = 0;
  /** For each member the slot that it equals, as slot + 1; 0: it becomes a node. */
  equals: usize = 0;
  /** Members that were linked as duplicates: pairs of the member and its node; and how many. */
  duplicates: usize = 0;
  duplicateCount: u32 = 0;
}

export function batchState(): Batch {
  return changetype<Batch>(<usize>load<u32>(HEADER, BATCH));
}

/** Returns whether there are members that the graph does not have yet. */
export function isBatchOpen(): bool {
  return load<u32>(HEADER, BATCH) != 0 && batchState().size > 0;
}

/**
 * Opens a batch of the next slots, at most `most` of them. It ends before a slot with a higher level than the graph,
 * which has to be inserted alone.
 * @returns false when there is no memory; then there is no batch
 */
export function openMembers(walk: Walk, most: u32): bool {
  if (load<u32>(HEADER, BATCH) == 0 && !allocateBatch()) return false;
  const state = batchState();
  const listed = listNext(min(most, MOST_MEMBERS), state.slots);
  const topLevel = <u32>(entry() >> 32);
  let size: u32 = 0;
  for (; size < listed; size++) {
    const item = (<usize>size) << 2;
    const slot = load<u32>(state.slots + item);
    if (isDead(slot)) store<u32>(state.slots + item, NO_SLOT);
    else {
      const level = levelOf(slot);
      if (level > topLevel) break;
      if (level > 0 && !allocateUpper(slot, level)) return false;
      encodeIndexed(walk, slot);
    }
    store<u32>(state.searched + item, 0);
    store<u32>(state.equals + item, 0);
  }
  state.size = size;
  state.linked = 0;
  state.duplicateCount = 0;
  share(state);
  return true;
}

/** Lets threads take the members that were not searched for. To be called while no thread searches. */
export function share(state: Batch): void {
  closeItems(state.items);
  state.items.count = state.size;
  state.items.ended = 0;
  openItems(state.items);
}

export function areSearched(state: Batch): bool {
  return areEnded(state.items);
}

function allocateBatch(): bool {
  const numbers = (<u64>MOST_MEMBERS) << 2;
  const parts: u64 = 64;
  const address = allocate(2 * parts + 5 * numbers);
  if (address == 0) return false;
  const state = changetype<Batch>(address);
  state.items = changetype<Items>(address + <usize>parts);
  state.slots = address + <usize>(2 * parts);
  state.searched = state.slots + <usize>numbers;
  state.equals = state.searched + <usize>numbers;
  state.duplicates = state.equals + <usize>numbers;
  store<u32>(HEADER, <u32>address, BATCH);
  return true;
}
