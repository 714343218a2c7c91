// What an index over a payload field can be told and asked: one for each type, of one segment.
// The decision: an index says of each slot that a check holds, that it does not, or that the payload has to be looked
// at; so it need not keep what it can seldom use, and whoever asks is never told wrong. Dead slots stay as they are:
// who asks knows which are alive.

import type { Sliced } from "../../scheduling/slices.ts";
import type { Check } from "../filter/filter.ts";
import type { JsonValue } from "../filter/value.ts";
import type { Bits } from "../slots/bits.ts";
import type { KeyMap } from "./key-map.ts";

/** Slots of which it is certain that something holds, and all for which it may: the certain ones and more. */
export interface Verdict {
  readonly sure: Bits;
  /** The same object where all is certain. */
  readonly maybe: Bits;
}

export interface FieldIndex {
  /** What it takes, in bytes. */
  readonly bytes: number;
  /** Whether so much was replaced that it should be rebuilt. */
  readonly isWorn?: boolean;
  /** Slots with a value that is in the index, below `slots`. */
  filled(slots: number): Bits;
  /** From now on the slot has these values, items of lists one by one. */
  put(slot: number, values: readonly JsonValue[]): void;
  /**
   * The slots below `slots` with a value for which the check holds; null: this index cannot say. Where the work is cut, of a
   * slot whose values change meanwhile it may say anything.
   */
  select(check: Check, slots: number): Sliced<Verdict | null>;
  /** Adds to the counts of the values how many of the slots have each. Without it, facets read the payloads. */
  tally?(slots: Bits, counts: KeyMap): Sliced<void>;
}

/** What is certain throughout. */
export function certain(bits: Bits): Verdict {
  return { sure: bits, maybe: bits };
}
