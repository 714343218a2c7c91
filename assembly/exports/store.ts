// One vector store: the vectors of one field, all of one dimension and one metric, in slots numbered from 0.
// The decision: slots are written once, in order, and published by setting the count; a published slot never changes.
// Deletion sets the slot's dead bit. A slot may be dead from the beginning, when its point has no vector of this name.
// Only one thread, the writer, calls functions that change a store; any number of threads search it meanwhile.
import { Encoding, Fault, MAX_DIMENSION, MAX_EF, MAX_M, Metric, MIN_M, Stat, Status } from "../abi";
import { ensureCentre } from "../codes/binary-centre";
import { storeRow } from "../distance/normalize";
import { linkBytes } from "../hnsw/graph";
import { insertNode } from "../hnsw/insert";
import { beginMixed, nextSlot, slotDone } from "../hnsw/order";
import { isCheckDue, reachOf, relinkedNodes, unchecked, unreachableNodes } from "../hnsw/reach";
import { repairStep } from "../hnsw/repair";
import { countFaults, Faults } from "../hnsw/validate";
import { usedBytes } from "../memory/arena";
import {
  COLUMN_COUNT,
  Column,
  chunkShiftFor,
  deadWordOf,
  defineColumn,
  ensureCapacity,
  isDead,
  itemBytes,
  itemOf,
} from "../memory/column";
import {
  capacity,
  centre,
  count,
  dimension,
  duplicates,
  efConstruct,
  encoding,
  entry,
  format,
  formatGraph,
  formatRows,
  indexed,
  isFormatted,
  linksPerLevel,
  live,
  metric,
  mixedEnd,
  nodes,
  rowBytes,
  rowsOutside,
  seal,
  setChunkShift,
  setCount,
  setLive,
} from "../memory/layout";
import { scratch } from "../memory/scratch";
import { defineSpare } from "../memory/spare";
import { openRequest, requestOf, walkOf } from "../search/request";
import { METRIC_COUNT } from "../walk/kernels";
import { codeBytes, encodeIndexed, encodeRow, hasBinaryCodes, needsCentre, noteLength } from "../walk/space";

/**
 * Formats the memory for vectors of `size` components. With `m` 0 there is no graph, and `ef` (ef_construct) has no
 * effect.
 * @param outside the host keeps the f32 rows; then everything but the last comparison uses 8-bit codes
 */
export function createStore(
  size: u32,
  metric: u32,
  code: u32,
  m: u32,
  ef: u32,
  seed: u32,
  outside: bool,
): i32 {
  if (size < 1 || size > MAX_DIMENSION || metric >= METRIC_COUNT) return Status.InvalidArgument;
  if (code > <u32>Encoding.Binary || (m != 0 && (m < MIN_M || m > MAX_M))) return Status.InvalidArgument;
  if (m != 0 && (ef < 1 || ef > MAX_EF)) return Status.InvalidArgument;
  if (isFormatted() || (outside && code != <u32>Encoding.Int8)) return Status.InvalidArgument;
  format(size, metric, code);
  formatGraph(m, ef, seed);
  formatRows(outside);
  for (let column: u32 = 0; column < COLUMN_COUNT; column++) {
    defineColumn(column, bytesOfItem(column));
  }
  defineSpare();
  setChunkShift(chunkShiftFor(bytesOfSlot()));
  seal();
  return Status.Ok;
}

/** Returns the bytes of an item of a column, from the fixed part of the header. */
function bytesOfItem(column: Column): u32 {
  if (column == Column.Vectors) return rowsOutside() ? 0 : rowBytes();
  if (column == Column.Codes) return codeBytes();
  if (column == Column.Links) return linkBytes(linksPerLevel());
  if (column == Column.Products) return metric() == Metric.Dot ? linkBytes(linksPerLevel()) : 0;
  if (linksPerLevel() == 0) return 0;
  return column == Column.Degree ? 2 : column == Column.Upper || column == Column.Duplicate ? 4 : 0;
}

/**
 * Returns the bytes of a slot in all columns. Links must be counted, because short vectors take less memory than their
 * links.
 */
function bytesOfSlot(): u32 {
  let bytes: u32 = 0;
  for (let column: u32 = 0; column < COLUMN_COUNT; column++) bytes += bytesOfItem(column);
  return bytes;
}

