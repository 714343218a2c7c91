// The working memory of one search among sparse vectors, in the scratch area of the thread.
// The decision: the host gives the sizes first, so the area has its final size and address before it is filled. Sums
// and marks of a window are zero between windows: the code that reads them clears them.
//
//   Query, up to a multiple of 16 bytes | query, as a row | filter bits | terms | table of the query's indices | heap |
//   bounds | offers | sums of a window, f32 | marks of its slots, u8 | slots that have been marked, u16 | rows that
//   were read from a file
import { mixed } from "../hash";
import { count, rowsOutside } from "../memory/layout";
import { scratch } from "../memory/scratch";
import { mostEntries, WINDOW } from "./fields";
import { ENTRY_BYTES, valuesOf } from "./rows";

/** The bytes of a term, see term.ts. */
export const TERM_BYTES: u32 = 40;
/** The most candidates that wait to be compared. */
export const MOST_OFFERED: u32 = 64;
const OFFERS_BYTES: u64 = (<u64>MOST_OFFERED) << 3;
const FIRST_OFFSET: u64 = (<u64>offsetof<Query>() + 15) & ~15;
/** The least bytes of rows that are read ahead from a file. */
const READ_AHEAD: u64 = 1 << 16;
const FREE: u64 = u64.MAX_VALUE;
/** The most pairs of a table that is searched for a multiplier without collisions, and the number of attempts. */
const MOST_SEARCHED: u32 = 2048;
const ATTEMPTS: u32 = 16;

@unmanaged
export class Query {
  k: u32 = 0;
  /** The query as the host has written it; its values are finite, so no pair in the table is like a free one. */
  row: usize = 0;
  entries: u32 = 0;
  filter: usize = 0;
  filterSlots: u32 = 0;
  /** The terms of the query that rows have, the one with the smallest products first. */
  terms: usize = 0;
  termCount: u32 = 0;
  /** The terms at the beginning that are not added to sums, because the caller allows it. */
  dropped: u32 = 0;
  table: usize = 0;
  tableShift: u32 = 0;
  tableMask: u32 = 0;
  multiplier: u32 = 0;
  /** Whether some index of the query is not at its own place in the table. */
  collides: bool = false;
  /** Keys of the best slots so far, the worst first; after the search (f32 distance, u32 slot) pairs, nearest first. */
  heap: usize = 0;
  size: u32 = 0;
  /** Keys of the largest sums of a window, while there are fewer than `k` slots. */
  bounds: usize = 0;
  /** Keys of candidates of the window, the largest sum first. */
  offers: usize = 0;
  offered: u32 = 0;
  sums: usize = 0;
  marks: usize = 0;
  marked: usize = 0;
  markCount: u32 = 0;
  /** Bits that were read for no other purpose than to have them in a cache. */
  touched: u32 = 0;
  /** Whether the last row that was compared has an index of the query. */
  shares: bool = false;
  /** Whether slots are ordered by their sums, and not by their scores. */
  approximate: bool = false;
  /** The sum of the largest products of the terms. */
  most: f64 = 0;
  /** The most that rounding adds to a score, or takes from it. */
  rounding: f32 = 0;
  /** The most that the weights of the window add to a sum, and the most that they take from it. */
  above: f32 = 0;
  below: f32 = 0;
  /** The products that the terms that are not added in this window may add. */
  omitted: f32 = 0;
  /** Slots that were published when the area was laid out. */
  end: u32 = 0;
  /** The words of the file with rows that are in `read`, and whether more than one row is read at a time. */
  read: usize = 0;
  readWords: u32 = 0;
  readFirst: u32 = 0;
  readEnd: u32 = 0;
  ahead: bool = false;
  compared: u32 = 0;
  postings: u32 = 0;
  windows: u32 = 0;
  skipped: u32 = 0;
  strategy: u32 = 0;
}

/** Lays the area out. @returns null when there is no memory */
export function openQuery(worker: u32, entries: u32, k: u32, filterSlots: u32, filtered: bool): Query | null {
  // The rows of these slots have no more entries than those that were noted by now.
  const end = count();
  const pairs = tablePairs(entries);
  const row = FIRST_OFFSET;
  const filter = (row + 4 + <u64>entries * ENTRY_BYTES + 15) & ~15;
  const terms = filter + (((<u64>filterSlots + 63) >> 6) << 3);
  const table = terms + <u64>entries * TERM_BYTES;
  const heap = table + ((<u64>pairs) << 3);
  const bounds = heap + ((<u64>k + 1) << 3);
  const offers = bounds + ((<u64>k + 1) << 3);
  const sums = (offers + OFFERS_BYTES + 15) & ~15;
  const marks = sums + ((<u64>WINDOW) << 2);
  const marked = marks + WINDOW;
  const read = (marked + ((<u64>WINDOW) << 1) + 15) & ~15;
  const readBytes: u64 = rowsOutside() ? max<u64>(4 + <u64>mostEntries() * ENTRY_BYTES, READ_AHEAD) : 0;
  const area = scratch(worker, read + readBytes);
  if (area == 0) return null;
  memory.fill(area, 0, <usize>FIRST_OFFSET);
  const query = changetype<Query>(area);
  query.k = k;
  query.entries = entries;
  query.row = area + <usize>row;
  query.filter = filtered ? area + <usize>filter : 0;
  query.filterSlots = filterSlots;
  query.terms = area + <usize>terms;
  query.table = area + <usize>table;
  query.tableShift = clz(pairs) + 1;
  query.tableMask = pairs - 1;
  query.heap = area + <usize>heap;
  query.bounds = area + <usize>bounds;
  query.offers = area + <usize>offers;
  query.sums = area + <usize>sums;
  query.marks = area + <usize>marks;
  query.marked = area + <usize>marked;
  query.end = end;
  query.read = area + <usize>read;
  query.readWords = <u32>(readBytes >> 2);
  return query;
}

