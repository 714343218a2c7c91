// An index over values that are equal or not: keywords, UUIDs, truth values.
// The decision: every value has a number, in the order in which values came; what is looked up are numbers, as in any
// other index. Values that are not of the type are only known to be there, for `except`.

import type { Sliced } from "../../scheduling/slices.ts";
import type { Check } from "../filter/filter.ts";
import { hasPart, isShortSearch } from "../filter/substring.ts";
import type { JsonValue } from "../filter/value.ts";
import type { BlockReader, BlockWriter } from "../formats/blocks.ts";
import { type Bits, noBits, setBit, union } from "../slots/bits.ts";
import { SlotSet } from "../slots/slot-set.ts";
import { Column } from "./column.ts";
import { certain, type FieldIndex, type Verdict } from "./field-index.ts";
import { KeyMap } from "./key-map.ts";
import { areAll, type Key, type KeyOf } from "./keys.ts";
import { ValueOrder } from "./value-order.ts";

type SpelledCheck = Extract<Check, { readonly kind: "prefix" | "substring" }>;

/** The event loop may run after each key of more characters. */
const LONG_KEY = 64;
/** For a check with more values, one pass over all slots is quicker than a search for each value. */
const MAX_LOOKUPS = 32;
const KEY_BYTES = 64;
/** Keys that are processed between two yields. */
const KEYS_PER_YIELD = 2 ** 12;
/** Keys that are written between two yields. */
const SAVED_KEYS = 2 ** 9;
/** Keys that are counted between two yields. */
const COUNTS_PER_YIELD = 2 ** 10;

export class LookupIndex implements FieldIndex {
  readonly #keyOf: KeyOf;
  readonly #isText: boolean;
  readonly #keyFrom: (text: string) => Key;
  readonly #codes = new KeyMap();
  readonly #keys: Key[] = [];
  readonly #column = new Column();
  readonly #order = new ValueOrder(this.#column);
  readonly #filled = new SlotSet();
  /** Slots with a value that is neither of the index's type nor null. */
  readonly #others = new SlotSet();
  #keyBytes = 0;

  /**
   * @param isText whether keys are texts as they were given
   * @param keyFrom returns the key of which a text is the text
   */
  constructor(keyOf: KeyOf, isText: boolean, keyFrom: (text: string) => Key) {
    this.#keyOf = keyOf;
    this.#isText = isText;
    this.#keyFrom = keyFrom;
  }

  get bytes(): number {
    return this.#column.bytes + this.#order.bytes + this.#filled.bytes + this.#others.bytes + this.#keyBytes;
  }

  filled(slots: number): Bits {
    return this.#filled.words(slots);
  }

  put(slot: number, values: readonly JsonValue[]): void {
    const [value] = values;
    const key = values.length === 1 ? this.#keyOf(value!) : null;
    if (key === null) this.#putAll(slot, values);
    else this.#putOne(slot, this.#codeOf(key));
  }

