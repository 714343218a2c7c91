// A column is an array with one fixed-size item per slot, kept in chunks: what the vectors and the dead bits are.
// The decision: chunks never move once they are full-sized, and a table gives their addresses, so readers need no lock
// while the writer adds chunks. Only chunk 0 starts small (a sixteenth, then a quarter, then whole: a collection of ten
// points takes one page) and is copied as it grows; tables double likewise. Readers that still hold an old address
// read an old copy that nobody writes to any more; it stays in place, at most 5/16 of a chunk.
//
//   slot            = chunk number << shift | index in the chunk
//   item of a slot  = load<u32>(table + 4 x chunk number) + index x item bytes
import { Status } from "../abi";
import { allocate } from "./arena";
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
/** Chunk 0 grows by this shift: x4. */
const SMALL_STEP: u32 = 2;
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

/** Sets memory aside for at least `slots` slots. On failure the capacity is what it was. */
export function ensureCapacity(slots: u32): i32 {
  if (slots <= capacity()) return Status.Ok;
  const chunkSlots: u32 = 1 << chunkShift();
  const status = growFirstChunk(min(slots, chunkSlots), chunkSlots);
  if (status != Status.Ok || slots <= capacity()) return status;

  const chunks = capacity() >> chunkShift();
  const needed = (slots - capacity() + chunkSlots - 1) >> chunkShift();
  const comfortable = max(needed, chunks >> GROWTH_SHIFT);
  // The comfortable step may fail where the needed one still fits.
  if (addChunks(chunks, comfortable) == Status.Ok) return Status.Ok;
  return comfortable == needed ? Status.OutOfMemory : addChunks(chunks, needed);
}

function growFirstChunk(wanted: u32, chunkSlots: u32): i32 {
  const old = capacity();
  if (wanted <= old) return Status.Ok;
  let slots = old == 0 ? chunkSlots >> (2 * SMALL_STEP) : old;
  while (slots < wanted) slots <<= SMALL_STEP;
  slots = min(slots, chunkSlots);
  if (ensureTables(1) != Status.Ok) return Status.OutOfMemory;

  const rows = allocate(<u64>slots * rowBytes());
  if (rows == 0) return Status.OutOfMemory;
  const bits = allocate(deadBytes(slots));
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
  if (ensureTables(have + more) != Status.Ok) return Status.OutOfMemory;
  const shift = chunkShift();
  const rowChunkBytes = (<u64>rowBytes()) << shift;
  const bitChunkBytes = deadBytes(1 << shift);
  const rows = allocate(rowChunkBytes * more);
  if (rows == 0) return Status.OutOfMemory;
  const bits = allocate(bitChunkBytes * more);
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

function setChunk(chunk: u32, rows: usize, bits: usize): void {
  store<u32>(<usize>load<u32>(HEADER, VECTOR_TABLE) + ((<usize>chunk) << 2), <u32>rows);
  store<u32>(<usize>load<u32>(HEADER, DEAD_TABLE) + ((<usize>chunk) << 2), <u32>bits);
}

function ensureTables(entries: u32): i32 {
  const have = tableEntries();
  if (entries <= have) return Status.Ok;
  let size = max(have, FIRST_TABLE_ENTRIES);
  while (size < entries) size <<= 1;
  const bytes = (<u64>size) << 2;
  const vectors = allocate(bytes);
  const dead: usize = vectors == 0 ? 0 : allocate(bytes);
  if (dead == 0) return Status.OutOfMemory;
  moveTable(VECTOR_TABLE, vectors, have);
  moveTable(DEAD_TABLE, dead, have);
  setTableEntries(size);
  return Status.Ok;
}

/** The new table is complete before the header points to it; readers of the old one find the same chunks. */
function moveTable(field: usize, table: usize, entries: u32): void {
  if (entries > 0) memory.copy(table, load<u32>(HEADER + field), (<usize>entries) << 2);
  atomic.store<u32>(HEADER + field, <u32>table);
}
