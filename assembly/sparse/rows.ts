// The rows: the entries of each vector as they were logged, in the order of the slots.
// The decision: rows follow one another in blocks without gaps, in the bytes of the log record, so that a checkpoint
// copies whole blocks and a restart reads whole files. A slot without a vector has a row that says so.
//
//   row    n u32 | n indices u32, ascending | n values f32; n = 2^32 - 1: no vector, nothing follows
import { allocate, usedBytes } from "../memory/arena";
import { Column, itemOf } from "../memory/column";
import { FREE_ROWS, fieldAt, setFieldAt } from "./fields";

/** Stands in a row for the number of entries if the slot has no vector. */
export const ABSENT: u32 = 0xffff_ffff;
export const ENTRY_BYTES: u32 = 8;
const BLOCK_BYTES: u64 = 1 << 22;
/** Blocks are as large as a part of the memory, so that a small store stays small. */
const BLOCK_SHIFT: u64 = 3;

/** @returns the address of a published slot's row */
export function rowOf(slot: u32): usize {
  return load<u32>(itemOf(Column.Vectors, slot));
}

/** Returns the number of entries of the row; 0 also for a slot without a vector. */
export function entriesOf(row: usize): u32 {
  const n = load<u32>(row);
  return n == ABSENT ? 0 : n;
}

/** Returns the address of the values of a row with `n` entries. */
export function valuesOf(row: usize, n: u32): usize {
  return row + 4 + ((<usize>n) << 2);
}

function bytesOfRow(row: usize): usize {
  return 4 + <usize>entriesOf(row) * ENTRY_BYTES;
}

/** Returns where the next row is to be written, with memory for `bytes`; 0: there is none. */
export function nextRow(bytes: u64): usize {
  const free = fieldAt(FREE_ROWS);
  if (free != 0 && <u64>free + bytes <= <u64>fieldAt(FREE_ROWS + 4)) return free;
  const size = max(bytes, min(BLOCK_BYTES, usedBytes() >> BLOCK_SHIFT));
  const block = allocate(size);
  if (block == 0) return 0;
  setFieldAt(FREE_ROWS, block);
  setFieldAt(FREE_ROWS + 4, block + <usize>size);
  return block;
}

/** Gives the row at `nextRow` to a slot. @returns false if the row is longer than the memory for it */
export function keepRow(slot: u32, row: usize): bool {
  const end = <u64>row + 4 + <u64>entriesOf(row) * ENTRY_BYTES;
  if (end > <u64>fieldAt(FREE_ROWS + 4)) return false;
  store<u32>(itemOf(Column.Vectors, slot), <u32>row);
  setFieldAt(FREE_ROWS, <usize>end);
  return true;
}

/** Returns the bytes that rows of adjacent slots take from `first` on, before `end`. */
export function adjacentBytes(first: u32, end: u32): u32 {
  const start = rowOf(first);
  let after = start;
  for (let slot = first; slot < end && rowOf(slot) == after; slot++) after += bytesOfRow(after);
  return <u32>(after - start);
}
