// Where everything lies. One memory holds one segment; its header stands at a fixed address, so no export takes a
// handle and no state is kept in globals: every thread that instantiates the module over this memory sees the same.
//
//   address            size   what
//   0                  1024   the module's own static data, rewritten alike by every instantiation
//   1024               1024   header, below
//   2048               -      arena: tables, chunks, scratch areas, in the order they were asked for
//
//   header offset      type   field
//   0                  u32    magic "AZSG"
//   4                  u32    layout version (= ABI_VERSION)
//   8                  u32    dimension
//   12                 u32    metric
//   16                 u32    row bytes: 4 x dimension, rounded up to 16; the padding is zero
//   20                 u32    chunk shift: a chunk holds 1 << shift slots
//   24                 u32    capacity: slots with memory behind them
//   28                 u32    count: slots published        (atomic; readers load it first)
//   32                 u32    live: published and not dead
//   40                 u64    arena top: the next free address (atomic; any thread may take from the arena)
//   48                 u32    table entries that fit the tables
//   52                 u32    address of the vector table   (chunk number -> address of its rows)
//   56                 u32    address of the dead table     (chunk number -> address of its bits)
//   512                8 each scratch area of each worker: address u32, size u32; written by that worker alone
import { ABI_VERSION, MAX_WORKERS } from "../abi";

export const HEADER: usize = 1024;
export const ARENA_START: u64 = 2048;

/** Addresses end 64 KiB short of 4 GiB, so that "address + length" never wraps around. */
export const ARENA_END: u64 = 0xffff_0000;

export const MAGIC: u32 = 0x4753_5a41;
export const LAYOUT_VERSION: u32 = ABI_VERSION;

const MAGIC_OFFSET: usize = 0;
const VERSION_OFFSET: usize = 4;
const DIMENSION: usize = 8;
const METRIC: usize = 12;
const ROW_BYTES: usize = 16;
const CHUNK_SHIFT: usize = 20;
const CAPACITY: usize = 24;
const COUNT: usize = 28;
const LIVE: usize = 32;
export const ARENA_TOP: usize = 40;
const TABLE_ENTRIES: usize = 48;
export const VECTOR_TABLE: usize = 52;
export const DEAD_TABLE: usize = 56;
const SCRATCH: usize = 512;
const SCRATCH_ENTRY: usize = 8;

/** The header ends where the arena starts; MAX_WORKERS scratch entries must fit. */
export const HEADER_END: usize = SCRATCH + <usize>MAX_WORKERS * SCRATCH_ENTRY;

export function isFormatted(): bool {
  return load<u32>(HEADER, MAGIC_OFFSET) == MAGIC && load<u32>(HEADER, VERSION_OFFSET) == LAYOUT_VERSION;
}

/** Writes the fixed part of the header. The magic comes last: a half-made segment is not formatted. */
export function format(dimension: u32, metric: u32, rowBytes: u32, chunkShift: u32): void {
  store<u32>(HEADER, dimension, DIMENSION);
  store<u32>(HEADER, metric, METRIC);
  store<u32>(HEADER, rowBytes, ROW_BYTES);
  store<u32>(HEADER, chunkShift, CHUNK_SHIFT);
  atomic.store<u64>(HEADER, ARENA_START, ARENA_TOP);
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

export function chunkShift(): u32 {
  return load<u32>(HEADER, CHUNK_SHIFT);
}

export function capacity(): u32 {
  return load<u32>(HEADER, CAPACITY);
}

export function setCapacity(slots: u32): void {
  store<u32>(HEADER, slots, CAPACITY);
}

/** Slots that readers may look at. Loaded before anything else, so that all it covers is visible. */
export function count(): u32 {
  return atomic.load<u32>(HEADER, COUNT);
}

/** The last store of a write: whatever the new slots hold is in memory before it. */
export function setCount(slots: u32): void {
  atomic.store<u32>(HEADER, slots, COUNT);
}

export function live(): u32 {
  return load<u32>(HEADER, LIVE);
}

export function setLive(slots: u32): void {
  store<u32>(HEADER, slots, LIVE);
}

export function tableEntries(): u32 {
  return load<u32>(HEADER, TABLE_ENTRIES);
}

export function setTableEntries(entries: u32): void {
  store<u32>(HEADER, entries, TABLE_ENTRIES);
}

export function scratchAddress(worker: u32): usize {
  return load<u32>(HEADER + SCRATCH + <usize>worker * SCRATCH_ENTRY);
}

export function scratchBytes(worker: u32): u32 {
  return load<u32>(HEADER + SCRATCH + <usize>worker * SCRATCH_ENTRY, 4);
}

export function setScratch(worker: u32, address: usize, bytes: u32): void {
  store<u32>(HEADER + SCRATCH + <usize>worker * SCRATCH_ENTRY, <u32>address);
  store<u32>(HEADER + SCRATCH + <usize>worker * SCRATCH_ENTRY, bytes, 4);
}