  /** Most slots have one key, for which nothing is allocated. */
  #putOne(slot: number, code: number): void {
    const isNew = !this.#column.has(slot, code);
    this.#column.setOne(slot, code);
    if (isNew) this.#order.add(code, slot);
    this.#filled.add(slot);
    this.#others.remove(slot);
  }

  #putAll(slot: number, values: readonly JsonValue[]): void {
    const codes = new Set<number>();
    let others = false;
    for (const value of values) {
      const key = this.#keyOf(value);
      if (key !== null) codes.add(this.#codeOf(key));
      else others ||= value !== null;
    }
    const before = this.#column.get(slot);
    this.#column.set(slot, [...codes]);
    for (const code of codes) if (!before.includes(code)) this.#order.add(code, slot);
    this.#filled.toggle(slot, codes.size > 0);
    this.#others.toggle(slot, others);
  }

  *select(check: Check, slots: number): Sliced<Verdict | null> {
    switch (check.kind) {
      case "value":
        return this.#isKey(check.value) ? certain(yield* this.#having([check.value], slots)) : null;
      case "any":
        return (yield* areAll(check.values, (value) => this.#isKey(value)))
          ? certain(yield* this.#having(check.values, slots))
          : null;
      case "except":
        return (yield* areAll(check.values, (value) => this.#isKey(value)))
          ? certain(yield* this.#otherThan(check.values, slots))
          : null;
      case "prefix":
      case "substring":
        return yield* this.#spelled(check, slots);
      default:
        return null;
    }
  }

  *tally(slots: Bits, counts: KeyMap): Sliced<void> {
    const byCode = new Uint32Array(this.#keys.length);
    yield* this.#column.forEachIn(slots, (_, code) => {
      byCode[code]!++;
    });
    for (const [code, count] of byCode.entries()) {
      const key = this.#keys[code]!;
      if (count > 0) counts.set(key, (counts.get(key) ?? 0) + count);
      if (code % COUNTS_PER_YIELD === 0) yield;
    }
  }

  *save(out: BlockWriter, slots: number): Sliced<void> {
    yield* this.#column.save(out, slots);
    yield* this.#order.save(out);
    for (const set of [this.#filled, this.#others]) yield* out.manyWords(set.bitsBelow(slots));
    // Keys come last, so that all codes before have theirs.
    for (let from = 0; from < this.#keys.length; from += SAVED_KEYS) {
      out.texts(this.#keys.slice(from, from + SAVED_KEYS).map(String));
      yield;
    }
    out.texts([]);
  }

  *load(from: BlockReader, slots: number): Sliced<void> {
    yield* this.#column.load(from, slots);
    yield* this.#order.load(from);
    for (const set of [this.#filled, this.#others]) set.restore(yield* from.manyWords());
    for (let texts = from.texts(); texts.length > 0; texts = from.texts()) {
      for (const text of texts) this.#codeOf(this.#keyFrom(text));
      yield;
    }
  }

  #isKey(value: JsonValue): boolean {
    return this.#keyOf(value) !== null;
  }

  #codeOf(key: Key): number {
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    const code = this.#keys.push(key) - 1;
    this.#codes.set(key, code);
    this.#keyBytes += KEY_BYTES + String(key).length;
    return code;
  }

  *#having(keys: Iterable<Key>, slots: number): Sliced<Bits> {
    return yield* this.#withCodes(yield* this.#codesOf(keys), slots);
  }

  /** Returns the slots with a text that has the prefix or contains the part; null for an index without texts. */
  *#spelled({ kind, text }: SpelledCheck, slots: number): Sliced<Verdict | null> {
    if (!this.#isText) return null;
    const codes: number[] = [];
    for (let code = 0; code < this.#keys.length; code++) {
      const key = this.#keys[code] as string;
      const isShort = isShortSearch(key, text);
      const holds =
        kind === "prefix" ? key.startsWith(text) : isShort ? key.includes(text) : yield* hasPart(key, text);
      if (holds) codes.push(code);
      if (code % KEYS_PER_YIELD === 0 || key.length > LONG_KEY) yield;
    }
    return certain(yield* this.#withCodes(codes, slots));
  }

  *#withCodes(codes: readonly number[], slots: number): Sliced<Bits> {
    const bits = noBits(slots);
    if (codes.length > MAX_LOOKUPS) yield* this.#addMarked(this.#marks(codes), 1, bits);
    else for (const code of codes) yield* this.#order.addWithin(code, code, bits);
    return bits;
  }

  *#otherThan(keys: Iterable<Key>, slots: number): Sliced<Bits> {
    const bits = noBits(slots);
    yield* this.#addMarked(this.#marks(yield* this.#codesOf(keys)), 0, bits);
    return union(bits, this.#others.words(slots));
  }

  /** Returns the codes of the keys that the index contains. */
  *#codesOf(keys: Iterable<Key>): Sliced<number[]> {
    const codes: number[] = [];
    let tried = 0;
    for (const key of keys) {
      const code = this.#codes.get(this.#keyOf(key)!);
      if (code !== undefined) codes.push(code);
      if (++tried % KEYS_PER_YIELD === 0) yield;
    }
    return codes;
  }

  /** Returns a byte for each key of the index: 1 for the given codes, 0 for the others. */
  #marks(codes: readonly number[]): Uint8Array {
    const marks = new Uint8Array(this.#keys.length);
    for (const code of codes) marks[code] = 1;
    return marks;
  }

  /** Adds the slots that have a value with this mark. */
  *#addMarked(marks: Uint8Array, mark: number, bits: Bits): Sliced<void> {
    yield* this.#column.forEach((slot, code) => {
      if (marks[code] === mark) setBit(bits, slot);
    });
  }
}
