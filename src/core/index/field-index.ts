// The interface of the index on one payload field of a segment.
// The decision: an index answers for each slot that a check holds, that it does not, or that the payload has to be
// read; so it can leave out what it would seldom use, and no answer is wrong. Dead slots stay in it: callers know
// which slots are alive.

import type { Sliced } from "../../scheduling/slices.ts";
import type { Check } from "../filter/filter.ts";
import type { JsonValue } from "../filter/value.ts";
import type { Bits } from "../slots/bits.ts";
import type { KeyMap } from "./key-map.ts";

/** The slots for which a check certainly holds, and all for which it may hold, including the certain ones. */
export interface Verdict {
  readonly sure: Bits;
  /** This is `sure` itself if all answers are certain. */
  readonly maybe: Bits;
}

export interface FieldIndex {
  /** The size of the index in bytes. */
  readonly bytes: number;
  /** Whether so much was replaced that it should be rebuilt. */
  readonly isWorn?: boolean;
  /** Slots with a value that is in the index, below `slots`. */
  filled(slots: number): Bits;
  /** From now on the slot has these values, items of lists one by one. */
  put(slot: number, values: readonly JsonValue[]): void;
  /**
   * Returns the slots below `slots` with a value for which the check holds; null if this index cannot tell. If the work
   * is cut, the answer for a slot whose values change meanwhile is undefined.
   */
  select(check: Check, slots: number): Sliced<Verdict | null>;
  /** Adds to the counts of the values how many of the slots have each. Without it, facets read the payloads. */
  tally?(slots: Bits, counts: KeyMap): Sliced<void>;
}

/** Returns a verdict without uncertain slots. */
export function certain(bits: Bits): Verdict {
  return { sure: bits, maybe: bits };
}
