// The interface of the index on one payload field of a segment.
// The decision: an index answers for each slot that a check holds, that it does not, or that the payload has to be
// read; so it can leave out what it would seldom use, and no answer is wrong. Dead slots stay in it: callers know
// which slots are alive.

import type { Sliced } from "../../scheduling/slices.ts";
import type { Check } from "../filter/filter.ts";
import type { JsonValue } from "../filter/value.ts";
import type { BlockReader, BlockWriter } from "../formats/blocks.ts";
import type { Bits } from "../slots/bits.ts";
import type { KeyMap } from "./key-map.ts";

/**
 * The result of an index for a check: the slots that certainly satisfy it, and all that may satisfy it, certain ones
 * included.
 */
export interface Verdict {
  readonly sure: Bits;
  /** Is the object `sure` itself if every slot is decided. */
  readonly maybe: Bits;
}

export interface FieldIndex {
  /** The size of the index in bytes. */
  readonly bytes: number;
  /** Whether so much was replaced that it should be rebuilt. */
  readonly needsRebuild?: boolean;
  /** Returns the slots below `slots` that have a value of the index's type. */
  filled(slots: number): Bits;
  /** Replaces the values of the slot. Items of lists are given one by one. */
  put(slot: number, values: readonly JsonValue[]): void;
  /**
   * Replaces the values of the slot by those of several elements of an array, which do not satisfy a condition
   * together. Without it, all of them are put in.
   */
  putElements?(slot: number, elements: readonly (readonly JsonValue[])[]): void;
  /**
   * Does the same in slices. Until it is done no other values may be put in, and what the index says of the slot is
   * undefined. Without it, values are put in at once, however long they are.
   */
  putInSlices?(slot: number, elements: readonly (readonly JsonValue[])[]): Sliced<void>;
  /**
   * Returns how long it takes to put values in, in bytes of plain texts. Without it, they take as good as nothing.
   * @param bytes the length of the payload that has the values
   */
  effort?(values: readonly JsonValue[], bytes: number): number;
  /**
   * Returns the slots below `slots` with a value for which the check holds, as bits that belong to the caller; null if
   * this index cannot decide it. The result for a slot whose values change between two slices is undefined, and so are
   * the bits from `slots` on.
   */
  select(check: Check, slots: number): Sliced<Verdict | null>;
  /** Adds to the counts of the values how many of the slots have each. Without it, facets read the payloads. */
  tally?(slots: Bits, counts: KeyMap): Sliced<void>;
  /**
   * Writes what it has of the slots below `slots`, in the layout of index-file.ts, while values of slots are replaced.
   * What is written of a slot whose values are replaced meanwhile is undefined; once it is loaded, `put` of no values
   * removes all of it.
   */
  save(out: BlockWriter, slots: number): Sliced<void>;
  /** Fills an empty index with what `save` has written. @throws RangeError if it did not write these bytes */
  load(from: BlockReader, slots: number): Sliced<void>;
}

/** Returns a verdict without uncertain slots. */
export function certain(bits: Bits): Verdict {
  return { sure: bits, maybe: bits };
}
