// One store of sparse vectors: rows in slots numbered from 0, and the postings made of them.
// The decision: slots are written once, in order, and published by setting the count, as those of a vector store. A
// window is sealed when the first slot after it is written, so stores with the same slots are sealed alike. All rows
// have postings. Deleting a slot sets its dead bit and subtracts its indices from the numbers of live rows; its
// postings stay.
import { Status } from "../abi";
import { allocate, ensureFree, usedBytes } from "../memory/arena";
import { Column, chunkShiftFor, defineColumn, ensureCapacity, isDead } from "../memory/column";
import {
  capacity,
  count,
  format,
  formatRows,
  isFormatted,
  rowsOutside,
  seal,
  setChunkShift,
} from "../memory/layout";
import { scratch } from "../memory/scratch";
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
import { adopt, Gathering, gather } from "../sparse/saved";
import { SEALED_BYTES_AN_ENTRY, sealUpTo } from "../sparse/seal";
import { markSlotDead } from "./store";

/** Memory for a few blocks of rows, records and lists. */
const SPARE_BYTES: u64 = 1 << 16;
const MOST_SPARE_BYTES: u64 = 6 << 20;
/** A row with the most entries, and less than a MiB. */
const MOST_INPUT_BYTES: u64 = 1 << 20;
/** A part of the postings that a checkpoint copies takes up to 5 ms; the largest run has 24 KiB. */
const GATHER_BYTES: usize = 1 << 18;
const GATHER_HEAD: usize = 32;

/** Formats the memory. @param outside the host keeps the rows in a file */
export function createSparse(outside: bool): i32 {
  if (isFormatted()) return Status.InvalidArgument;
  const itemBytes: u32 = outside ? 8 : 4;
  format(0, 0, 0);
  formatRows(outside);
  defineColumn(Column.Vectors, itemBytes);
  setChunkShift(chunkShiftFor(itemBytes));
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
  const added = <u64>more * RECORD_BYTES + tableBytesFor(more) + rowBytesFor(slots, more);
  const listed = (<u64>more + openEntries()) * (LIST_BYTES_AN_ENTRY + SEALED_BYTES_AN_ENTRY);
  const spare = SPARE_BYTES + min(MOST_SPARE_BYTES, (usedBytes() + added + listed) >> 1);
  return ensureFree(added + listed + spare) ? <i32>capacity() : Status.OutOfMemory;
}

/** Returns the memory for the rows of new slots; if they are in a file, for those that are passed at a time. */
function rowBytesFor(slots: u32, more: u32): u64 {
  const bytes = <u64>more * ENTRY_BYTES + (<u64>slots - count()) * 4;
  return rowsOutside() ? min(bytes, MOST_INPUT_BYTES) : bytes;
}

/**
 * Keeps the rows at `nextRow`, one after another, in the slots from `first` on. Those without a vector are dead from
 * the start.
 * @param listedFrom the postings of slots below this one are there already, see `adoptPostings`
 */
export function putSparse(first: u32, slots: u32, listedFrom: u32): i32 {
  if (first < count() || <u64>first + slots > capacity()) return Status.InvalidSlot;
  let row = nextRow(4);
  for (let slot = first; slot < first + slots; slot++) {
    const listed = slot >= listedFrom;
    if (row == 0 || (listed && !sealUpTo(slot >> WINDOW_SHIFT))) return Status.OutOfMemory;
    const next = keepRow(slot, row);
    if (next == 0) return Status.InvalidArgument;
    if (load<u32>(row) == ABSENT) markSlotDead(slot);
    const n = entriesOf(row);
    if (listed && !addPostings(slot, row, n)) return Status.OutOfMemory;
    if (n > 0) setVectors(vectors() + 1);
    setEntries(entries() + n);
    row = next;
  }
  return Status.Ok;
}

function addPostings(slot: u32, row: usize, n: u32): bool {
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
  setOpenEntries(openEntries() + n);
  return true;
}

/**
 * Sets the dead bit of a written slot, and counts its indices no more. Repeating it changes nothing.
 * @param row the address of its row, if rows are in a file
 */
export function killSparse(slot: u32, row: usize): i32 {
  if (slot >= count()) return Status.InvalidSlot;
  if (isDead(slot)) return Status.Ok;
  if (!rowsOutside()) row = rowOf(slot);
  const n = entriesOf(row);
  for (let i: u32 = 0; i < n; i++) addLiving(recordOf(load<u32>(row + ((<usize>i) << 2), 4)), -1);
  if (n > 0) setVectors(vectors() - 1);
  return markSlotDead(slot);
}

/**
 * Returns where the host writes the state of the copying of sealed postings before each part, and finds it afterwards:
 * the area may be used otherwise between two parts. 0: there is no memory
 */
export function gatheringInput(worker: u32): usize {
  return scratch(worker, GATHER_BYTES);
}

/** Copies the next part to `gathered`. @returns its bytes; 0: that was all */
export function gatherPostings(worker: u32): u32 {
  const area = scratch(worker, GATHER_BYTES);
  const at = area + GATHER_HEAD;
  return <u32>(gather(changetype<Gathering>(area), at, area + GATHER_BYTES) - at);
}

/** Returns where `gatherPostings` leaves a part. */
export function gathered(worker: u32): usize {
  return scratch(worker, GATHER_BYTES) + GATHER_HEAD;
}

/** Returns memory for `bytes` bytes of saved postings, which stay there; 0: there is none. */
export function postingsInput(bytes: u32): usize {
  return allocate(bytes);
}

/** Takes over saved postings of the first `windows` windows; the rows of their slots have to be there. */
export function adoptPostings(at: usize, bytes: u32, windows: u32): i32 {
  return adopt(at, bytes, windows);
}
