// Numbers by slot: what the points of a segment have at a field.
// The decision: most points have one value or none, and theirs lie in one flat array; lists are beside it. It is what
// holds: everything that is looked up faster elsewhere is compared with it, so a payload that changes costs one entry
// here and leaves what is out of date where it is.

import type { Sliced } from "../../scheduling/slices.ts";
import { type Bits, eachSlot } from "../slots/bits.ts";

const FIRST_SLOTS = 64;
/** What a list takes, its numbers aside. */
const LIST_BYTES = 80;
const NUMBER_BYTES = 8;
/** Slots that are gone through, and lists, until the work may be cut. */
const CUT_SLOTS = 2 ** 15;
const CUT_LISTS = 2 ** 10;

export class Column {
  /** NaN where there is none, or a list. */
  #one = new Float64Array(FIRST_SLOTS).fill(Number.NaN);
  readonly #lists = new Map<number, readonly number[]>();
  #listBytes = 0;

  /** Slots that have been set, and those before them. */
  #end = 0;

  get end(): number {
    return this.#end;
  }

  get bytes(): number {
    return this.#one.byteLength + this.#listBytes;
  }

  /** @param values none of them NaN */
  set(slot: number, values: readonly number[]): void {
    this.#ensure(slot + 1);
    this.#end = Math.max(this.#end, slot + 1);
    this.#dropList(slot);
    this.#one[slot] = values.length === 1 ? values[0]! : Number.NaN;
    if (values.length < 2) return;
    this.#lists.set(slot, values);
    this.#listBytes += LIST_BYTES + values.length * NUMBER_BYTES;
  }

  get(slot: number): readonly number[] {
    const value = this.#one[slot] ?? Number.NaN;
    if (!Number.isNaN(value)) return [value];
    return this.#lists.get(slot) ?? [];
  }

  /** Whether the slot has a value that passes. */
  some(slot: number, passes: (value: number) => boolean): boolean {
    const value = this.#one[slot] ?? Number.NaN;
    if (!Number.isNaN(value)) return passes(value);
    return this.#lists.get(slot)?.some(passes) ?? false;
  }

  has(slot: number, value: number): boolean {
    return this.#one[slot] === value || (this.#lists.get(slot)?.includes(value) ?? false);
  }

  /** Calls `visit` with every slot that has a value from `low` to `high`, both included. */
  *forEachWithin(low: number, high: number, visit: (slot: number) => void): Sliced<void> {
    const all = this.#end;
    for (let from = 0; from < all; from += CUT_SLOTS) {
      const end = Math.min(all, from + CUT_SLOTS);
      const one = this.#one;
      for (let slot = from; slot < end; slot++) {
        const value = one[slot]!;
        if (value >= low && value <= high) visit(slot);
      }
      yield;
    }
    let lists = 0;
    for (const [slot, values] of this.#lists) {
      if (values.some((value) => value >= low && value <= high)) visit(slot);
      if (++lists % CUT_LISTS === 0) yield;
    }
  }

  /** Calls `visit` with every value and its slot. */
  *forEach(visit: (slot: number, value: number) => void): Sliced<void> {
    const all = this.#end;
    for (let from = 0; from < all; from += CUT_SLOTS) {
      const end = Math.min(all, from + CUT_SLOTS);
      const one = this.#one;
      for (let slot = from; slot < end; slot++) {
        const value = one[slot]!;
        if (!Number.isNaN(value)) visit(slot, value);
      }
      yield;
    }
    let lists = 0;
    for (const [slot, values] of this.#lists) {
      for (const value of values) visit(slot, value);
      if (++lists % CUT_LISTS === 0) yield;
    }
  }

  /** The same for some of the slots. */
  *forEachIn(slots: Bits, visit: (slot: number, value: number) => void): Sliced<void> {
    let seen = 0;
    for (const slot of eachSlot(slots)) {
      const value = this.#one[slot] ?? Number.NaN;
      if (!Number.isNaN(value)) visit(slot, value);
      else for (const one of this.#lists.get(slot) ?? []) visit(slot, one);
      if (++seen % CUT_LISTS === 0) yield;
    }
  }

  #dropList(slot: number): void {
    const list = this.#lists.get(slot);
    if (!list) return;
    this.#lists.delete(slot);
    this.#listBytes -= LIST_BYTES + list.length * NUMBER_BYTES;
  }

  #ensure(slots: number): void {
    if (slots <= this.#one.length) return;
    const one = new Float64Array(Math.max(slots, this.#one.length * 2)).fill(Number.NaN);
    one.set(this.#one);
    this.#one = one;
  }
}
