// One segment: the vectors of one field, all of one dimension and one metric, in slots numbered from 0.
// The decision: slots are written once, in order, and published by moving the count; a slot never changes while it
// can be seen. Deletion sets the slot's dead bit. A slot may also be born dead, when its point has no such vector.
// Only one thread, the writer, calls what changes a segment; any number search it meanwhile.
import { MAX_DIMENSION, Metric, Stat, Status } from "./abi";
import { storeRow } from "./distance/normalize";
import { flatSearch } from "./flat";
import { distanceOf, get } from "./heap";
import { usedBytes } from "./memory/arena";
import { chunkShiftFor, deadChunk, ensureCapacity, vectorAddress } from "./memory/column";
import {
  capacity,
  chunkShift,
  count,
  dimension,
  format,
  isFormatted,
  live,
  metric,
  rowBytes,
  setCount,
  setLive,
} from "./memory/layout";
import { scratch } from "./memory/scratch";

const HIT_BYTES: u64 = 8;

export function createSegment(dimension: u32, metric: u32): i32 {
  if (dimension < 1 || dimension > MAX_DIMENSION || metric > <u32>Metric.Manhattan)
    return Status.InvalidArgument;
  if (isFormatted()) return Status.InvalidArgument;
  const bytes = (dimension * 4 + 15) & ~15;
  format(dimension, metric, bytes, chunkShiftFor(bytes));
  return Status.Ok;
}

export function reserveSlots(slots: u32): i32 {
  const status = ensureCapacity(slots);
  return status == Status.Ok ? <i32>capacity() : status;
}

/** Where the host puts `rows` vectors of `dimension` floats each, one after another; 0 when there is no memory. */
export function rowInput(worker: u32, rows: u32): usize {
  return scratch(worker, <u64>rows * dimension() * 4);
}

/** Stores the rows at `rowInput` in the slots from `first` on. Nobody sees them before `publish`. */
export function putRows(worker: u32, first: u32, rows: u32): i32 {
  if (first < count() || <u64>first + rows > capacity()) return Status.InvalidSlot;
  const dim = dimension();
  let from = scratch(worker, <u64>rows * dim * 4);
  if (from == 0) return Status.OutOfMemory;
  for (let slot = first, end = first + rows; slot < end; slot++, from += (<usize>dim) << 2) {
    storeRow(from, vectorAddress(slot), dim, rowBytes(), metric() == Metric.Cosine);
  }
  return Status.Ok;
}

/** Sets the dead bit of a slot, published or not yet. Doing it twice changes nothing. */
export function killSlot(slot: u32): i32 {
  if (slot >= capacity()) return Status.InvalidSlot;
  const bit = slot & ((1 << chunkShift()) - 1);
  const word = deadChunk(slot >> chunkShift()) + ((<usize>(bit >> 6)) << 3);
  const mask: u64 = 1 << (bit & 63);
  const bits = load<u64>(word);
  if (bits & mask) return Status.Ok;
  atomic.store<u64>(word, bits | mask);
  if (slot < count()) setLive(live() - 1);
  return Status.Ok;
}

/** Makes all slots below `slots` visible to searches. */
export function publishSlots(slots: u32): i32 {
  const before = count();
  if (slots < before || slots > capacity()) return Status.InvalidSlot;
  let alive: u32 = 0;
  for (let slot = before; slot < slots; slot++) if (!isDead(slot)) alive++;
  setLive(live() + alive);
  setCount(slots);
  return Status.Ok;
}

function isDead(slot: u32): bool {
  const bit = slot & ((1 << chunkShift()) - 1);
  const word = load<u64>(deadChunk(slot >> chunkShift()) + ((<usize>(bit >> 6)) << 3));
  return ((word >> (bit & 63)) & 1) != 0;
}

/** Where the host puts a query of `dimension` floats before a search for `k` slots; 0 when there is no memory. */
export function queryInput(worker: u32, k: u32): usize {
  return scratch(worker, rowBytes() + HIT_BYTES * k);
}

/**
 * The k nearest live slots to the query at `queryInput`, exactly, written behind it (see `hits`).
 * @returns how many were found, or a status
 */
export function searchExact(worker: u32, k: u32): i32 {
  if (k < 1) return Status.InvalidArgument;
  const query = queryInput(worker, k);
  if (query == 0) return Status.OutOfMemory;
  storeRow(query, query, dimension(), rowBytes(), metric() == Metric.Cosine);
  const keys = hits(worker);
  const found = flatSearch(query, keys, k);
  for (let i: u32 = 0; i < found; i++) unpack(keys + ((<usize>i) << 3), get(keys, i));
  return <i32>found;
}

/** Turns a key into what the host reads: f32 distance, then u32 slot. */
function unpack(at: usize, key: u64): void {
  store<f32>(at, distanceOf(key));
  store<u32>(at, <u32>key, 4);
}

/** Where the hits of the worker's last search are: (f32 distance, u32 slot), nearest first. */
export function hits(worker: u32): usize {
  return scratch(worker, 0) + rowBytes();
}

/** The address of a published slot's row as it was stored, or 0. Dead slots keep their row. */
export function publishedRow(slot: u32): usize {
  return slot < count() ? vectorAddress(slot) : 0;
}

export function statOf(which: u32): u32 {
  if (which == Stat.Count) return count();
  if (which == Stat.Live) return live();
  if (which == Stat.Capacity) return capacity();
  if (which == Stat.UsedBytes) return <u32>usedBytes();
  return 0;
}
