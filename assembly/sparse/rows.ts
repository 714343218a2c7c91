// The rows: the entries of each vector as they were logged, in the order of the slots.
// The decision: rows follow one another without gaps, in the bytes of the log record, so that a checkpoint copies whole
// blocks and a restart reads whole files. A slot without a vector has a row that says so. Rows are in blocks of memory,
// or in a file of the host; then the memory has the position and the size of each, and what is compared is read.
//
//   row    n u32 | n indices u32, ascending | n values f32; n = 2^32 - 1: no vector, nothing follows
//   item of the column, rows in memory: address u32; rows in a file: word of the file u32, n u32
import { allocate, usedBytes } from "../memory/arena";
import { Column, itemOf } from "../memory/column";
import { rowsOutside } from "../memory/layout";
import { FREE_ROWS, fieldAt, fileWords, noteEntries, setFieldAt, setFileWords } from "./fields";

/** Stands in a row for the number of entries if the slot has no vector. */
export const ABSENT: u32 = 0xffff_ffff;
export const ENTRY_BYTES: u32 = 8;
const BLOCK_BYTES: u64 = 1 << 22;
/** Blocks are as large as a part of the memory, so that a small store stays small. */
const BLOCK_SHIFT: u64 = 3;

/** Returns the address of a published slot's row; with rows in a file, the word of the file where it begins. */
export function rowOf(slot: u32): usize {
  return load<u32>(itemOf(Column.Vectors, slot));
}

/** Returns the number of entries of a published slot's row, `ABSENT` if it has no vector. */
export function countOf(slot: u32): u32 {
  const item = itemOf(Column.Vectors, slot);
  return rowsOutside() ? load<u32>(item, 4) : load<u32>(load<u32>(item));
}

/** Returns the number of entries of the row; 0 also for a slot without a vector. */
export function entriesOf(row: usize): u32 {
  return entriesFor(load<u32>(row));
}

export function entriesFor(count: u32): u32 {
  return count == ABSENT ? 0 : count;
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

/**
 * Gives a slot its row, which is in the memory at `nextRow`. With rows in a file, that memory is used for others later.
 * @returns where the next row is; 0 if the row is longer than the memory for it
 */
export function keepRow(slot: u32, row: usize): usize {
  const end = <u64>row + 4 + <u64>entriesOf(row) * ENTRY_BYTES;
  if (end > <u64>fieldAt(FREE_ROWS + 4)) return 0;
  const item = itemOf(Column.Vectors, slot);
  noteEntries(entriesOf(row));
  if (rowsOutside()) {
    store<u32>(item, fileWords());
    store<u32>(item, load<u32>(row), 4);
    setFileWords(fileWords() + <u32>((end - row) >> 2));
  } else {
    store<u32>(item, <u32>row);
    setFieldAt(FREE_ROWS, <usize>end);
  }
  return <usize>end;
}

/** Returns the bytes that rows of adjacent slots take in memory from `first` on, before `end`. */
export function adjacentBytes(first: u32, end: u32): u32 {
  const start = rowOf(first);
  let after = start;
  for (let slot = first; slot < end && rowOf(slot) == after; slot++) after += bytesOfRow(after);
  return <u32>(after - start);
}
