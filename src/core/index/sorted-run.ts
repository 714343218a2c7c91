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

  static sort(values: readonly number[], slots: readonly number[]): SortedRun {
    const order = Array.from(values, (_, i) => i);
    order.sort((a, b) => values[a]! - values[b]! || slots[a]! - slots[b]!);
    return new SortedRun(
      Float64Array.from(order, (i) => values[i]!),
      Uint32Array.from(order, (i) => slots[i]!),
    );
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
    const values = new Float64Array(this.length + other.length);
    const slots = new Uint32Array(values.length);
    let count = 0;
    for (let i = 0, j = 0; i < this.length || j < other.length; ) {
      if ((i + j) % MERGED_PER_YIELD === MERGED_PER_YIELD - 1) yield;
      const fromThis = j === other.length || (i < this.length && !this.#isAfter(i, other, j));
      const value = fromThis ? this.values[i]! : other.values[j]!;
      const slot = fromThis ? this.slots[i++]! : other.slots[j++]!;
      if (count > 0 && values[count - 1] === value && slots[count - 1] === slot) continue;
      if (!holds(value, slot)) continue;
      values[count] = value;
      slots[count++] = slot;
    }
    return count >= values.length * KEPT_SHARE
      ? new SortedRun(values.subarray(0, count), slots.subarray(0, count))
      : new SortedRun(values.slice(0, count), slots.slice(0, count));
  }

  #isAfter(i: number, other: SortedRun, j: number): boolean {
    const difference = this.values[i]! - other.values[j]!;
    return difference > 0 || (difference === 0 && this.slots[i]! > other.slots[j]!);
  }
}
