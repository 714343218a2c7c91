// Groups equal vectors before anything is compared: the first of them becomes a node, the others its duplicates.
// The decision: a hash of the code finds them, whereas a walk misses one in twenty. The table of the hash is in the
// memory that candidates use later.

import { linkDuplicate } from "../hnsw/duplicates";
import { allocateUpper, levelOf } from "../hnsw/graph";
import { Column, isDead, itemBytes, itemOf } from "../memory/column";
import { count } from "../memory/layout";
import { Builder } from "./builder";
import { Bulk } from "./state";

/** The golden ratio in 64 bits. */
const FACTOR: u64 = ((<u64>0x9e37_79b9) << 32) | 0x7f4a_7c15;
/** Slots that are grouped in one step. */
const SLOTS: u32 = 256;

/** The work of one step, in thousands of products. */
const WORK: i32 = 64;

/** Goes on with the next slots, and ends the item with the last. @returns the work; -1: no memory */
export function groupFurther(bulk: Bulk, own: Builder): i32 {
  const end = min(count(), bulk.next + SLOTS);
  for (; bulk.next < end; bulk.next++) {
    if (isDead(bulk.next)) continue;
    const entryAddress = entryOf(bulk.candidates, bulk.next);
    const equal = load<u32>(entryAddress);
    if (equal != 0) linkDuplicate(equal - 1, bulk.next);
    else {
      store<u32>(entryAddress, bulk.next + 1);
      if (!addNode(bulk, bulk.next)) return -1;
    }
  }
  own.hasItem = bulk.next < count();
  return WORK;
}

/** Returns the entry of the table for the code of the slot: empty, or the first slot with the same code, plus 1. */
function entryOf(table: usize, slot: u32): usize {
  const bytes = itemBytes(Column.Codes);
  const code = itemOf(Column.Codes, slot);
  const mask: u32 = ((<u32>2) << (32 - <u32>clz<u32>(count()))) - 1;
  let at = hashOf(code, bytes) & mask;
  while (true) {
    const entryAddress = table + ((<usize>at) << 2);
    const other = load<u32>(entryAddress);
    if (other == 0 || memory.compare(itemOf(Column.Codes, other - 1), code, bytes) == 0) return entryAddress;
    at = (at + 1) & mask;
  }
}

/** Multiplies and rotates word by word, then mixes the high bits into the low ones. */
function hashOf(code: usize, bytes: u32): u32 {
  let hash: u64 = bytes;
  for (let at: u32 = 0; at < bytes; at += 8) {
    hash = rotl<u64>((hash ^ load<u64>(code + at)) * FACTOR, 29);
  }
  return <u32>(hash ^ (hash >> 32));
}

function addNode(bulk: Bulk, slot: u32): bool {
  const level = levelOf(slot);
  if (bulk.allSize == 0 || level > bulk.top) {
    bulk.top = level;
    bulk.entry = slot;
  }
  store<u32>(bulk.all + ((<usize>bulk.allSize) << 2), slot);
  bulk.allSize++;
  if (level == 0) return true;
  store<u32>(bulk.upper + ((<usize>bulk.upperSize) << 2), slot);
  store<u32>(bulk.ranks + ((<usize>slot) << 2), bulk.upperSize);
  bulk.upperSize++;
  return allocateUpper(slot, level);
}
