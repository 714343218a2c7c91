// A column is an array with one item of fixed size per slot, kept in chunks: vectors, codes, links and the like.
// The decision: a chunk of full size never moves, and a table contains the addresses, so readers need no lock while the
// writer adds chunks. Only chunk 0 starts small (a 64th, then x4: a collection of ten points takes one page) and is
// copied when it grows; tables double in the same way. Readers with an old address read an old copy that is not written
// any more; it stays allocated, at most a third of a chunk.
//
//   slot            = chunk number << shift | index in the chunk
//   item of a slot  = load<u32>(table + 4 x chunk number) + index x item bytes
import { Column, Status } from "../abi";
import { allocate, ensureFree } from "./arena";
import {
  COLUMN_BYTES,
  COLUMNS,
  capacity,
  chunkShift,
  HEADER,
  setCapacity,
  setTableEntries,
  tableEntries,
} from "./layout";

export { Column };

/** The columns that grow with the capacity; those after them are in spare.ts. */
export const COLUMN_COUNT: u32 = 8;
const CHUNK_BYTES: u32 = 1 << 20;
const MIN_CHUNK_SLOTS: u32 = 64;
const MAX_CHUNK_SLOTS: u32 = 1 << 16;
const FIRST_TABLE_ENTRIES: u32 = 16;
/** Chunk 0 starts at a 64th of a chunk, 16 KiB, and grows x4. */
const FIRST_SHIFT: u32 = 6;
const SMALL_STEP: u32 = 2;
/** Slot numbers and counts stay below 2^31, so that they cannot be confused with a status. */
const MAX_SLOTS: u64 = 1 << 31;
/** Bytes left free when chunks are added, because searching a full vector store still needs scratch space. */
const SCRATCH_RESERVE: u64 = 1 << 20;
/** Each allocation of a growth, one for a chunk and one for a table of each column, may lose this much to alignment. */
const SLACK: u64 = 2 * COLUMN_COUNT * 64;
/**
 * A store grows by at least an eighth, because the cost of growing increases with the number of memories of the
 * process.
 */
const GROWTH_SHIFT: u32 = 3;

/** Returns the shift whose chunk holds about one MiB of slots, all their columns together. */
export function chunkShiftFor(bytesPerSlot: u32): u32 {
  let slots = CHUNK_BYTES / bytesPerSlot;
  if (slots < MIN_CHUNK_SLOTS) slots = MIN_CHUNK_SLOTS;
  if (slots > MAX_CHUNK_SLOTS) slots = MAX_CHUNK_SLOTS;
  return 31 - clz(slots);
}

/** Sets the item size of a column before there are slots. A column without one takes no memory and must not be read. */
export function defineColumn(column: Column, bytes: u32): void {
  store<u32>(entryOf(column), bytes, 4);
}

export function itemBytes(column: Column): u32 {
  return load<u32>(entryOf(column), 4);
}

/** Returns the address of the chunk addresses of a column. A replaced table stays valid for the chunks it had. */
export function tableOf(column: Column): usize {
  return load<u32>(entryOf(column));
}

export function chunkOf(column: Column, chunk: u32): usize {
  return load<u32>(tableOf(column) + ((<usize>chunk) << 2));
}

/** @returns the address of the slot's item; the slot must be below the capacity */
export function itemOf(column: Column, slot: u32): usize {
  const shift = chunkShift();
  const index = slot & ((1 << shift) - 1);
  return chunkOf(column, slot >> shift) + <usize>index * itemBytes(column);
}

/** Returns the address of the 64-bit word that has the slot's dead bit, which is bit `slot & 63`. */
export function deadWordOf(slot: u32): usize {
  const shift = chunkShift();
  const index = slot & ((1 << shift) - 1);
  return chunkOf(Column.Dead, slot >> shift) + ((<usize>(index >> 6)) << 3);
}

/**
 * Returns how many of the slots from `first` to before `end` are adjacent in the column. They must be below the
 * capacity.
 */
export function runOf(column: Column, first: u32, end: u32): u32 {
  const shift = chunkShift();
  const bytes = <usize>columnBytes(column, 1 << shift);
  let chunk = first >> shift;
  while ((chunk + 1) << shift < end && chunkOf(column, chunk + 1) == chunkOf(column, chunk) + bytes) chunk++;
  return min(end, (chunk + 1) << shift) - first;
}

/** Allocates memory for at least `slots` slots. On failure nothing has changed. */
export function ensureCapacity(slots: u32): i32 {
  const have = capacity();
  if (slots <= have) return Status.Ok;
  const shift = chunkShift();
  const chunkSlots: u32 = 1 << shift;
  if (slots <= chunkSlots) return growTo(smallSize(slots, chunkSlots));
  const needed: u64 = (<u64>slots + chunkSlots - 1) >> shift;
  const comfortable: u64 = max(needed, <u64>(have >> shift) + (have >> (shift + GROWTH_SHIFT)));
  // The larger growth may fail where the needed one still fits.
  if (growTo(comfortable << shift) == Status.Ok) return Status.Ok;
  return comfortable == needed ? Status.OutOfMemory : growTo(needed << shift);
}

