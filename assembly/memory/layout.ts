// The layout of a memory. One memory holds one vector store; its header is at a fixed address, so no export takes a
// handle and no state is in globals: every thread that instantiates the module with this memory has the same view.
//
//   address            size   contents
//   0                  64     left to the host, which counts the pages of the memory there (asconfig: memoryBase)
//   64                 960    static data of the module, written again with the same bytes by every instantiation
//   1024               3072   header, below
//   4096           -      arena: tables, chunks, upper links, scratch areas, in the order of their allocation
//
//   header offset      type   field
//   0                  u32    magic "AZSG"
//   4                  u32    layout version (= ABI_VERSION)
//   8                  u32    dimension
//   12                 u32    metric
//   16                 u32    row bytes: 4 x dimension, rounded up to 16; the padding is zero
//   20                 u32    chunk shift: a chunk holds 1 << shift slots
//   24                 u32    capacity: slots with memory behind them
//   28                 u32    count: slots published        (atomic; readers load it before what it covers)
//   32                 u32    live: published and not dead
//   36                 u32    indexed: slots below are in the graph, or were dead when they were to be added (atomic)
//   40                 u64    arena top: the next free address (atomic; any thread may take from the arena)
//   48                 u32    table entries that fit the tables
//   52                 u32    encoding
//   56                 u32    M: links of a node on the upper levels; level 0 has twice as many; 0: no graph
//   60                 u32    ef_construct
//   64                 u32    seed of the level draw
//   68                 u32    nodes of the graph
//   72                 u64    entry: level << 32 | slot + 1; 0: the graph is empty (atomic)
//   80                 u32    centre: address of the f32 row that codes are relative to; 0: none, no codes (atomic)
//   84                 u32    duplicates: slots with the vector of a node, linked to that node
//   88                 u32    rows outside: 1 when the host keeps the f32 rows and the column of vectors is empty
//   92                 f32    max length: the largest |x|^2 - |c|^2, c the centre; for Dot with int8 codes
//   96                u32    mixed end: slots of the batch that is indexed in mixed order; 0: none (see hnsw/order.ts)
//   100               u32    mixed position: the position in that order
//   104               u32    reach: address of the search for nodes without links to them; 0: none (see hnsw/reach.ts)
//   108               u32    bulk: address of the state of a bulk build; 0: none (see bulk/state.ts)
//   112               u32    spare chunks: how many chunks each spare column has (see spare.ts)
//   116               u32    batch: address of the slots that are inserted together; 0: none yet (see batch/state.ts)
//   128                8 each columns (see column.ts): address of the table u32, bytes of an item u32
//   232               16 each level: the newest nodes on it, as slot + 1, the newest first (see hnsw/recent.ts)
//   512               32 each worker (see scratch.ts), written by that worker only
import { ABI_VERSION } from "../abi";

export const HEADER: usize = 1024;
export const ARENA_START: u64 = 4096;

/** Addresses end 64 KiB below 4 GiB, so that "address + length" never overflows. */
export const ARENA_END: u64 = 0xffff_0000;

const MAGIC: u32 = 0x4753_5a41;
const LAYOUT_VERSION: u32 = ABI_VERSION;

const MAGIC_OFFSET: usize = 0;
const VERSION_OFFSET: usize = 4;
const DIMENSION: usize = 8;
const METRIC: usize = 12;
const ROW_BYTES: usize = 16;
const CHUNK_SHIFT: usize = 20;
const CAPACITY: usize = 24;
const COUNT: usize = 28;
const LIVE: usize = 32;
const INDEXED: usize = 36;
export const ARENA_TOP: usize = 40;
const TABLE_ENTRIES: usize = 48;
const ENCODING: usize = 52;
const M: usize = 56;
const EF_CONSTRUCT: usize = 60;
const SEED: usize = 64;
const NODES: usize = 68;
const ENTRY: usize = 72;
const CENTRE: usize = 80;
const DUPLICATES: usize = 84;
const ROWS_OUTSIDE: usize = 88;
const MAX_LENGTH: usize = 92;
const MIXED_END: usize = 96;
const MIXED_POSITION: usize = 100;
const REACH: usize = 104;
const BULK: usize = 108;
export const SPARE_CHUNKS: usize = 112;
export const BATCH: usize = 116;
export const COLUMNS: usize = 128;
export const COLUMN_BYTES: usize = 8;
const RECENT: usize = 232;
const RECENT_SHIFT: usize = 4;
export const WORKERS: usize = 512;
export const WORKER_BYTES: usize = 32;

export function isFormatted(): bool {
  return load<u32>(HEADER, MAGIC_OFFSET) == MAGIC && load<u32>(HEADER, VERSION_OFFSET) == LAYOUT_VERSION;
}

/** Writes the fixed part of the header. `seal` makes it valid, so that an incomplete store is not a formatted one. */
export function format(dimension: u32, metric: u32, encoding: u32): void {
  store<u32>(HEADER, dimension, DIMENSION);
  store<u32>(HEADER, metric, METRIC);
  store<u32>(HEADER, (dimension * 4 + 15) & ~15, ROW_BYTES);
  store<u32>(HEADER, encoding, ENCODING);
  atomic.store<u64>(HEADER, ARENA_START, ARENA_TOP);
}

export function formatGraph(m: u32, efConstruct: u32, seed: u32): void {
  store<u32>(HEADER, m, M);
  store<u32>(HEADER, efConstruct, EF_CONSTRUCT);
  store<u32>(HEADER, seed, SEED);
}

export function formatRows(outside: bool): void {
  store<u32>(HEADER, outside ? 1 : 0, ROWS_OUTSIDE);
}

