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

  /** @param slots the payloads of slots below this have not been read yet */
  constructor(field: IndexedField, slots: number) {
    this.field = field;
    this.index = newIndex(field);
    this.#unread.restore(allBits(slots));
    this.#left = slots;
  }

  /** Whether the payloads of all slots have been read. */
  get isComplete(): boolean {
    return this.#left === 0;
  }

  get bytes(): number {
    return this.index.bytes + this.#shape.bytes + this.#unread.bytes;
  }

  /** Whether too many values were replaced, so that the index should be built again. */
  get needsRebuild(): boolean {
    return this.index.needsRebuild ?? false;
  }

  /** The slots whose payload has not been read yet, ascending. */
  unread(): Iterable<number> {
    return this.#unread.below(Number.POSITIVE_INFINITY);
  }

  lacks(slot: number): boolean {
    return this.#unread.has(slot);
  }

  /** Marks the slot as unread: its new payload is indexed in the background. */
  leave(slot: number): void {
    if (this.#unread.has(slot)) return;
    this.#unread.add(slot);
    this.#left++;
  }

  /** Marks the slot as read: it has lost its point. */
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

  /**
   * Returns the verdict for the slots below `slots`, unread ones being possible; null if the index cannot decide the
   * check.
   */
  *select(check: Check, slots: number): Sliced<Verdict | null> {
    // As it is now: what is put in while the work is cut may come too late for what the index says.
    const unread = this.isComplete ? null : this.#unread.words(slots);
    const byShape = yield* this.#shape.select(check, slots);
    const known = byShape ? certain(byShape) : yield* this.index.select(check, slots);
    if (known === null || unread === null) return known;
    return { sure: subtract(known.sure.slice(), unread), maybe: union(unread, known.maybe) };
  }

  /** Returns the slots below `slots` that have a value of the index's type. */
  filled(slots: number): Bits {
    return subtract(this.index.filled(slots), this.#unread.words(slots));
  }
}