/** Returns the size of a chunk 0 for `slots`: it starts at a 64th of a chunk and grows x4. */
function smallSize(slots: u32, chunkSlots: u32): u64 {
  let size = max(chunkSlots >> FIRST_SHIFT, 1);
  while (size < slots) size <<= SMALL_STEP;
  return min(size, chunkSlots);
}

/** Grows chunk 0 up to its full size, then adds chunks. The memory for all of it is ensured first. */
function growTo(slots: u64): i32 {
  if (slots > MAX_SLOTS) return Status.OutOfMemory;
  const shift = chunkShift();
  const chunkSlots: u32 = 1 << shift;
  const first = <u32>min<u64>(slots, chunkSlots);
  const chunks = <u32>((slots + chunkSlots - 1) >> shift);
  const before = (capacity() + chunkSlots - 1) >> shift;
  if (!ensureFree(bytesToGrow(first, chunks, before))) return Status.OutOfMemory;
  if (!ensureTables(chunks)) return Status.OutOfMemory;
  if (first > capacity() && !growFirstChunk(first)) return Status.OutOfMemory;
  const full = capacity() >> shift;
  return chunks <= full || slots <= chunkSlots || addChunks(full, chunks - full)
    ? Status.Ok
    : Status.OutOfMemory;
}

/** Returns the most bytes that growing allocates: tables, a new chunk 0, new chunks, alignment. */
function bytesToGrow(first: u32, chunks: u32, before: u32): u64 {
  const added = max(chunks, before) - max(before, 1);
  const firstChunk = first > capacity() ? bytesOfSlots(first) : 0;
  const tables = chunks > tableEntries() ? <u64>tableSize(chunks) * (4 * COLUMN_COUNT) : 0;
  const reserve = chunks > 1 ? SCRATCH_RESERVE : 0;
  return firstChunk + tables + bytesOfSlots(1 << chunkShift()) * added + SLACK + reserve;
}

function bytesOfSlots(slots: u32): u64 {
  let bytes: u64 = 0;
  for (let column: u32 = 0; column < COLUMN_COUNT; column++) bytes += columnBytes(column, slots);
  return bytes;
}

/** Returns the bytes of a column. Bits come in whole 64-bit words, because readers skip dead slots by the word. */
export function columnBytes(column: Column, slots: u32): u64 {
  if (column == Column.Dead) return (<u64>((slots + 63) >> 6)) << 3;
  return <u64>slots * itemBytes(column);
}

function growFirstChunk(slots: u32): bool {
  const old = capacity();
  for (let column: u32 = 0; column < COLUMN_COUNT; column++) {
    const bytes = columnBytes(column, slots);
    if (bytes == 0) continue;
    const chunk = allocate(bytes);
    if (chunk == 0) return false;
    if (old > 0) memory.copy(chunk, chunkOf(column, 0), <usize>columnBytes(column, old));
    setChunk(column, 0, chunk);
  }
  setCapacity(slots);
  return true;
}

function addChunks(have: u32, more: u32): bool {
  const shift = chunkShift();
  for (let column: u32 = 0; column < COLUMN_COUNT; column++) {
    const bytes = columnBytes(column, 1 << shift);
    if (bytes == 0) continue;
    const chunks = allocate(bytes * more);
    if (chunks == 0) return false;
    for (let i: u32 = 0; i < more; i++) setChunk(column, have + i, chunks + <usize>(bytes * i));
  }
  setCapacity((have + more) << shift);
  return true;
}

/** Sets a chunk's address atomically, so that a reader of the address sees what was stored there before. */
export function setChunk(column: Column, chunk: u32, address: usize): void {
  atomic.store<u32>(tableOf(column) + ((<usize>chunk) << 2), <u32>address);
}

/**
 * Makes tables for `entries` chunks. They are complete before the header points to them; readers of the old ones find
 * the same chunks.
 */
function ensureTables(entries: u32): bool {
  const have = tableEntries();
  if (entries <= have) return true;
  const size = tableSize(entries);
  for (let column: u32 = 0; column < COLUMN_COUNT; column++) {
    const table = allocate((<u64>size) << 2);
    if (table == 0) return false;
    if (have > 0) memory.copy(table, tableOf(column), (<usize>have) << 2);
    setTable(column, table);
  }
  setTableEntries(size);
  return true;
}

/** Sets the address of the chunk addresses of a column. */
export function setTable(column: Column, table: usize): void {
  atomic.store<u32>(entryOf(column), <u32>table);
}

function tableSize(entries: u32): u32 {
  let size = max(tableEntries(), FIRST_TABLE_ENTRIES);
  while (size < entries) size <<= 1;
  return size;
}

function entryOf(column: Column): usize {
  return HEADER + COLUMNS + <usize>column * COLUMN_BYTES;
}

export function isDead(slot: u32): bool {
  return ((atomic.load<u64>(deadWordOf(slot)) >> (slot & 63)) & 1) != 0;
}
