// The records that a checkpoint keeps of each slot besides its vectors: id, version, and position of the payload.
// The decision: each slot, deleted or not, has one record of fixed size that is written once like the slot itself; so
// the file only grows, and the position of a record follows from the slot. Later changes are in change-records.ts.
//
// A record, little endian:
//    0 u32 x 4  words of the id (point-id.ts)
//   16 u64      version: LSN of the write that made the point
//   24 u64      offset of the payload in the segment's file of payloads
//   32 u32      bytes of the payload; 0: there is none
//   36 u32      CRC-32 of the payload
//   40 u32 ...  bit 0: the id is a UUID; bit 1 + i: the point lacks vector i of the collection; as many words as needed

import type { Sliced } from "../../scheduling/slices.ts";
import { WORD_BITS } from "../slots/bits.ts";
import { ID_WORDS, PackedIds } from "../slots/point-id.ts";
import type { SlotState } from "../slots/slot-changes.ts";

const FIXED_WORDS = 10;
const VERSION = ID_WORDS;
const OFFSET = VERSION + 2;
const LENGTH = OFFSET + 2;
const CRC = LENGTH + 1;
const FLAGS = CRC + 1;
const TWO_32 = 2 ** 32;
/** The records that are read between two pauses. */
const SLOTS_PER_YIELD = 2 ** 13;

/** The records of `slots` slots, one array for each member. */
export interface SlotTables {
  readonly ids: PackedIds;
  readonly versions: Float64Array;
  readonly payloads: PayloadColumns;
  /** For each vector field of the collection, the bits of the slots that lack it. */
  readonly absent: readonly Uint32Array[];
}

interface PayloadColumns {
  readonly offsets: Float64Array;
  /** Lengths of payloads in bytes; 0: no payload. */
  readonly lengths: Uint32Array;
  readonly crcs: Uint32Array;
}

export interface SlotSource {
  readonly bySlot: PackedIds;
  state(slot: number): SlotState & { readonly crc: number };
  lacks(slot: number, field: number): boolean;
}

export function recordBytes(fields: number): number {
  return wordsOf(fields) * Uint32Array.BYTES_PER_ELEMENT;
}

function wordsOf(fields: number): number {
  return FIXED_WORDS + Math.ceil((1 + fields) / WORD_BITS);
}

/**
 * Writes the records of the slots from `from` to before `to`.
 * @param into has the exact size of the records and begins on a 4-byte boundary
 */
export function encodeSlots(
  source: SlotSource,
  fields: number,
  from: number,
  to: number,
  into: Uint8Array,
): void {
  const size = wordsOf(fields);
  const words = new Uint32Array(into.buffer, into.byteOffset, size * (to - from));
  const { kinds, words: ids } = source.bySlot;
  for (let slot = from, at = 0; slot < to; slot++, at += size) {
    for (let w = 0; w < ID_WORDS; w++) words[at + w] = ids[slot * ID_WORDS + w]!;
    const { version, offset, length, crc } = source.state(slot);
    setU64(words, at + VERSION, version);
    setU64(words, at + OFFSET, offset);
    words[at + LENGTH] = length;
    words[at + CRC] = crc;
    words.fill(0, at + FLAGS, at + size);
    words[at + FLAGS] = kinds[slot]!;
    for (let field = 0; field < fields; field++) {
      if (source.lacks(slot, field)) setBit(words.subarray(at + FLAGS, at + size), 1 + field);
    }
  }
}

/**
 * Reads records into arrays.
 * @param bytes whole records
 */
export function* decodeSlots(bytes: Uint8Array, fields: number): Sliced<SlotTables> {
  const size = wordsOf(fields);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint32Array.BYTES_PER_ELEMENT);
  const slots = words.length / size;
  const tables = emptyTables(slots, fields);
  const { ids, versions, payloads, absent } = tables;
  for (let slot = 0, at = 0; slot < slots; slot++, at += size) {
    for (let w = 0; w < ID_WORDS; w++) ids.words[slot * ID_WORDS + w] = words[at + w]!;
    ids.kinds[slot] = words[at + FLAGS]! & 1;
    versions[slot] = getU64(words, at + VERSION);
    payloads.offsets[slot] = getU64(words, at + OFFSET);
    payloads.lengths[slot] = words[at + LENGTH]!;
    payloads.crcs[slot] = words[at + CRC]!;
    for (let field = 0; field < fields; field++) {
      const bit = 1 + field;
      if (words[at + FLAGS + Math.floor(bit / WORD_BITS)]! & (1 << (bit % WORD_BITS)))
        setBit(absent[field]!, slot);
    }
    if (slot % SLOTS_PER_YIELD === 0) yield;
  }
  return tables;
}

function emptyTables(slots: number, fields: number): SlotTables {
  return {
    ids: new PackedIds(new Uint8Array(slots), new Uint32Array(slots * ID_WORDS)),
    versions: new Float64Array(slots),
    payloads: {
      offsets: new Float64Array(slots),
      lengths: new Uint32Array(slots),
      crcs: new Uint32Array(slots),
    },
    absent: Array.from({ length: fields }, () => new Uint32Array(Math.ceil(slots / WORD_BITS))),
  };
}

function setBit(words: Uint32Array, bit: number): void {
  words[Math.floor(bit / WORD_BITS)]! |= 1 << (bit % WORD_BITS);
}

export function setU64(words: Uint32Array, at: number, value: number): void {
  words[at] = value % TWO_32;
  words[at + 1] = Math.floor(value / TWO_32);
}

export function getU64(words: Uint32Array, at: number): number {
  return words[at + 1]! * TWO_32 + words[at]!;
}
