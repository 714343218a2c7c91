// Pairs of a value and a slot in the order of values, and of slots where values are equal. Never changed once made.
// The decision: two flat arrays, twelve bytes a pair; two runs are merged into one, and what is out of date is left out
// on the way.

import type { Sliced } from "../../scheduling/slices.ts";
import type { BlockReader, BlockWriter } from "../formats/blocks.ts";
import { firstIndex } from "../slots/first-index.ts";

/** Pairs that are merged between two yields. */
export const MERGED_PER_YIELD = 2 ** 10;

/** The used share of an array above which it is kept as it is; below, the used part is copied and the rest freed. */
const KEPT_SHARE = 7 / 8;

export class SortedRun {
  readonly values: Float64Array;
  readonly slots: Uint32Array;

  /** @param values the sorted values; like `slots`, it may be the beginning of a larger array */
  constructor(values: Float64Array, slots: Uint32Array) {
    this.values = values;
    this.slots = slots;
  }

  /** @param values in any order, as many as slots */
  static sort(values: readonly number[], slots: readonly number[]): SortedRun {
    let from = { values: Float64Array.from(values), slots: Uint32Array.from(slots) };
    let to = { values: new Float64Array(values.length), slots: new Uint32Array(values.length) };
    for (let width = 1; width < values.length; width *= 2) {
      for (let start = 0; start < values.length; start += 2 * width) mergeHalves(from, to, start, width);
      [from, to] = [to, from];
    }
    return new SortedRun(from.values, from.slots);
  }

  static *load(reader: BlockReader): Sliced<SortedRun> {
    const values = yield* reader.manyNumbers();
    const slots = yield* reader.manyWords();
    if (slots.length !== values.length) reader.fail("a run has as many slots as values");
    return new SortedRun(values, slots);
  }

  *save(out: BlockWriter): Sliced<void> {
    yield* out.manyNumbers(this.values);
    yield* out.manyWords(this.slots);
  }

  get length(): number {
    return this.values.length;
  }

  get bytes(): number {
    return this.values.buffer.byteLength + this.slots.buffer.byteLength;
  }

  /** The position of the first pair whose value is not below `value`. */
  lowerBound(value: number): number {
    return firstIndex(this.length, (i) => this.values[i]! >= value);
  }

  /** The position behind the last pair whose value is not above `value`. */
  upperBound(value: number): number {
    return firstIndex(this.length, (i) => this.values[i]! > value);
  }

  /** Merges two runs, each pair once, without pairs that are out of date. */
  *merge(other: SortedRun, holds: (value: number, slot: number) => boolean): Sliced<SortedRun> {
    const length = this.length + other.length;
    const to = { values: new Float64Array(length), slots: new Uint32Array(length) };
    const merge: Merge = { from: this, other, to, i: 0, j: 0, count: 0 };
    for (let done = 0; done < length; done += MERGED_PER_YIELD) {
      if (done > 0) yield;
      mergeSome(merge, Math.min(length, done + MERGED_PER_YIELD), holds);
    }
    const { values, slots } = to;
    const { count } = merge;
    return count >= length * KEPT_SHARE
      ? new SortedRun(values.subarray(0, count), slots.subarray(0, count))
      : new SortedRun(values.slice(0, count), slots.slice(0, count));
  }
}

type Pairs = Pick<SortedRun, "values" | "slots">;

/** A merge that is under way. */
interface Merge {
  readonly from: Pairs;
  readonly other: Pairs;
  readonly to: Pairs;
  /** The pairs of both that have been read, and those that have been written. */
  i: number;
  j: number;
  count: number;
}

/** Goes on until `end` pairs have been read. It is no generator, in whose loop each variable takes longer to read. */
function mergeSome(merge: Merge, end: number, holds: (value: number, slot: number) => boolean): void {
  const { values, slots } = merge.from;
  const { values: otherValues, slots: otherSlots } = merge.other;
  const { values: toValues, slots: toSlots } = merge.to;
  let { i, j, count } = merge;
  let last = count === 0 ? Number.NaN : toValues[count - 1]!;
  let lastSlot = count === 0 ? -1 : toSlots[count - 1]!;
  while (i + j < end) {
    const first =
      j === otherValues.length ||
      (i < values.length && isBefore(values, slots, i, otherValues, otherSlots, j));
    const value = first ? values[i]! : otherValues[j]!;
    const slot = first ? slots[i++]! : otherSlots[j++]!;
    if ((value === last && slot === lastSlot) || !holds(value, slot)) continue;
    toValues[count] = last = value;
    toSlots[count++] = lastSlot = slot;
  }
  Object.assign(merge, { i, j, count });
}

function isBefore(
  a: Float64Array,
  aSlots: Uint32Array,
  i: number,
  b: Float64Array,
  bSlots: Uint32Array,
  j: number,
): boolean {
  return a[i]! < b[j]! || (a[i] === b[j] && aSlots[i]! <= bSlots[j]!);
}

/** Merges the pairs from `start` on, two sorted parts of at most `width` pairs, into the same place of `to`. */
function mergeHalves(from: Pairs, to: Pairs, start: number, width: number): void {
  const { values, slots } = from;
  const middle = Math.min(start + width, values.length);
  const end = Math.min(middle + width, values.length);
  for (let at = start, i = start, j = middle; at < end; at++) {
    const first = j === end || (i < middle && isBefore(values, slots, i, values, slots, j));
    const taken = first ? i++ : j++;
    to.values[at] = values[taken]!;
    to.slots[at] = slots[taken]!;
  }
}
