// A column is an array with one fixed-size item per slot, kept in chunks: what the vectors and the dead bits are.
// The decision: chunks never move once they are full-sized, and a table gives their addresses, so readers need no lock
// while the writer adds chunks. Only chunk 0 starts small (a 64th, then x4: a collection of ten points takes one page) and is copied as it grows; tables double likewise. Readers that still hold an old address
// read an old copy that nobody writes to any more; it stays in place, at most a third of a chunk.
//
//   slot            = chunk number << shift | index in the chunk
//   item of a slot  = load<u32>(table + 4 x chunk number) + index x item bytes
import { Status } from "../abi";
import { allocate, ensureFree } from "./arena";
import {
  capacity,
  chunkShift,
  DEAD_TABLE,
  HEADER,
  rowBytes,
  setCapacity,
  setTableEntries,
  tableEntries,
  VECTOR_TABLE,
} from "./layout";

const CHUNK_BYTES: u32 = 1 << 20;
const MIN_CHUNK_SLOTS: u32 = 64;
const MAX_CHUNK_SLOTS: u32 = 1 << 16;
const FIRST_TABLE_ENTRIES: u32 = 16;
/** Chunk 0 starts at a 64th of a chunk, 16 KiB of rows, and grows x4. */
const FIRST_SHIFT: u32 = 6;
const SMALL_STEP: u32 = 2;
/** Slot numbers and counts stay below 2^31, so that they never look like a status. */
const MAX_SLOTS: u64 = 1 << 31;
/** Left free when chunks are added: a segment that is full must still be searched, which takes scratch space. */
const SCRATCH_RESERVE: u64 = 1 << 20;
/** Each of the up to six allocations of a step may lose this much to alignment. */
const SLACK: u64 = 6 * 64;
/** A segment grows by at least an eighth of itself: growing costs more the more memories the process has. */
const GROWTH_SHIFT: u32 = 3;

/** The shift whose chunk holds about one MiB of rows. */
export function chunkShiftFor(bytesPerRow: u32): u32 {
  let slots = CHUNK_BYTES / bytesPerRow;
  if (slots < MIN_CHUNK_SLOTS) slots = MIN_CHUNK_SLOTS;
  if (slots > MAX_CHUNK_SLOTS) slots = MAX_CHUNK_SLOTS;
  return 31 - clz(slots);
}

/** @returns the address of the slot's row; the slot must be below the capacity */
export function vectorAddress(slot: u32): usize {
  const shift = chunkShift();
  const index = slot & ((1 << shift) - 1);
  return vectorChunk(slot >> shift) + <usize>index * rowBytes();
}

export function vectorChunk(chunk: u32): usize {
  return load<u32>(<usize>load<u32>(HEADER, VECTOR_TABLE) + ((<usize>chunk) << 2));
}

export function deadChunk(chunk: u32): usize {
  return load<u32>(<usize>load<u32>(HEADER, DEAD_TABLE) + ((<usize>chunk) << 2));
}

/** Sets memory aside for at least `slots` slots. On failure nothing has changed. */
export function ensureCapacity(slots: u32): i32 {
  const have = capacity();
  if (slots <= have) return Status.Ok;
  const shift = chunkShift();
  const chunkSlots: u32 = 1 << shift;
  if (slots <= chunkSlots) return growTo(smallSize(slots, chunkSlots));
  const needed: u64 = (<u64>slots + chunkSlots - 1) >> shift;
  const comfortable: u64 = max(needed, <u64>(have >> shift) + (have >> (shift + GROWTH_SHIFT)));
  // The comfortable step may fail where the needed one still fits.
  if (growTo(comfortable << shift) == Status.Ok) return Status.Ok;
  return comfortable == needed ? Status.OutOfMemory : growTo(needed << shift);
}

/** The size of a chunk 0 that holds `slots`: it starts at a 64th of a chunk and grows x4. */
function smallSize(slots: u32, chunkSlots: u32): u64 {
  let size = max(chunkSlots >> FIRST_SHIFT, 1);
  while (size < slots) size <<= SMALL_STEP;
  return min(size, chunkSlots);
}

