// One store of sparse vectors: rows in slots numbered from 0, and the postings made of them.
// The decision: slots are written once, in order, and published by setting the count, as those of a vector store. A
// window is sealed when the first slot after it is written, so stores with the same slots are sealed alike. Deleting a
// slot sets its dead bit and subtracts its indices from the numbers of live rows; its postings stay.
import { Status } from "../abi";
import { ensureFree, usedBytes } from "../memory/arena";
import { Column, chunkShiftFor, defineColumn, ensureCapacity, isDead } from "../memory/column";
import { capacity, count, format, isFormatted, seal, setChunkShift } from "../memory/layout";
import { addLiving, noteValue, RECORD_BYTES, recordFor, recordOf, tableBytesFor } from "../sparse/dictionary";
import {
  entries,
  openEntries,
  setEntries,
  setOpenEntries,
  setVectors,
  vectors,
  WINDOW_SHIFT,
} from "../sparse/fields";
import { append, LIST_BYTES_AN_ENTRY } from "../sparse/open";
import { ABSENT, ENTRY_BYTES, entriesOf, keepRow, nextRow, rowOf, valuesOf } from "../sparse/rows";
import { SEALED_BYTES_AN_ENTRY, sealUpTo } from "../sparse/seal";
import { markSlotDead } from "./store";

/** Memory for a few blocks of rows, records and lists. */
const SPARE_BYTES: u64 = 1 << 16;
const MOST_SPARE_BYTES: u64 = 6 << 20;

/** Formats the memory. */
export function createSparse(): i32 {
  if (isFormatted()) return Status.InvalidArgument;
  format(0, 0, 0);
  defineColumn(Column.Vectors, 4);
  setChunkShift(chunkShiftFor(4));
  seal();
  return Status.Ok;
}

/**
 * Takes memory for slots in total and for entries beyond those that were written, so that writing them cannot fail.
 * @returns the capacity, or OutOfMemory
 */
export function reserveSparse(slots: u32, more: u32): i32 {
  const status = ensureCapacity(slots);
  if (status != Status.Ok) return status;
  const added = <u64>more * (ENTRY_BYTES + RECORD_BYTES) + tableBytesFor(more) + (<u64>slots - count()) * 4;
  const listed = (<u64>more + openEntries()) * (LIST_BYTES_AN_ENTRY + SEALED_BYTES_AN_ENTRY);
  const spare = SPARE_BYTES + min(MOST_SPARE_BYTES, (usedBytes() + added + listed) >> 1);
  return ensureFree(added + listed + spare) ? <i32>capacity() : Status.OutOfMemory;
}

/**
 * Keeps the rows at `nextRow`, one after another, in the slots from `first` on. Those that are dead already, as after a
 * restart, get no postings, and those without a vector are dead from the start.
 */
export function putSparse(first: u32, slots: u32): i32 {
  if (first < count() || <u64>first + slots > capacity()) return Status.InvalidSlot;
  for (let slot = first; slot < first + slots; slot++) {
    const row = nextRow(4);
    if (row == 0 || !sealUpTo(slot >> WINDOW_SHIFT)) return Status.OutOfMemory;
    if (!keepRow(slot, row)) return Status.InvalidArgument;
    if (load<u32>(row) == ABSENT) markSlotDead(slot);
    if (!isDead(slot) && !addPostings(slot, row)) return Status.OutOfMemory;
  }
  return Status.Ok;
}

function addPostings(slot: u32, row: usize): bool {
  const n = entriesOf(row);
  const values = valuesOf(row, n);
  const window = slot >> WINDOW_SHIFT;
  for (let i: u32 = 0; i < n; i++) {
    const record = recordFor(load<u32>(row + ((<usize>i) << 2), 4));
    if (record == 0) return false;
    const value = load<f32>(values + ((<usize>i) << 2));
    noteValue(record, value);
    if (!append(record, window, slot, value)) return false;
    addLiving(record, 1);
  }
  if (n > 0) setVectors(vectors() + 1);
  setEntries(entries() + n);
  setOpenEntries(openEntries() + n);
  return true;
}

/** Sets the dead bit of a written slot, and counts its indices no more. Repeating it changes nothing. */
export function killSparse(slot: u32): i32 {
  if (slot >= capacity() || isDead(slot)) return markSlotDead(slot);
  const row = rowOf(slot);
  const n: u32 = row == 0 ? 0 : entriesOf(row);
  for (let i: u32 = 0; i < n; i++) addLiving(recordOf(load<u32>(row + ((<usize>i) << 2), 4)), -1);
  if (n > 0) setVectors(vectors() - 1);
  return markSlotDead(slot);
}
