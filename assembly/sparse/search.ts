// A search among sparse vectors: the k live slots with the largest sums of products.
// The decision: the result is that of comparing every row, to the bit. Where a filter leaves few slots, or sums might
// overflow, rows are compared one by one. Otherwise windows are processed one after another, in the order of slots. A
// term whose products cannot lift a slot over the threshold, together with those of the smaller terms, is not added; it
// counts where a row is compared.
import { Strategy } from "../abi";
import { distanceOf, get, sort } from "../heap";
import { deadWordOf } from "../memory/column";
import { collectMarked, collectSums, consider, threshold } from "./collect";
import { generation, generationNow, sealedWindows, WINDOW, WINDOW_SHIFT } from "./fields";
import { filterWord, prepareQuery, Query } from "./query";
import { addTerm, clearSums } from "./sums";
import { enterOpen, enterSealed, findTerms, termAt } from "./term";

/** Comparing a row takes as long as adding this many postings. */
const ROW_COST: u64 = 300;
/** Sums of this magnitude might overflow. */
const MOST_SUM: f64 = 1e37;
/** The part of the threshold that terms may have which are not added although rows are not few. */
const OMITTED_PART: f32 = 0.15;
/** With fewer postings, slots are listed; otherwise all sums of the window are read. */
const FEW_POSTINGS: u32 = WINDOW >> 5;

/**
 * Searches for the query that the host has written.
 * @param drop the part of the largest products whose terms are not added; approximate if it is not negative
 * @param kept the number of slots that are compared in an approximate search
 */
export function searchQuery(query: Query, drop: f32, kept: u32): void {
  const k = query.k;
  prepareQuery(query);
  const living = findTerms(query);
  const matches: u64 = query.filter == 0 ? query.end : countMatches(query);
  if (!(query.most < MOST_SUM) || (query.filter != 0 && matches * ROW_COST < living)) {
    query.strategy = Strategy.Rows;
    compareAll(query);
  } else {
    query.strategy = living * 16 < query.end ? Strategy.Merge : Strategy.Windows;
    query.approximate = drop >= 0;
    if (query.approximate) {
      dropTerms(query, drop);
      query.k = kept;
    }
    searchWindows(query);
    if (query.approximate) compareKept(query, k);
  }
  sort(query.heap, query.size);
  for (let i: u32 = 0; i < query.size; i++) {
    const key = get(query.heap, i);
    const hit = query.heap + ((<usize>i) << 3);
    store<f32>(hit, distanceOf(key));
    store<u32>(hit, <u32>key, 4);
  }
}

function countMatches(query: Query): u64 {
  let matches: u64 = 0;
  for (let slot: u32 = 0; slot < query.filterSlots; slot += 64)
    matches += popcnt<u64>(filterWord(query, slot));
  return matches;
}

function compareAll(query: Query): void {
  query.ahead = true;
  for (let slot: u32 = 0; slot < query.end; slot += 64) {
    let bits = filterWord(query, slot);
    if (bits == 0) continue;
    bits &= ~atomic.load<u64>(deadWordOf(slot));
    for (; bits != 0; bits &= bits - 1) {
      const allowed = slot + <u32>ctz<u64>(bits);
      if (allowed < query.end) consider(query, allowed);
    }
  }
}

/** Drops the terms with the smallest products, as long as they have no more than the given part of all. */
function dropTerms(query: Query, part: f32): void {
  let sum: f64 = 0;
  for (let i: u32 = 0; i < query.termCount; i++) {
    sum += termAt(query, i).most;
    if (sum > query.most * part) return;
    query.dropped++;
  }
}

/** Compares the slots with the largest sums on their rows. */
function compareKept(query: Query, k: u32): void {
  const size = query.size;
  memory.copy(query.bounds, query.heap, (<usize>size) << 3);
  query.k = k;
  query.size = 0;
  for (let i: u32 = 0; i < size; i++) consider(query, <u32>get(query.bounds, i));
}

function searchWindows(query: Query): void {
  const windows = (query.end + WINDOW - 1) >> WINDOW_SHIFT;
  for (let window: u32 = 0; window < windows; window++) {
    if (!hasMatches(query, window)) {
      query.skipped++;
      continue;
    }
    const before = generation();
    if (window < sealedWindows()) {
      collect(query, window, addWindow(query, window, false));
      continue;
    }
    const added = addWindow(query, window, true);
    // The lists have been read now. If they were discarded meanwhile, the window is sealed.
    if (generationNow() == before) {
      collect(query, window, added);
    } else {
      clearSums(query);
      collect(query, window, addWindow(query, window, false));
    }
  }
}

function hasMatches(query: Query, window: u32): bool {
  if (query.filter == 0) return true;
  const start = window << WINDOW_SHIFT;
  for (let slot = start; slot < start + WINDOW; slot += 64) if (filterWord(query, slot) != 0) return true;
  return false;
}

/** Says what is to be read after the terms of a window were added. */
enum Added {
  Nothing = 0,
  Sums = 1,
  Marks = 2,
}

/** Adds the terms in the window that matter to its sums. */
function addWindow(query: Query, window: u32, open: bool): Added {
  query.above = 0;
  query.below = 0;
  query.omitted = 0;
  let postings: u32 = 0;
  let largest: f32 = 0;
  for (let i = query.dropped; i < query.termCount; i++) {
    const term = termAt(query, i);
    if (open) enterOpen(term, window);
    else enterSealed(query, term, window);
    postings += term.postings;
    largest += term.largest;
  }
  const least = threshold(query) - query.rounding - query.below;
  if (postings == 0 || largest <= least) {
    query.skipped++;
    return Added.Nothing;
  }
  query.windows++;
  const first = query.size < query.k || query.approximate ? query.dropped : omit(query, postings, least);
  const marks = !(least >= query.omitted) || postings < FEW_POSTINGS;
  for (let i = first; i < query.termCount; i++) {
    const term = termAt(query, i);
    if (term.postings != 0) addTerm(query, term, window, marks);
  }
  return marks ? Added.Marks : Added.Sums;
}

/** Chooses the terms that are not added. @returns the first that is */
function omit(query: Query, postings: u32, least: f32): u32 {
  let first: u32 = 0;
  let sum: f32 = 0;
  for (; first < query.termCount; first++) {
    const more = sum + termAt(query, first).largest;
    if (!(more <= least * OMITTED_PART)) break;
    postings -= termAt(query, first).postings;
    sum = more;
  }
  query.omitted = sum;
  // If few slots have one of the largest terms, these slots are compared on their rows.
  let rest = postings;
  let last = first;
  for (; last < query.termCount; last++) {
    const more = sum + termAt(query, last).largest;
    if (!(more <= least)) break;
    rest -= termAt(query, last).postings;
    sum = more;
  }
  if (rest * ROW_COST >= postings - rest) return first;
  query.omitted = sum;
  return last;
}

function collect(query: Query, window: u32, added: Added): void {
  if (added == Added.Marks) collectMarked(query, window << WINDOW_SHIFT);
  else if (added == Added.Sums) collectSums(query, window << WINDOW_SHIFT);
}