/** Grows chunk 0 as far as it goes, then adds chunks; the memory for all of it is made sure of first. */
function growTo(slots: u64): i32 {
  if (slots > MAX_SLOTS) return Status.OutOfMemory;
  const shift = chunkShift();
  const chunkSlots: u32 = 1 << shift;
  const first = <u32>min<u64>(slots, chunkSlots);
  const chunks = <u32>((slots + chunkSlots - 1) >> shift);
  const before = (capacity() + chunkSlots - 1) >> shift;
  if (!ensureFree(bytesToGrow(first, chunks, before))) return Status.OutOfMemory;
  if (ensureTables(chunks) != Status.Ok) return Status.OutOfMemory;
  if (first > capacity() && growFirstChunk(first) != Status.Ok) return Status.OutOfMemory;
  const full = capacity() >> shift;
  return chunks > full && slots > chunkSlots ? addChunks(full, chunks - full) : Status.Ok;
}

/** What growing takes from the arena at most: tables, a new chunk 0, new chunks, alignment. */
function bytesToGrow(first: u32, chunks: u32, before: u32): u64 {
  const added = max(chunks, before) - max(before, 1);
  const perSlot = ((<u64>rowBytes()) << chunkShift()) + deadBytes(1 << chunkShift());
  const firstChunk = first > capacity() ? <u64>first * rowBytes() + deadBytes(first) : 0;
  const tables = chunks > tableEntries() ? (<u64>tableSize(chunks)) << 3 : 0;
  return firstChunk + tables + perSlot * added + SLACK + (chunks > 1 ? SCRATCH_RESERVE : 0);
}

function growFirstChunk(slots: u32): i32 {
  const old = capacity();
  const rows = allocate(<u64>slots * rowBytes());
  const bits: usize = rows == 0 ? 0 : allocate(deadBytes(slots));
  if (bits == 0) return Status.OutOfMemory;
  if (old > 0) {
    memory.copy(rows, vectorChunk(0), <usize>old * rowBytes());
    memory.copy(bits, deadChunk(0), <usize>deadBytes(old));
  }
  setChunk(0, rows, bits);
  setCapacity(slots);
  return Status.Ok;
}

function addChunks(have: u32, more: u32): i32 {
  const shift = chunkShift();
  const rowChunkBytes = (<u64>rowBytes()) << shift;
  const bitChunkBytes = deadBytes(1 << shift);
  const rows = allocate(rowChunkBytes * more);
  const bits: usize = rows == 0 ? 0 : allocate(bitChunkBytes * more);
  if (bits == 0) return Status.OutOfMemory;
  for (let i: u32 = 0; i < more; i++) {
    setChunk(have + i, rows + <usize>(rowChunkBytes * i), bits + <usize>(bitChunkBytes * i));
  }
  setCapacity((have + more) << shift);
  return Status.Ok;
}

/** Whole 64-bit words, because readers skip dead slots by the word. */
function deadBytes(slots: u32): u64 {
  return (<u64>((slots + 63) >> 6)) << 3;
}

/** Whoever follows the new address finds what was copied or zeroed there before. */
function setChunk(chunk: u32, rows: usize, bits: usize): void {
  atomic.store<u32>(<usize>load<u32>(HEADER, VECTOR_TABLE) + ((<usize>chunk) << 2), <u32>rows);
  atomic.store<u32>(<usize>load<u32>(HEADER, DEAD_TABLE) + ((<usize>chunk) << 2), <u32>bits);
}

function ensureTables(entries: u32): i32 {
  const have = tableEntries();
  if (entries <= have) return Status.Ok;
  const size = tableSize(entries);
  const bytes = (<u64>size) << 2;
  const vectors = allocate(bytes);
  const dead: usize = vectors == 0 ? 0 : allocate(bytes);
  if (dead == 0) return Status.OutOfMemory;
  moveTable(VECTOR_TABLE, vectors, have);
  moveTable(DEAD_TABLE, dead, have);
  setTableEntries(size);
  return Status.Ok;
}

function tableSize(entries: u32): u32 {
  let size = max(tableEntries(), FIRST_TABLE_ENTRIES);
  while (size < entries) size <<= 1;
  return size;
}

/** The new table is complete before the header points to it; readers of the old one find the same chunks. */
function moveTable(field: usize, table: usize, entries: u32): void {
  if (entries > 0) memory.copy(table, load<u32>(HEADER + field), (<usize>entries) << 2);
  atomic.store<u32>(HEADER + field, <u32>table);
}
