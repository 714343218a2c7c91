// The file of a saved payload index: what a checkpoint writes of the index on one field of one segment, so that a start
// reads it and parses no payload.
// The decision: it is a shortcut. Its manifest entry says what it was made for, and a file that does not fit, or that
// is damaged, is not used: the index is then built from the payloads. It is written in slices while writes go on, so it
// names the slots that it lacks, and only they are read from payloads. Columns and sorted runs are written as they are
// in memory, and everything else in the order in which it is found again.
//
// index-<i>-<n>.bin: `i` counts the indexes that checkpoint `n` wrote of the segment. Blocks (formats/blocks.ts) follow
// one another without gaps; `slots` is in the manifest, and below, a set is many words, with bit s % 32 of word s / 32
// for slot s, for the slots below `slots`:
//
//   words    "AZIX" as 0x58495a41, the version of this layout, slots
//   shape    column: the number of values that a point has at the path; set: slots that have null there
//   index    by type:
//            keyword, uuid, bool
//              column of codes; order of the column; set: slots with a value; set: slots with a value of another type;
//              texts: the keys with the codes 0, 1, 2 ... in blocks of texts, the last without any
//            integer, float, datetime
//              column of values as doubles (datetimes: microseconds since 1970); order of the column;
//              slots with an integer that no double is, in chunks: words: slots; words: how many integers each has;
//              texts: their integers, with an n behind a BigInt; the last chunk is words without any element;
//              set: slots with a value; set: slots of an integer index with a number that is none;
//              set: slots with a value of another type
//            geo
//              column of latitudes; column of longitudes; order of the first; set: slots with a value
//            text
//              many words: the slot of each document, 2^32 - 1 for one that was replaced;
//              many words: how many tokens each has;
//              lists in chunks: texts: tokens; words: how many entries the list of each has; words: the documents of
//              these entries, one list after another; numbers: how often each has the token; the last chunk is texts
//              without any; a long list is in several chunks in a row;
//              set: slots with a text; set: slots with several texts
//   set      slots that the file lacks: nothing above says anything about them
//
//   column   word: end, one more than the last slot with a value; numbers: the values of the slots below `end`, 32,768
//            in each block, NaN for a slot without one value; slots with several values in chunks: words: slots; words:
//            how many values each has; numbers: their values; the last chunk is words without any element
//   order    word: the number of runs; of each run many numbers: values, ascending; many words: the slot of each. Pairs
//            that the column does not have are out of date and to be skipped; a pair may occur twice
import type { Sliced } from "../../scheduling/slices.ts";
import { TOKENIZER_VERSION } from "../../text/tokenize.ts";
import { unicodeMark } from "../../text/unicode-mark.ts";
import { BlockReader, type BlockWriter } from "../formats/blocks.ts";
import type { SlotSet } from "../slots/slot-set.ts";
import { FieldEntry } from "./field-entry.ts";
import type { IndexedField } from "./indexed-fields.ts";

/**
 * The version of the layout. It also has to be raised when an index would make something else of the same payload, for
 * example by another rule for dates; rules for words have a version of their own, TOKENIZER_VERSION.
 */
export const INDEX_VERSION = 1;

/** The version of the layout of text indexes. */
const TEXT_VERSION = 2;

const MAGIC = 0x5849_5a41;

/** Returns what an index is made for: it fits no other definition. */
export function definitionOf({ params, tokenizer }: IndexedField): unknown {
  if (tokenizer === null) return { params };
  return { params, lists: TEXT_VERSION, words: TOKENIZER_VERSION, unicode: unicodeMark() };
}

/** Writes an index; see FieldEntry. */
export function* saveIndex(
  entry: FieldEntry,
  out: BlockWriter,
  slots: number,
  touched: SlotSet,
): Sliced<number> {
  out.words([MAGIC, INDEX_VERSION, slots]);
  return yield* entry.save(out, slots, touched);
}

interface LoadedFrom {
  /** The whole file. */
  readonly bytes: Uint8Array;
  /** The slots that were saved, and the number of slots now. */
  readonly saved: number;
  readonly slots: number;
  /** Slots whose payload was replaced since. */
  readonly changed: Iterable<number>;
}

/** Reads an index. @throws RangeError, with the position in the file, if the bytes are no such index */
export function* loadIndex(
  field: IndexedField,
  { bytes, saved, slots, changed }: LoadedFrom,
): Sliced<FieldEntry> {
  const reader = new BlockReader(bytes);
  const [magic, version, count] = reader.words();
  if (magic !== MAGIC || version !== INDEX_VERSION || count !== saved)
    reader.fail("it is not the file of this index");
  return yield* FieldEntry.load(field, reader, saved, changed, slots);
}