export function reserveSlots(slots: u32): i32 {
  const status = ensureCapacity(slots);
  return status == Status.Ok ? <i32>capacity() : status;
}

/**
 * Returns where the host writes `rows` vectors of `dimension` floats each, one after another; 0 when there is no
 * memory.
 */
export function rowInput(worker: u32, rows: u32): usize {
  return scratch(worker, inputBytes(rows) + outputBytes(rows) + rowBytes());
}

/**
 * Returns where `put` writes the rows in the form in which they are kept, each of `rowBytes`, for a host that keeps
 * them; 0 when there is no memory.
 */
export function rowOutput(worker: u32, rows: u32): usize {
  const input = rowInput(worker, rows);
  return input == 0 ? 0 : input + <usize>inputBytes(rows);
}

/** Returns the bytes of output rows. Behind them is space for one more, in which codes are made. */
function outputBytes(rows: u32): u64 {
  return rowsOutside() ? <u64>rows * rowBytes() : 0;
}

/** Returns the bytes of input rows, rounded up to a cache line. */
function inputBytes(rows: u32): u64 {
  return (<u64>rows * dimension() * 4 + 63) & ~63;
}

/**
 * Stores the rows at `rowInput` in the slots from `first` on, with their 8-bit codes if there is a centre. They are
 * invisible until `publish`.
 */
export function putRows(worker: u32, first: u32, rows: u32): i32 {
  if (first < count() || <u64>first + rows > capacity()) return Status.InvalidSlot;
  const dim = dimension();
  const input = rowInput(worker, rows);
  if (input == 0) return Status.OutOfMemory;
  const outside = rowsOutside();
  let from = input;
  let output = input + <usize>inputBytes(rows);
  const spare = output + <usize>outputBytes(rows);
  const around = encoding() == Encoding.Int8 ? centre() : 0;
  for (
    let slot = first, end = first + rows;
    slot < end;
    slot++, from += (<usize>dim) << 2, output += rowBytes()
  ) {
    const row = outside ? output : itemOf(Column.Vectors, slot);
    storeRow(from, row, dim, rowBytes(), metric() == Metric.Cosine);
    if (around != 0) encodeRow(row, slot, around, spare);
  }
  return Status.Ok;
}

/**
 * Makes the 8-bit codes of stored rows relative to the row at `around`, for rows in memory or those that the host has
 * written to `rowOutput`. Published slots may only be encoded before there is a centre, because their codes are not
 * read then.
 */
export function encodeRows(worker: u32, first: u32, rows: u32, around: usize): i32 {
  if ((first < count() && centre() != 0) || <u64>first + rows > capacity()) return Status.InvalidSlot;
  if (encoding() != Encoding.Int8 || around == 0) return Status.InvalidArgument;
  const outside = rowsOutside();
  const output = rowOutput(worker, rows);
  if (output == 0) return Status.OutOfMemory;
  const spare = output + <usize>outputBytes(rows);
  for (let row: u32 = 0; row < rows; row++) {
    const slot = first + row;
    const kept = outside ? output + <usize>row * rowBytes() : itemOf(Column.Vectors, slot);
    encodeRow(kept, slot, around, spare);
  }
  return Status.Ok;
}

/** Notes the lengths of 8-bit codes that the host has written to their column, in the slots below `slots`. */
export function noteCodes(slots: u32): i32 {
  if (slots > capacity()) return Status.InvalidSlot;
  for (let slot: u32 = 0; slot < slots; slot++) noteLength(itemOf(Column.Codes, slot));
  return Status.Ok;
}

/** Sets the dead bit of a slot, published or not. Repeating it changes nothing. */
export function markSlotDead(slot: u32): i32 {
  if (slot >= capacity()) return Status.InvalidSlot;
  if (isDead(slot)) return Status.Ok;
  const word = deadWordOf(slot);
  atomic.store<u64>(word, load<u64>(word) | ((<u64>1) << (slot & 63)));
  if (slot < count()) setLive(live() - 1);
  return Status.Ok;
}

