// The header of a memory with sparse vectors, and the constants of windows.
// The decision: such a memory has the header, the arena and the columns of a vector store, with two columns, the dead
// bits and the addresses of rows. Its own fields are where a vector store lists the newest nodes of its graph.
//
//   header offset      type   field
//   232                u32    dictionary: address of the table (atomic), see dictionary.ts
//   236                u32    terms: indices that some row has had
//   240                u32    sealed: the number of sealed windows; the next one is open (atomic), see seal.ts
//   244                u32    generation: how often the lists of the open window were discarded (atomic), see open.ts
//   248                u32    vectors: live slots whose row has entries
//   252, 256           u32    free rows: the next address, the end of the block, see rows.ts
//   260, 264           u32    free records: the same for records of terms
//   268, 272           u32    free lists: the same for lists of the open window
//   276                u32    first block of such lists
//   280                u32    block of such lists in use
//   284                u32    newest record with postings in the open window; 0: none
//   288                u64    entries of all rows
//   296                u32    entries of the rows in the open window
//   300                u32    first block of records, see dictionary.ts
//   304                u32    words of all rows in the file, if they are in one, see rows.ts (atomic)
//   308                u32    most entries of a row (atomic)
import { HEADER } from "../memory/layout";

/** A window has 2^13 slots: their sums fit the first-level cache beside the postings that are added to them. */
export const WINDOW_SHIFT: u32 = 13;
export const WINDOW: u32 = 1 << WINDOW_SHIFT;

const DICTIONARY: usize = 232;
const TERMS: usize = 236;
const SEALED: usize = 240;
const GENERATION: usize = 244;
const VECTORS: usize = 248;
export const FREE_ROWS: usize = 252;
export const FREE_RECORDS: usize = 260;
export const FREE_LISTS: usize = 268;
export const FIRST_BLOCK: usize = 276;
export const BLOCK: usize = 280;
const NEWEST: usize = 284;
const ENTRIES: usize = 288;
const OPEN_ENTRIES: usize = 296;
export const FIRST_RECORDS: usize = 300;
const FILE_WORDS: usize = 304;
const MOST_ENTRIES: usize = 308;

export function dictionary(): usize {
  return atomic.load<u32>(HEADER, DICTIONARY);
}

export function setDictionary(table: usize): void {
  atomic.store<u32>(HEADER, <u32>table, DICTIONARY);
}

export function terms(): u32 {
  return load<u32>(HEADER, TERMS);
}

export function setTerms(terms: u32): void {
  store<u32>(HEADER, terms, TERMS);
}

export function sealedWindows(): u32 {
  return atomic.load<u32>(HEADER, SEALED);
}

/** Sets the number of sealed windows, after their runs were linked. */
export function setSealedWindows(windows: u32): void {
  atomic.store<u32>(HEADER, windows, SEALED);
}

export function generation(): u32 {
  return atomic.load<u32>(HEADER, GENERATION);
}

/** Returns the same after all reads before it. */
export function generationNow(): u32 {
  return atomic.add<u32>(HEADER, 0, GENERATION);
}

export function nextGeneration(): void {
  atomic.store<u32>(HEADER, generation() + 1, GENERATION);
}

export function vectors(): u32 {
  return atomic.load<u32>(HEADER, VECTORS);
}

export function setVectors(vectors: u32): void {
  atomic.store<u32>(HEADER, vectors, VECTORS);
}

/** Returns the record that was last added to those of the open window; 0: there is none. */
export function newestRecord(): usize {
  return load<u32>(HEADER, NEWEST);
}

export function setNewestRecord(record: usize): void {
  store<u32>(HEADER, <u32>record, NEWEST);
}

export function entries(): u64 {
  return load<u64>(HEADER, ENTRIES);
}

export function setEntries(entries: u64): void {
  store<u64>(HEADER, entries, ENTRIES);
}

export function fieldAt(field: usize): usize {
  return load<u32>(HEADER + field);
}

export function setFieldAt(field: usize, value: usize): void {
  store<u32>(HEADER + field, <u32>value);
}

export function openEntries(): u32 {
  return load<u32>(HEADER, OPEN_ENTRIES);
}

export function setOpenEntries(entries: u32): void {
  store<u32>(HEADER, entries, OPEN_ENTRIES);
}

/** Returns the words of the rows that the host's file has, published or not. */
export function fileWords(): u32 {
  return atomic.load<u32>(HEADER, FILE_WORDS);
}

export function setFileWords(words: u32): void {
  atomic.store<u32>(HEADER, words, FILE_WORDS);
}

/** Returns a number of entries that no row exceeds which was published before. */
export function mostEntries(): u32 {
  return atomic.load<u32>(HEADER, MOST_ENTRIES);
}

export function noteEntries(n: u32): void {
  if (n > mostEntries()) atomic.store<u32>(HEADER, n, MOST_ENTRIES);
}
