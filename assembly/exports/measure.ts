// Distances between queries and slots that the host chooses, for scores that a search has not computed.
// The decision: it uses the kernel of the exact search, so a distance has the same bits. Rows are processed in blocks
// that stay in a first-level cache while every query is measured against them, so a row is loaded from memory once for
// all queries. The host's input and output are in the thread's scratch area:
//
//   queries, each of `rowBytes` | distances, query by query | slots, then addresses | rows, where the host keeps them
import { MAX_QUERIES, Metric, Status } from "../abi";
import { storeRow } from "../distance/normalize";
import { CACHE_LINE } from "../memory/arena";
import { Column, itemOf } from "../memory/column";
import { count, dimension, metric, rowBytes, rowsOutside } from "../memory/layout";
import { scratch, scratchAt } from "../memory/scratch";
import { exactKernel } from "../walk/kernels";

const BLOCK_BYTES: u32 = 24 * 1024;

/** Returns where the host writes `queries` rows of `rowBytes`, to measure `slots` slots; 0 when there is no memory. */
export function measureQueries(worker: u32, queries: u32, slots: u32): usize {
  const rows = rowsOutside() ? <u64>slots * rowBytes() : 0;
  return scratch(worker, rowsOffset(queries, slots) + rows);
}

/** Returns where the host writes the numbers of the slots. */
export function measureSlots(worker: u32, queries: u32, slots: u32): usize {
  return scratchAt(worker, slotsOffset(queries, slots));
}

/** Returns where the host writes their rows, if it keeps them. */
export function measureRows(worker: u32, queries: u32, slots: u32): usize {
  return scratchAt(worker, rowsOffset(queries, slots));
}

/** Returns where the distances are, those of the first query first. */
export function measured(worker: u32, queries: u32): usize {
  return scratchAt(worker, distancesOffset(queries));
}

/** Measures every query against every slot, dead or not, and overwrites the input. @returns a status */
export function measure(worker: u32, queries: u32, slots: u32): i32 {
  if (queries < 1 || queries > MAX_QUERIES) return Status.InvalidArgument;
  const base = measureQueries(worker, queries, slots);
  if (base == 0) return Status.OutOfMemory;
  const addresses = base + <usize>slotsOffset(queries, slots);
  if (!locateRows(addresses, slots, base + <usize>rowsOffset(queries, slots))) return Status.InvalidSlot;
  const bytes = rowBytes();
  for (let query: u32 = 0; query < queries; query++) {
    const row = base + <usize>query * bytes;
    storeRow(row, row, dimension(), bytes, metric() == Metric.Cosine);
  }
  const distances = base + <usize>distancesOffset(queries);
  const block = max(BLOCK_BYTES / bytes, 1);
  for (let first: u32 = 0; first < slots; first += block) {
    const rows = min(block, slots - first);
    const offset = (<usize>first) << 2;
    fetchRows(addresses + offset, rows, distances + offset);
    for (let query: u32 = 0; query < queries; query++) {
      const out = distances + ((<usize>query * slots) << 2) + offset;
      measureBlock(base + <usize>query * bytes, addresses + offset, rows, out);
    }
  }
  return Status.Ok;
}

/**
 * Replaces slots with the addresses of their rows, which begin at `outside` if the host keeps them.
 * @returns false when a slot is not published
 */
export function locateRows(slots: usize, number: u32, outside: usize): bool {
  // Before any address: the tables cover what it counts.
  const published = count();
  const bytes = rowsOutside() ? rowBytes() : 0;
  for (let i: u32 = 0; i < number; i++) {
    const address = slots + ((<usize>i) << 2);
    const slot = load<u32>(address);
    if (slot >= published) return false;
    store<u32>(address, <u32>(bytes != 0 ? outside + <usize>i * bytes : itemOf(Column.Vectors, slot)));
  }
  return true;
}

/** Measures one query against a block of rows. NaN becomes an infinite distance, as in a search. */
function measureBlock(query: usize, addresses: usize, rows: u32, out: usize): void {
  const kernel = exactKernel();
  const bytes = rowBytes();
  for (let end = addresses + ((<usize>rows) << 2); addresses < end; addresses += 4, out += 4) {
    const distance = call_indirect<f32>(kernel, query, <usize>load<u32>(addresses), bytes);
    store<f32>(out, isNaN(distance) ? <f32>Infinity : distance);
  }
}

/**
 * Loads the cache lines of all rows in parallel. The sum is stored where the first distance will be, because the
 * compiler removes loads without a use.
 */
function fetchRows(addresses: usize, rows: u32, out: usize): void {
  const bytes = rowBytes();
  let sum: u32 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const row = <usize>load<u32>(addresses + ((<usize>i) << 2));
    for (let line: u32 = 0; line < bytes; line += CACHE_LINE) sum += load<u32>(row + line);
  }
  store<u32>(out, sum);
}

function distancesOffset(queries: u32): u64 {
  return <u64>queries * rowBytes();
}

function slotsOffset(queries: u32, slots: u32): u64 {
  return distancesOffset(queries) + <u64>queries * slots * 4;
}

function rowsOffset(queries: u32, slots: u32): u64 {
  return (slotsOffset(queries, slots) + <u64>slots * 4 + 63) & ~63;
}
