// The records that a checkpoint keeps of slots which changed after they were saved: new payloads, and their versions.
// The decision: records are appended and never overwritten, like everything else that is saved, so both kept
// checkpoints can be read; of two records about one slot the later one counts. A segment with many of them is rebuilt
// and begins without any.
//
// A record, little endian:
//    0 u32  slot
//    4 u32  bytes of the payload; 0: there is none
//    8 u32  CRC-32 of the payload
//   12 u64  version: LSN of the write that changed the point
//   20 u64  offset of the payload in the segment's file of payloads

import type { Sliced } from "../../scheduling/slices.ts";
import type { SlotState } from "../slots/slot-changes.ts";
import { getU64, type SlotTables, setU64 } from "./slot-records.ts";

const WORDS = 7;
const LENGTH = 1;
const CRC = 2;
const VERSION = 3;
const OFFSET = 5;

/** The words that are read between two pauses: some thousand records. */
const WORDS_PER_YIELD = WORDS * 2 ** 13;

export const CHANGE_BYTES = WORDS * Uint32Array.BYTES_PER_ELEMENT;

export interface ChangeRecord extends SlotState {
  readonly slot: number;
  readonly crc: number;
}

/**
 * Writes the records to `into`.
 * @param into has the exact size of the records and begins on a 4-byte boundary
 */
export function encodeChanges(records: readonly ChangeRecord[], into: Uint8Array): void {
  const words = new Uint32Array(into.buffer, into.byteOffset, records.length * WORDS);
  records.forEach(({ slot, length, crc, version, offset }, i) => {
    const at = i * WORDS;
    words[at] = slot;
    words[at + LENGTH] = length;
    words[at + CRC] = crc;
    setU64(words, at + VERSION, version);
    setU64(words, at + OFFSET, offset);
  });
}

/** Yields the slots of the records from the byte `from` on. @param bytes whole records */
export function* slotsChangedFrom(bytes: Uint8Array, from: number): Generator<number, void> {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint32Array.BYTES_PER_ELEMENT);
  for (let at = from / Uint32Array.BYTES_PER_ELEMENT; at < words.length; at += WORDS) yield words[at]!;
}

/**
 * Applies the changes to the books of the slots as they were first saved.
 * @param bytes whole records
 */
export function* applyChanges({ versions, payloads }: SlotTables, bytes: Uint8Array): Sliced<void> {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint32Array.BYTES_PER_ELEMENT);
  for (let at = 0; at < words.length; at += WORDS) {
    const slot = words[at]!;
    versions[slot] = getU64(words, at + VERSION);
    payloads.offsets[slot] = getU64(words, at + OFFSET);
    payloads.lengths[slot] = words[at + LENGTH]!;
    payloads.crcs[slot] = words[at + CRC]!;
    if (at % WORDS_PER_YIELD === 0) yield;
  }
}