export function seal(): void {
  store<u32>(HEADER, LAYOUT_VERSION, VERSION_OFFSET);
  store<u32>(HEADER, MAGIC, MAGIC_OFFSET);
}

export function dimension(): u32 {
  return load<u32>(HEADER, DIMENSION);
}

export function metric(): u32 {
  return load<u32>(HEADER, METRIC);
}

export function rowBytes(): u32 {
  return load<u32>(HEADER, ROW_BYTES);
}

/**
 * Returns whether the host keeps the f32 rows. Then there are only codes here, and rows are compared in steps
 * (fetch.ts).
 */
export function rowsOutside(): bool {
  return load<u32>(HEADER, ROWS_OUTSIDE) != 0;
}

export function chunkShift(): u32 {
  return load<u32>(HEADER, CHUNK_SHIFT);
}

export function setChunkShift(shift: u32): void {
  store<u32>(HEADER, shift, CHUNK_SHIFT);
}

export function encoding(): u32 {
  return load<u32>(HEADER, ENCODING);
}

/** Returns the number of links of a node on each upper level; 0: this store has no graph. */
export function linksPerLevel(): u32 {
  return load<u32>(HEADER, M);
}

export function efConstruct(): u32 {
  return load<u32>(HEADER, EF_CONSTRUCT);
}

export function seed(): u32 {
  return load<u32>(HEADER, SEED);
}

export function capacity(): u32 {
  return load<u32>(HEADER, CAPACITY);
}

export function setCapacity(slots: u32): void {
  store<u32>(HEADER, slots, CAPACITY);
}

/**
 * Returns the number of slots that readers may read. It must be loaded first, so that everything it covers is visible.
 */
export function count(): u32 {
  return atomic.load<u32>(HEADER, COUNT);
}

/** Sets the count: the last store of a write, after all contents of the new slots. */
export function setCount(slots: u32): void {
  atomic.store<u32>(HEADER, slots, COUNT);
}

export function live(): u32 {
  return load<u32>(HEADER, LIVE);
}

export function setLive(slots: u32): void {
  store<u32>(HEADER, slots, LIVE);
}

export function indexed(): u32 {
  return atomic.load<u32>(HEADER, INDEXED);
}

/** Sets the number of indexed slots, after the links of these slots were stored. */
export function setIndexed(slots: u32): void {
  atomic.store<u32>(HEADER, slots, INDEXED);
}

export function nodes(): u32 {
  return load<u32>(HEADER, NODES);
}

/** Returns the largest |x|^2 - |c|^2 among the vectors of a store for Dot; 0 at least. */
export function maxLength(): f32 {
  return load<f32>(HEADER, MAX_LENGTH);
}

export function setMaxLength(squared: f32): void {
  store<f32>(HEADER, squared, MAX_LENGTH);
}

/** Returns the number of slots that are linked to a node with the same vector, see hnsw/duplicates.ts. */
export function duplicates(): u32 {
  return load<u32>(HEADER, DUPLICATES);
}

export function setDuplicates(duplicates: u32): void {
  store<u32>(HEADER, duplicates, DUPLICATES);
}

export function setNodes(nodes: u32): void {
  store<u32>(HEADER, nodes, NODES);
}

/** Returns level and slot of the entry point of the graph in one word, so that they are always consistent. */
export function entry(): u64 {
  return atomic.load<u64>(HEADER, ENTRY);
}

export function setEntry(level: u32, slot: u32): void {
  atomic.store<u64>(HEADER, ((<u64>level) << 32) | (slot + 1), ENTRY);
}

/** Removes the entry point: the graph is empty. */
export function clearEntry(): void {
  atomic.store<u64>(HEADER, 0, ENTRY);
}

/** Returns the address of the centre that codes are relative to; 0: there are no codes to read. */
export function centre(): usize {
  return atomic.load<u32>(HEADER, CENTRE);
}

/**
 * Sets the centre once: before the first 1-bit code is made, or after 8-bit codes were made and before they are read. 0
 * invalidates all codes.
 */
export function setCentre(row: usize): void {
  atomic.store<u32>(HEADER, <u32>row, CENTRE);
}

/** Returns the end of the slots, from 0 on, that are being indexed in mixed order; 0: there are none. */
export function mixedEnd(): u32 {
  return load<u32>(HEADER, MIXED_END);
}

export function mixedPosition(): u32 {
  return load<u32>(HEADER, MIXED_POSITION);
}

export function setMixed(end: u32, position: u32): void {
  store<u32>(HEADER, end, MIXED_END);
  store<u32>(HEADER, position, MIXED_POSITION);
}

/** Returns the address of the search for nodes without links to them; 0: none. */
export function reach(): usize {
  return load<u32>(HEADER, REACH);
}

export function setReach(address: usize): void {
  store<u32>(HEADER, <u32>address, REACH);
}

/** Returns the address of the state of a bulk build; 0: none was begun. */
export function bulk(): usize {
  return load<u32>(HEADER, BULK);
}

export function setBulk(address: usize): void {
  store<u32>(HEADER, <u32>address, BULK);
}

/** Returns the address of the list of the newest nodes of a level. */
export function recentOf(level: u32): usize {
  return HEADER + RECENT + ((<usize>level) << RECENT_SHIFT);
}

export function clearRecent(): void {
  memory.fill(HEADER + RECENT, 0, WORKERS - RECENT);
}

export function tableEntries(): u32 {
  return load<u32>(HEADER, TABLE_ENTRIES);
}

export function setTableEntries(entries: u32): void {
  store<u32>(HEADER, entries, TABLE_ENTRIES);
}
