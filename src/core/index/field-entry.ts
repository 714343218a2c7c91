// One indexed field of a segment: its index, and the slots that are not in it yet.
// The decision: for a slot that is not in the index yet, the entry answers that it does not know. So no request waits
// for an index, and no answer is wrong.

import type { Sliced } from "../../scheduling/slices.ts";
import type { Check } from "../filter/filter.ts";
import { valuesAt } from "../filter/path.ts";
import type { JsonObject } from "../filter/value.ts";
import { allBits, type Bits, subtract, union } from "../slots/bits.ts";
import { SlotSet } from "../slots/slot-set.ts";
import { certain, type FieldIndex, type Verdict } from "./field-index.ts";
import { newIndex } from "./index-types.ts";
import type { IndexedField } from "./indexed-fields.ts";
import { Shape } from "./shape.ts";

export class FieldEntry {
  readonly field: IndexedField;
  readonly index: FieldIndex;
  readonly #shape = new Shape();
  readonly #unread = new SlotSet();
  #left = 0;

  /** @param slots those below this have yet to be read */
  constructor(field: IndexedField, slots: number) {
    this.field = field;
    this.index = newIndex(field);
    this.#unread.restore(allBits(slots));
    this.#left = slots;
  }

  /** Whether every slot is in it. */
  get isComplete(): boolean {
    return this.#left === 0;
  }

  get bytes(): number {
    return this.index.bytes + this.#shape.bytes + this.#unread.bytes;
  }

  /** Whether too many values were replaced, so that the index should be built again. */
  get isWorn(): boolean {
    return this.index.isWorn ?? false;
  }

  /** The slots that have yet to be read, ascending. */
  unread(): Iterable<number> {
    return this.#unread.below(Number.POSITIVE_INFINITY);
  }

  lacks(slot: number): boolean {
    return this.#unread.has(slot);
  }

  /** The slot has a payload that has yet to be read. */
  leave(slot: number): void {
    if (this.#unread.has(slot)) return;
    this.#unread.add(slot);
    this.#left++;
  }

  /** The slot need not be read. */
  forget(slot: number): void {
    if (!this.#unread.has(slot)) return;
    this.#unread.remove(slot);
    this.#left--;
  }

  put(slot: number, payload: JsonObject): void {
    const values = valuesAt(payload, this.field.path);
    this.#shape.put(slot, values);
    this.index.put(slot, values.flat(1));
    this.forget(slot);
  }

  /** The slots below `slots` for which the check holds; null: the index cannot say of any. */
  *select(check: Check, slots: number): Sliced<Verdict | null> {
    // As it is now: what is put in while the work is cut may come too late for what the index says.
    const unread = this.isComplete ? null : this.#unread.words(slots);
    const byShape = yield* this.#shape.select(check, slots);
    const known = byShape ? certain(byShape) : yield* this.index.select(check, slots);
    if (known === null || unread === null) return known;
    return { sure: subtract(known.sure.slice(), unread), maybe: union(unread, known.maybe) };
  }

  /** The slots below `slots` that are in the index, by a value of its type. */
  filled(slots: number): Bits {
    return subtract(this.index.filled(slots), this.#unread.words(slots));
  }
}