export function queryOf(worker: u32): Query {
  return changetype<Query>(scratch(worker, FIRST_OFFSET));
}

/** Returns the size of the table: the more pairs are free, the sooner there is a multiplier without collisions. */
function tablePairs(entries: u32): u32 {
  let pairs: u32 = 64;
  while (pairs < 4 * entries || (pairs < MOST_SEARCHED && pairs < entries * entries)) pairs <<= 1;
  return pairs;
}

/** Fills the table with the entries of the query, and clears sums and marks. */
export function prepareQuery(query: Query): void {
  for (let attempt: u32 = 1; attempt <= ATTEMPTS; attempt++) {
    query.multiplier = mixed(attempt) | 1;
    query.collides = false;
    fillTable(query);
    if (!query.collides) break;
  }
  memory.fill(query.sums, 0, (<usize>WINDOW) << 2);
  memory.fill(query.marks, 0, WINDOW);
}

function fillTable(query: Query): void {
  memory.fill(query.table, 0xff, (<usize>query.tableMask + 1) << 3);
  const values = valuesOf(query.row, query.entries);
  for (let i: u32 = 0; i < query.entries; i++) {
    const index = load<u32>(query.row + ((<usize>i) << 2), 4);
    let at = (index * query.multiplier) >> query.tableShift;
    while (load<u64>(query.table + ((<usize>at) << 3)) != FREE) {
      query.collides = true;
      at = (at + 1) & query.tableMask;
    }
    const pair = query.table + ((<usize>at) << 3);
    store<u32>(pair, index);
    store<u32>(pair, load<u32>(values + ((<usize>i) << 2)), 4);
  }
}

/** Returns the score of a row, the sum of the products in the order of the indices, and notes whether it shares any. */
export function scoreOf(query: Query, row: usize): f32 {
  return query.collides ? scoreByProbes(query, row) : scoreAtOnce(query, row);
}

/** Every index has one place, so nothing depends on whether the query has it, and no branch is mispredicted. */
function scoreAtOnce(query: Query, row: usize): f32 {
  const toValue = (<usize>load<u32>(row)) << 2;
  const end = row + 4 + toValue;
  const table = query.table;
  const shift = query.tableShift;
  const multiplier = query.multiplier;
  // Asks for all of the row at once: it is rarely in a cache.
  let touched: u32 = 0;
  for (let line = row; line < end + toValue; line += 64) touched |= load<u32>(line);
  query.touched = touched;
  let sum: f32 = 0;
  let shares: u32 = 0;
  for (let entry = row + 4; entry < end; entry += 4) {
    const index = load<u32>(entry);
    const pair = table + ((<usize>((index * multiplier) >> shift)) << 3);
    const value = load<f32>(pair, 4);
    // A free pair has a value that is no number; no entry has.
    const has = u32(load<u32>(pair) == index) & u32(!isNaN(value));
    sum += select<f32>(value * load<f32>(entry + toValue), 0, has);
    shares |= has;
  }
  query.shares = shares != 0;
  return sum;
}

function scoreByProbes(query: Query, row: usize): f32 {
  const toValue = (<usize>load<u32>(row)) << 2;
  const end = row + 4 + toValue;
  let sum: f32 = 0;
  query.shares = false;
  for (let entry = row + 4; entry < end; entry += 4) {
    const value = valueFor(query, load<u32>(entry));
    if (isNaN(value)) continue;
    sum += value * load<f32>(entry + toValue);
    query.shares = true;
  }
  return sum;
}

/** Returns the filter bits of the 64 slots from `slot` on, a multiple of 64; all are set if there is no filter. */
export function filterWord(query: Query, slot: u32): u64 {
  if (query.filter == 0) return u64.MAX_VALUE;
  return slot < query.filterSlots ? load<u64>(query.filter + ((<usize>(slot >> 6)) << 3)) : 0;
}

/** Returns the value that the query has for an index; NaN if it has none. */
export function valueFor(query: Query, index: u32): f32 {
  let at = (index * query.multiplier) >> query.tableShift;
  while (true) {
    const pair = load<u64>(query.table + ((<usize>at) << 3));
    if (pair == FREE) return NaN;
    if (<u32>pair == index) return reinterpret<f32>(<u32>(pair >> 32));
    at = (at + 1) & query.tableMask;
  }
}
