// The postings of the open window: for each term a list of slots and values, which grows while rows are added.
// The decision: a list that is full is copied to one of twice the size, so readers take address and length in one load
// and read on in the old copy. All lists are in blocks that are used again for the next window. A reader that was
// reading meanwhile finds another generation afterwards and reads the window again, as a sealed one; until it finds
// out, what it reads must not lead it elsewhere, so slots are masked and addresses checked.
//
//   list     entries: slot u32, value f32
//   block    next block u32, its end u32, then lists
import { allocate, usedBytes } from "../memory/arena";
import {
  BLOCK,
  FIRST_BLOCK,
  FREE_LISTS,
  fieldAt,
  newestRecord,
  nextGeneration,
  setFieldAt,
  setNewestRecord,
} from "./fields";

/** The bytes of lists that one entry may take: lists of a half, a quarter and so on were copied. */
export const LIST_BYTES_AN_ENTRY: u32 = 32;
const FIRST_ENTRIES: u32 = 2;
const BLOCK_HEAD: usize = 8;
const BLOCK_BYTES: u64 = 1 << 20;
/** Blocks are as large as a part of the memory, so that a small store stays small. */
const BLOCK_SHIFT: u64 = 3;

/** Adds a posting to the list of the record. @returns false: no memory */
export function append(record: usize, window: u32, slot: u32, value: f32): bool {
  let list: u64 = 0;
  if (load<u32>(record, 8) == window + 1) {
    list = load<u64>(record, 16);
  } else {
    store<u32>(record, <u32>newestRecord(), 12);
    setNewestRecord(record);
    atomic.store<u64>(record, 0, 16);
    atomic.store<u32>(record, window + 1, 8);
  }
  const n = <u32>list;
  let address = <usize>(list >> 32);
  if (n == 0 || (n >= FIRST_ENTRIES && (n & (n - 1)) == 0)) {
    const larger = newList(max(2 * n, FIRST_ENTRIES));
    if (larger == 0) return false;
    memory.copy(larger, address, (<usize>n) << 3);
    address = larger;
  }
  const entry = address + ((<usize>n) << 3);
  store<u32>(entry, slot);
  store<f32>(entry, value, 4);
  atomic.store<u64>(record, ((<u64>address) << 32) | (n + 1), 16);
  return true;
}

/** Returns the list of the record in the window, as address << 32 | entries; 0: it has none. */
export function openList(record: usize, window: u32): u64 {
  return atomic.load<u32>(record, 8) == window + 1 ? atomic.load<u64>(record, 16) : 0;
}

/** Discards the lists of all terms, before their memory is used again. */
export function discardLists(): void {
  nextGeneration();
  setNewestRecord(0);
  const first = fieldAt(FIRST_BLOCK);
  if (first != 0) use(first);
}

/** Returns the record after this one among those with postings in the open window; 0: none. */
export function recordAfter(record: usize): usize {
  return load<u32>(record, 12);
}

function newList(entries: u32): usize {
  const bytes = (<u64>entries) << 3;
  while (true) {
    const free = fieldAt(FREE_LISTS);
    if (free != 0 && <u64>free + bytes <= <u64>fieldAt(FREE_LISTS + 4)) {
      setFieldAt(FREE_LISTS, free + <usize>bytes);
      return free;
    }
    if (!nextBlock(bytes)) return 0;
  }
}

/** Goes on in the next block, or in a new one. */
function nextBlock(bytes: u64): bool {
  const block = fieldAt(BLOCK);
  const after = block == 0 ? 0 : load<u32>(block);
  if (after != 0) {
    use(after);
    return true;
  }
  const size = max(min(BLOCK_BYTES, usedBytes() >> BLOCK_SHIFT), bytes + BLOCK_HEAD);
  const added = allocate(size);
  if (added == 0) return false;
  store<u32>(added, <u32>(added + <usize>size), 4);
  if (block == 0) setFieldAt(FIRST_BLOCK, added);
  else store<u32>(block, <u32>added);
  use(added);
  return true;
}

function use(block: usize): void {
  setFieldAt(BLOCK, block);
  setFieldAt(FREE_LISTS, block + BLOCK_HEAD);
  setFieldAt(FREE_LISTS + 4, load<u32>(block, 4));
}
