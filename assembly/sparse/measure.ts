// Scores of slots that the host chooses, and counts of the indices that live rows of a corpus have.
// The decision: both read rows with the table of a search, so a score has the same bits as in a search.
import { deadWordOf } from "../memory/column";
import { filterWord, prepareQuery, Query, scoreOf, valueFor } from "./query";
import { rowFor } from "./row-reads";
import { ABSENT, countOf, entriesFor } from "./rows";

/** Writes the distance of each slot over its number; NaN where a slot has no vector. @returns false: no such slot */
export function measureSlots(query: Query, slots: usize, n: u32): bool {
  prepareQuery(query);
  for (let i: u32 = 0; i < n; i++) {
    const at = slots + ((<usize>i) << 2);
    const slot = load<u32>(at);
    if (slot >= query.end) return false;
    store<f32>(at, countOf(slot) == ABSENT ? NaN : -scoreOf(query, rowFor(query, slot)));
  }
  return true;
}

/**
 * Counts the live rows whose slots match the filter, empty ones included, and for each entry of the query how many of
 * them have its index. The counts replace the values of the query. @returns the number of rows
 */
export function countCorpus(query: Query): u32 {
  prepareQuery(query);
  const counts = query.row + 4 + ((<usize>query.entries) << 2);
  memory.fill(counts, 0, (<usize>query.entries) << 2);
  query.ahead = true;
  let rows: u32 = 0;
  for (let first: u32 = 0, end = query.end; first < end; first += 64) {
    let bits = filterWord(query, first);
    if (bits == 0) continue;
    bits &= ~atomic.load<u64>(deadWordOf(first));
    for (; bits != 0; bits &= bits - 1) {
      const slot = first + <u32>ctz<u64>(bits);
      if (slot >= end) break;
      rows++;
      if (entriesFor(countOf(slot)) > 0) countRow(query, rowFor(query, slot), counts);
    }
  }
  return rows;
}

/** Counts the indices of a row; the value of an entry in the table is its position. */
function countRow(query: Query, row: usize, counts: usize): void {
  const n = load<u32>(row);
  for (let i: u32 = 0; i < n; i++) {
    const value = valueFor(query, load<u32>(row + ((<usize>i) << 2), 4));
    if (isNaN(value)) continue;
    const at = counts + ((<usize>(<u32>value)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}
