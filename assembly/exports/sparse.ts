// The exports for sparse vectors: a memory has either a vector store or a store of sparse vectors.
// The decision: both have the same header, columns, counts and dead bits, so `publish`, `markDead` and `stat` serve
// both.
import { SparseStat, Status } from "../abi";
import { isFormatted } from "../memory/layout";
import { livingOf, recordOf } from "../sparse/dictionary";
import { entries, fileWords, sealedWindows, terms, vectors } from "../sparse/fields";
import { countCorpus, measureSlots } from "../sparse/measure";
import { openQuery, queryOf } from "../sparse/query";
import { adjacentBytes, countOf, nextRow, rowOf } from "../sparse/rows";
import { searchQuery } from "../sparse/search";

/** The most entries of a sparse vector. */
const MAX_ENTRIES: u32 = 65_536;

/** Returns where the host writes rows of `bytes` in all, before `putSparse`; 0 when there is no memory. */
export function sparseInput(bytes: u32): usize {
  return nextRow(bytes);
}

/** Returns the address of a written slot's row; with rows in a file, the word of the file where it begins. */
export function sparseRow(slot: u32): usize {
  return rowOf(slot);
}

/** Returns the number of entries of a written slot's row; 2^32 - 1: it has no vector. */
export function sparseEntries(slot: u32): u32 {
  return countOf(slot);
}

/** Returns the bytes of the rows from `first` on, before `end`, that follow one another in memory. */
export function sparseRun(first: u32, end: u32): u32 {
  return adjacentBytes(first, end);
}

/**
 * Lays the worker's area out for a query and `k` hits, or for `2 k` slots to measure.
 * @param filtered whether only slots with a bit may be found
 */
export function openSparse(worker: u32, queryEntries: u32, k: u32, filterSlots: u32, filtered: bool): i32 {
  if (!isFormatted() || queryEntries > MAX_ENTRIES) return Status.InvalidArgument;
  return openQuery(worker, queryEntries, k, filterSlots, filtered) == null ? Status.OutOfMemory : Status.Ok;
}

/** Returns where the host writes the query, in the form of a row. */
export function sparseQuery(worker: u32): usize {
  return queryOf(worker).row;
}

/** Returns where the host writes the bits of the filter. */
export function sparseFilter(worker: u32): usize {
  return queryOf(worker).filter;
}

/** Searches; see `searchQuery`. @returns the number of hits */
export function searchSparse(worker: u32, drop: f32, k: u32): i32 {
  const query = queryOf(worker);
  if (k > query.k) return Status.InvalidArgument;
  const kept = query.k;
  query.k = k;
  searchQuery(query, drop, kept);
  return <i32>query.size;
}

/** Returns where the hits are, as pairs of f32 distance and u32 slot; slots to measure are written there, too. */
export function sparseHits(worker: u32): usize {
  return queryOf(worker).heap;
}

/** Writes the distances of the `slots` slots at `sparseHits` over their numbers. */
export function measureSparse(worker: u32, slots: u32): i32 {
  const query = queryOf(worker);
  return measureSlots(query, query.heap, slots) ? Status.Ok : Status.InvalidSlot;
}

/** Counts the rows of a corpus; see `countCorpus`. */
export function corpusOf(worker: u32): i32 {
  return <i32>countCorpus(queryOf(worker));
}

/** Returns the number of live rows that have the index. */
export function rowsWith(index: u32): u32 {
  const record = recordOf(index);
  return record == 0 ? 0 : livingOf(record);
}

/** Returns a counter of the store, or of the worker's last search. */
export function sparseStat(worker: u32, which: u32): u32 {
  if (which == SparseStat.Vectors) return vectors();
  if (which == SparseStat.Entries) return <u32>min<u64>(entries(), u32.MAX_VALUE);
  if (which == SparseStat.Dictionary) return terms();
  if (which == SparseStat.Sealed) return sealedWindows();
  if (which == SparseStat.FileWords) return fileWords();
  const query = queryOf(worker);
  if (which == SparseStat.Terms) return query.termCount;
  if (which == SparseStat.Postings) return query.postings;
  if (which == SparseStat.Windows) return query.windows;
  if (which == SparseStat.Skipped) return query.skipped;
  if (which == SparseStat.Compared) return query.compared;
  return which == SparseStat.Strategy ? query.strategy : 0;
}
