// The working space of one thread in one vector store: an area whose layout each call defines, and one tag per slot
// that marks the slots that the current walk has visited.
// The decision: areas grow by doubling and are never shared, so a search allocates nothing once they are large enough.
// A tag is one byte with the number of the walk, so a new walk clears nothing; after 255 walks all tags are cleared.
//
//   worker offset      type   field
//   0                  u32    address of the area
//   4                  u32    its size in bytes
//   8                  u32    address of the tags
//   12                 u32    slots that have a tag
//   16                 u32    number of the current walk, 1 to 255
import { MAX_BATCH_THREADS, MAX_WORKERS } from "../abi";
import { allocate } from "./arena";
import { capacity, HEADER, WORKER_BYTES, WORKERS } from "./layout";

const FIRST_BYTES: u32 = 4096;
const MAX_BYTES: u64 = 1 << 31;
const LAST_TAG: u32 = 255;

/** @returns the worker's area, at least `bytes` long, or 0 if there is no such worker or no memory */
export function scratch(worker: u32, bytes: u64): usize {
  if (worker >= MAX_WORKERS + MAX_BATCH_THREADS || bytes > MAX_BYTES) return 0;
  const entry = entryOf(worker);
  const have = load<u32>(entry, 4);
  if (bytes <= have) return load<u32>(entry);
  let size: u64 = max(have, FIRST_BYTES);
  while (size < bytes) size <<= 1;
  const address = allocate(size);
  if (address == 0) return 0;
  store<u32>(entry, <u32>address);
  store<u32>(entry, <u32>size, 4);
  return address;
}

/** Returns the address of an offset in the worker's area, which becomes large enough for what is before it. */
export function scratchAt(worker: u32, offset: u64): usize {
  return scratch(worker, offset) + <usize>offset;
}

/** Ensures a tag for every slot below the capacity. @returns false when there is no memory */
export function ensureTags(worker: u32): bool {
  const entry = entryOf(worker);
  const slots = capacity();
  if (slots <= load<u32>(entry, 12)) return true;
  let size: u32 = max(load<u32>(entry, 12), FIRST_BYTES);
  while (size < slots) size <<= 1;
  const address = allocate(size);
  if (address == 0) return false;
  store<u32>(entry, <u32>address, 8);
  store<u32>(entry, size, 12);
  store<u32>(entry, 0, 16);
  return true;
}

export function tags(worker: u32): usize {
  return load<u32>(entryOf(worker), 8);
}

export function taggedSlots(worker: u32): u32 {
  return load<u32>(entryOf(worker), 12);
}

/** Begins a walk. @returns its number, the tag of slots that it visits */
export function nextTag(worker: u32): u32 {
  const entry = entryOf(worker);
  let tag = load<u32>(entry, 16) + 1;
  if (tag > LAST_TAG) {
    memory.fill(load<u32>(entry, 8), 0, load<u32>(entry, 12));
    tag = 1;
  }
  store<u32>(entry, tag, 16);
  return tag;
}

function entryOf(worker: u32): usize {
  return HEADER + WORKERS + <usize>worker * WORKER_BYTES;
}
