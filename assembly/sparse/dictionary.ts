// The dictionary: from an index to the record of its term, whose address never changes.
// The decision: an open-addressed table, at most half full, of pairs of index and address. When it doubles, the new
// table is complete before the header points to it; readers of the old one find every term that it had. Records are in
// blocks of their own, which are linked, and are written by the writer alone.
//
//   table     u32 number of pairs - 1, u32 unused, then the pairs: index u32, record u32; record 0: free
//   record    0 index u32 | 4 living u32: live rows that have the index | 8 window + 1 of the open list u32
//             12 next record of the open window u32 | 16 open list u64: address << 32 | entries (atomic)
//             24 first run, 28 last run u32 | 32 first loose posting, 36 last u32 | 40 smallest, 44 largest value f32
//             48 run, 52 loose posting up to which a checkpoint has copied u32; 0: none
//   block     next block u32, 12 bytes unused, then records
import { mixed } from "../hash";
import { allocate } from "../memory/arena";
import {
  dictionary,
  FIRST_RECORDS,
  FREE_RECORDS,
  fieldAt,
  setDictionary,
  setFieldAt,
  setTerms,
  terms,
} from "./fields";

export const RECORD_BYTES: u32 = 56;
const BLOCK_HEAD: u32 = 16;
const BLOCK_RECORDS: u32 = 256;
const BLOCK_BYTES: u32 = BLOCK_HEAD + BLOCK_RECORDS * RECORD_BYTES;
const FIRST_PAIRS: u32 = 512;
const HEAD: usize = 8;

/** Returns the record of an index; 0: no row has had it. */
export function recordOf(index: u32): usize {
  const table = dictionary();
  return table == 0 ? 0 : load<u32>(pairOf(table, index), 4);
}

/** Returns the record of an index, made if there is none; 0: no memory. */
export function recordFor(index: u32): usize {
  if (!ensureSpace()) return 0;
  const pair = pairOf(dictionary(), index);
  const found = load<u32>(pair, 4);
  if (found != 0) return found;
  const record = newRecord();
  if (record == 0) return 0;
  store<u32>(record, index);
  store<f32>(record, f32.MAX_VALUE, 40);
  store<f32>(record, -f32.MAX_VALUE, 44);
  // Readers find the pair as soon as its address is there.
  store<u32>(pair, index);
  atomic.store<u32>(pair, <u32>record, 4);
  setTerms(terms() + 1);
  return record;
}

/** Returns the address of the pair of an index, or of the free pair where it belongs. */
function pairOf(table: usize, index: u32): usize {
  const mask = load<u32>(table);
  let at = mixed(index) & mask;
  while (true) {
    const pair = table + HEAD + ((<usize>at) << 3);
    if (atomic.load<u32>(pair, 4) == 0 || load<u32>(pair) == index) return pair;
    at = (at + 1) & mask;
  }
}

/** Ensures space for one more term. */
function ensureSpace(): bool {
  const table = dictionary();
  const pairs: u32 = table == 0 ? 0 : load<u32>(table) + 1;
  if ((terms() + 1) << 1 <= pairs) return true;
  const size = max(FIRST_PAIRS, 2 * pairs);
  const larger = allocate(HEAD + ((<u64>size) << 3));
  if (larger == 0) return false;
  store<u32>(larger, size - 1);
  for (let at: u32 = 0; at < pairs; at++) {
    const pair = table + HEAD + ((<usize>at) << 3);
    if (load<u32>(pair, 4) != 0) store<u64>(pairOf(larger, load<u32>(pair)), load<u64>(pair));
  }
  setDictionary(larger);
  return true;
}

function newRecord(): usize {
  const free = fieldAt(FREE_RECORDS);
  const end = fieldAt(FREE_RECORDS + 4);
  if (free < end) {
    setFieldAt(FREE_RECORDS, free + RECORD_BYTES);
    return free;
  }
  const block = allocate(BLOCK_BYTES);
  if (block == 0) return 0;
  if (end == 0) setFieldAt(FIRST_RECORDS, block);
  else store<u32>(end - BLOCK_BYTES, <u32>block);
  const first = block + BLOCK_HEAD;
  setFieldAt(FREE_RECORDS, first + RECORD_BYTES);
  setFieldAt(FREE_RECORDS + 4, block + BLOCK_BYTES);
  return first;
}

/** Returns the block of the record of the `number`th term, given that of the term before. */
export function blockOf(number: u32, before: usize): usize {
  if (number == 0) return fieldAt(FIRST_RECORDS);
  return number % BLOCK_RECORDS == 0 ? <usize>load<u32>(before) : before;
}

/** Returns the record of the `number`th term, in the order in which they came; 0: there is none. */
export function recordAt(number: u32, block: usize): usize {
  // Terms that came after all of the blocks had been passed are in none of them.
  if (block == 0 || number >= terms()) return 0;
  return block + BLOCK_HEAD + <usize>(number % BLOCK_RECORDS) * RECORD_BYTES;
}

/** Returns the number of live rows that have the index of the record. */
export function livingOf(record: usize): u32 {
  return atomic.load<u32>(record, 4);
}

export function addLiving(record: usize, rows: i32): void {
  atomic.store<u32>(record, livingOf(record) + rows, 4);
}

export function smallestOf(record: usize): f32 {
  return load<f32>(record, 40);
}

export function largestOf(record: usize): f32 {
  return load<f32>(record, 44);
}

/** Widens the range of the values of a term; before its posting is added. */
export function noteValue(record: usize, value: f32): void {
  if (value < smallestOf(record)) store<f32>(record, value, 40);
  if (value > largestOf(record)) store<f32>(record, value, 44);
}

/** Returns the bytes of the tables that are made while terms are added. */
export function tableBytesFor(more: u32): u64 {
  const table = dictionary();
  let pairs: u64 = table == 0 ? 0 : <u64>load<u32>(table) + 1;
  let bytes: u64 = 0;
  while (pairs < 2 * (<u64>terms() + more)) {
    pairs = max<u64>(FIRST_PAIRS, 2 * pairs);
    bytes += HEAD + (pairs << 3);
  }
  return bytes;
}

/** Returns the run, or the loose posting, up to which the last checkpoint copied; 0: none. */
export function copiedRun(record: usize): usize {
  return load<u32>(record, 48);
}

export function copiedLoose(record: usize): usize {
  return load<u32>(record, 52);
}

/** Notes where a checkpoint stopped. @param run 0: before the first */
export function noteCopied(record: usize, run: usize, loose: usize): void {
  store<u32>(record, <u32>run, 48);
  store<u32>(record, <u32>loose, 52);
}
