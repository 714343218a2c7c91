// What a checkpoint keeps of slots that were changed after they had been saved: other payloads, and the versions with them.
// The decision: records are added and never written over, like everything else that is saved, so both kept checkpoints can
// be read; of two about one slot the later holds. A segment that has many is made anew, and begins without any.
//
// A record, little endian:
//    0 u32  slot
//    4 u32  bytes of the payload; 0: there is none
//    8 u32  CRC-32 of the payload
//   12 u64  version: LSN of the write that changed the point
//   20 u64  offset of the payload in the segment's file of payloads

import type { Sliced } from "../../scheduling/slices.ts";
import type { SlotState } from "../slots/slot-changes.ts";
import { getU64, type SlotBooks, setU64 } from "./slot-records.ts";

const WORDS = 7;
const LENGTH = 1;
const CRC = 2;
const VERSION = 3;
const OFFSET = 5;

/** What is read until the work may be cut: some thousand records. */
const CUT_WORDS = WORDS * 2 ** 13;

export const CHANGE_BYTES = WORDS * Uint32Array.BYTES_PER_ELEMENT;

export interface ChangeRecord extends SlotState {
  readonly slot: number;
  readonly crc: number;
}

/** @param into as many bytes as they take, on a boundary of four */
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

/** Makes of the books as they were first written what they became. @param bytes whole records */
export function* applyChanges({ versions, payloads }: SlotBooks, bytes: Uint8Array): Sliced<void> {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint32Array.BYTES_PER_ELEMENT);
  for (let at = 0; at < words.length; at += WORDS) {
    const slot = words[at]!;
    versions[slot] = getU64(words, at + VERSION);
    payloads.offsets[slot] = getU64(words, at + OFFSET);
    payloads.lengths[slot] = words[at + LENGTH]!;
    payloads.crcs[slot] = words[at + CRC]!;
    if (at % CUT_WORDS === 0) yield;
  }
}
