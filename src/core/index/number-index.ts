// An index over values that have an order: integers, floats, moments.
// The decision: doubles, as filters compare them; a slot with an integer that no double says exactly has its integers
// beside them, so equality is exact. An integer index knows where there are floats, which a range has to look at.

import type { Sliced } from "../../scheduling/slices.ts";
import type { Bounds, Check, Integer, Values } from "../filter/filter.ts";
import { type JsonValue, numberOf } from "../filter/value.ts";
import type { BlockReader, BlockWriter } from "../formats/blocks.ts";
import { type Bits, clearBit, hasBit, isEmpty, noBits, setBit, subtract, union } from "../slots/bits.ts";
import { SlotSet } from "../slots/slot-set.ts";
import { Column } from "./column.ts";
import { certain, type FieldIndex, type Verdict } from "./field-index.ts";
import { intervalOf } from "./interval.ts";
import type { KeyMap } from "./key-map.ts";
import { areAll, type Key, type KeyOf } from "./keys.ts";
import { eachList, listChunks } from "./list-chunks.ts";
import { ValueOrder } from "./value-order.ts";

const EXACT_BYTES = 120;
/** Values that are looked up between two yields. */
const VALUES_PER_YIELD = 2 ** 8;

export class NumberIndex implements FieldIndex {
  readonly #keyOf: KeyOf;
  readonly #range: "range" | "datetime_range";
  readonly #isExact: boolean;
  readonly #column = new Column();
  readonly #order = new ValueOrder(this.#column);
  /** All integers of each slot that has one beyond 2^53, which the column rounds. */
  readonly #exact = new Map<number, readonly Integer[]>();
  readonly #filled = new SlotSet();
  /** Slots of an integer index with a number that is no integer. */
  readonly #floats = new SlotSet();
  /** Slots with a value that is neither in the index nor null. */
  readonly #others = new SlotSet();

  /**
   * @param range the kind of range check that the index answers
   * @param isExact whether keys are integers, so that it can answer equality: a float equals no integer, and an index
   *   of floats does not know which of its numbers are integers
   */
  constructor(keyOf: KeyOf, range: "range" | "datetime_range", isExact: boolean) {
    this.#keyOf = keyOf;
    this.#range = range;
    this.#isExact = isExact;
  }

  get bytes(): number {
    const sets = this.#filled.bytes + this.#floats.bytes + this.#others.bytes;
    return this.#column.bytes + this.#order.bytes + this.#exact.size * EXACT_BYTES + sets;
  }

  filled(slots: number): Bits {
    return this.#filled.words(slots);
  }

  put(slot: number, values: readonly JsonValue[]): void {
    const [value] = values;
    const key = values.length === 1 ? this.#keyOf(value!) : null;
    if (typeof key === "number") this.#putOne(slot, key);
    else this.#putAll(slot, values);
  }