/** Makes all slots below `slots` visible to searches. */
export function publishSlots(slots: u32): i32 {
  const before = count();
  if (slots < before || slots > capacity()) return Status.InvalidSlot;
  let alive: u32 = 0;
  for (let slot = before; slot < slots; slot++) if (!isDead(slot)) alive++;
  // The count comes first: a search that finds fewer live slots than slots checks the dead bits.
  setCount(slots);
  setLive(live() + alive);
  return Status.Ok;
}

/**
 * Adds the next published slots to the graph, at most `most` of them; dead ones are counted and left out.
 * @param batch the number of slots that are added in mixed order when a graph is begun; nothing else is added in that
 * call
 * @returns the number of slots that the graph does not cover yet, or a status
 */
export function indexSlots(worker: u32, most: u32, batch: u32): i32 {
  if (linksPerLevel() == 0) return Status.InvalidArgument;
  const slots = count();
  if (indexed() == slots) return 0;
  if (!openRequest(worker, 1, 1, efConstruct(), 0, 0)) return Status.OutOfMemory;
  if (hasBinaryCodes() && !ensureCentre()) return Status.OutOfMemory;
  // The host chooses the centre for 8-bit codes before it indexes anything.
  if (needsCentre() && centre() == 0 && live() > 0) return Status.InvalidArgument;
  const walk = walkOf(worker);
  beginMixed(min(slots, batch));
  const mixed = mixedEnd();
  // The slots after a batch need another call, because the host may not want them to be indexed yet.
  for (let done: u32 = 0; done < most && indexed() < slots && mixedEnd() == mixed; done++) {
    const slot = nextSlot();
    if (!isDead(slot)) encodeIndexed(walk, slot);
    const status = isDead(slot) ? Status.Ok : insertNode(walk, slot);
    if (status != Status.Ok) return status;
    slotDone();
  }
  return <i32>(slots - indexed());
}

/**
 * Continues to look for nodes that no link leads to, and links them. A new look begins when the graph has grown by an
 * eighth since the last one. To be called when the graph covers all slots that it should cover.
 * @param most the amount of work, in insertions
 * @param all begins a look however little the graph has grown
 * @returns 1 while there is more to do, else 0; or OutOfMemory
 */
export function repairGraph(worker: u32, most: u32, all: bool): i32 {
  if (!isCheckDue(all)) return 0;
  if (reachOf() == null || !openRequest(worker, 1, 1, efConstruct(), 0, 0)) return Status.OutOfMemory;
  return repairStep(walkOf(worker), most) || isCheckDue(all) ? 1 : 0;
}

/** Counts the faults of the graph; `faultOf` returns the numbers. @returns Ok or OutOfMemory */
export function validateGraph(worker: u32): i32 {
  if (!openRequest(worker, 1, 1, (count() >> 1) + 1, 0, 0)) return Status.OutOfMemory;
  return countFaults(walkOf(worker), faultsOf(worker));
}

/** Returns a counter of the worker's last `validateGraph`. */
export function faultOf(worker: u32, which: u32): u32 {
  const faults = faultsOf(worker);
  if (which == Fault.Unreachable) return faults.unreachable;
  return which == Fault.OneWay ? faults.oneWay : faults.broken;
}

function faultsOf(worker: u32): Faults {
  return changetype<Faults>(requestOf(worker).rows);
}

/** Returns the address of a published slot's row as it was stored, or 0. Dead slots keep their row. */
export function publishedRow(slot: u32): usize {
  return slot < count() && itemBytes(Column.Vectors) != 0 ? itemOf(Column.Vectors, slot) : 0;
}

export function statOf(which: u32): u32 {
  if (which == Stat.Count) return count();
  if (which == Stat.Live) return live();
  if (which == Stat.Capacity) return capacity();
  if (which == Stat.UsedBytes) return <u32>usedBytes();
  if (which == Stat.Indexed) return indexed();
  if (which == Stat.Nodes) return nodes();
  if (which == Stat.Duplicates) return duplicates();
  if (which == Stat.EntryLevel) return <u32>(entry() >> 32);
  if (which == Stat.EntrySlot) return <u32>entry();
  if (which == Stat.Unchecked) return unchecked();
  if (which == Stat.Unreachable) return unreachableNodes();
  if (which == Stat.Relinked) return relinkedNodes();
  return 0;
}