  /** Most slots have one number, for which nothing is allocated. */
  #putOne(slot: number, value: number): void {
    const isNew = !this.#column.has(slot, value);
    this.#column.setOne(slot, value);
    if (isNew) this.#order.add(value, slot);
    this.#exact.delete(slot);
    this.#filled.add(slot);
    this.#floats.remove(slot);
    this.#others.remove(slot);
  }

  #putAll(slot: number, values: readonly JsonValue[]): void {
    const keys = new Set<Integer>();
    let [floats, others] = [false, false];
    for (const value of values) {
      const key = this.#keyOf(value) as Integer | null;
      if (key !== null) keys.add(key);
      else others ||= value !== null;
      floats ||= key === null && this.#isExact && numberOf(value) !== null;
    }
    const numbers = [...new Set(Array.from(keys, Number))];
    const before = this.#column.get(slot);
    this.#column.set(slot, numbers);
    for (const value of numbers) if (!before.includes(value)) this.#order.add(value, slot);
    this.#exact.delete(slot);
    if ([...keys].some((key) => typeof key === "bigint")) this.#exact.set(slot, [...keys]);
    this.#filled.toggle(slot, keys.size > 0);
    this.#floats.toggle(slot, floats);
    this.#others.toggle(slot, others);
  }

  *select(check: Check, slots: number): Sliced<Verdict | null> {
    switch (check.kind) {
      case "range":
      case "datetime_range":
        return check.kind === this.#range ? yield* this.#inRange(check.bounds, slots) : null;
      case "value":
        return this.#isKey(check.value)
          ? certain(yield* this.#having(new Set([check.value as Integer]), slots))
          : null;
      case "any":
        return (yield* areAll(check.values, (value) => this.#isKey(value)))
          ? certain(yield* this.#having(check.values, slots))
          : null;
      case "except":
        return (yield* areAll(check.values, (value) => this.#isKey(value)))
          ? certain(yield* this.#otherThan(check.values, slots))
          : null;
      default:
        return null;
    }
  }

  /** Returns the distinct values of the slot. */
  values(slot: number): readonly Integer[] {
    return this.#exact.get(slot) ?? this.#column.get(slot);
  }

  /** Returns the values of the slot that are this double, or that it is the rounded form of. */
  valuesAs(slot: number, value: number): readonly Integer[] {
    return this.#exact.get(slot)?.filter((integer) => Number(integer) === value) ?? [value];
  }

  /**
   * Yields pairs of a value and a slot in order; see ValueOrder. For an integer beyond 2^53 the value is the nearest
   * double.
   */
  walk(descending: boolean, from: number | null): Generator<{ value: number; slot: number }> {
    return this.#order.walk(descending, from);
  }

  *tally(slots: Bits, counts: KeyMap): Sliced<void> {
    const add = (key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);
    yield* this.#column.forEachIn(slots, (slot, value) => {
      if (!this.#exact.has(slot)) add(value);
    });
    for (const [slot, keys] of this.#exact) if (hasBit(slots, slot)) for (const key of keys) add(key);
  }

  *save(out: BlockWriter, slots: number): Sliced<void> {
    yield* this.#column.save(out, slots);
    yield* this.#order.save(out);
    for (const chunk of listChunks(this.#exact, slots)) {
      out.words(chunk.slots);
      out.words(chunk.lengths);
      out.texts(chunk.values.map(textOf));
      yield;
    }
    out.words([]);
    for (const set of [this.#filled, this.#floats, this.#others]) yield* out.manyWords(set.bitsBelow(slots));
  }

  *load(from: BlockReader, slots: number): Sliced<void> {
    yield* this.#column.load(from, slots);
    yield* this.#order.load(from);
    for (let listed = from.words(); listed.length > 0; listed = from.words()) {
      const lengths = from.words();
      eachList(listed, lengths, from.texts(), (slot, texts) => this.#exact.set(slot, texts.map(integerFrom)));
      yield;
    }
    for (const set of [this.#filled, this.#floats, this.#others]) set.restore(yield* from.manyWords());
  }

  #isKey(value: JsonValue): boolean {
    return this.#isExact && this.#keyOf(value) !== null;
  }

  *#inRange(bounds: Bounds, slots: number): Sliced<Verdict> {
    const bits = noBits(slots);
    const interval = intervalOf(bounds);
    if (interval) {
      const { low, high } = interval;
      yield* this.#order.addWithin(low, high, bits);
    }
    if (this.#floats.isEmpty) return certain(bits);
    const floats = subtract(this.#floats.words(slots), bits);
    if (isEmpty(floats)) return certain(bits);
    return { sure: bits, maybe: union(floats, bits) };
  }

  *#having(integers: Values, slots: number): Sliced<Bits> {
    const bits = noBits(slots);
    let steps = 0;
    for (const integer of integers) {
      if (typeof integer === "number") yield* this.#order.addWithin(integer, integer, bits);
      if (++steps % VALUES_PER_YIELD === 0) yield;
    }
    // The double of a slot with an integer beyond 2^53 stands for several integers.
    for (const [slot, exact] of this.#exact) {
      if (exact.some((integer) => integers.has(integer))) setBit(bits, slot);
      else clearBit(bits, slot);
      if (++steps % VALUES_PER_YIELD === 0) yield;
    }
    return bits;
  }

  *#otherThan(integers: Values, slots: number): Sliced<Bits> {
    const bits = this.#others.words(slots);
    yield* this.#column.forEach((slot, value) => {
      if (!integers.has(value) && !this.#exact.has(slot)) setBit(bits, slot);
    });
    for (const [slot, exact] of this.#exact) {
      if (exact.some((integer) => !integers.has(integer))) setBit(bits, slot);
    }
    return bits;
  }
}

/** Writes an integer as in JavaScript, so that it is the same kind of number again. */
function textOf(value: Integer): string {
  return typeof value === "bigint" ? `${value}n` : String(value);
}

function integerFrom(text: string): Integer {
  return text.endsWith("n") ? BigInt(text.slice(0, -1)) : Number(text);
}
