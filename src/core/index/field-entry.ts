// One indexed field of a segment: its index, and the slots that are not in it yet.
// The decision: for a slot that is not in the index yet, the entry answers that it does not know. So no request waits
// for an index, and no answer is wrong.

import type { Sliced } from "../../scheduling/slices.ts";
import type { Check } from "../filter/filter.ts";
import { valuesAt, valuesOfElements } from "../filter/path.ts";
import type { JsonObject, JsonValue } from "../filter/value.ts";
import type { BlockReader, BlockWriter } from "../formats/blocks.ts";
import {
  allBits,
  type Bits,
  clearFrom,
  countBits,
  eachSlot,
  intersect,
  noBits,
  setBit,
  subtract,
  union,
  WORD_BITS,
} from "../slots/bits.ts";
import { SlotSet } from "../slots/slot-set.ts";
import { certain, type FieldIndex, type Verdict } from "./field-index.ts";
import { newIndex } from "./index-types.ts";
import type { IndexedField } from "./indexed-fields.ts";
import { Shape } from "./shape.ts";

/** Slots whose values are removed between two yields. */
const CLEARED_PER_YIELD = 2 ** 8;

export class FieldEntry {
  readonly field: IndexedField;
  readonly index: FieldIndex;
  readonly #shape = new Shape();
  readonly #unread = new SlotSet();
  #left = 0;
  /** The slot whose payload is put in in slices; -1: none is. */
  #slow = -1;
  /** Whether that slot got another payload meanwhile. */
  #isOvertaken = false;

  /** @param slots the payloads of slots below this have not been read yet */
  constructor(field: IndexedField, slots: number) {
    this.field = field;
    this.index = newIndex(field);
    this.#unread.restore(allBits(slots));
    this.#left = slots;
  }

  /**
   * Fills an entry with what `save` has written.
   * @param saved the slots below this were saved
   * @param changed slots whose payload was replaced since, ascending or not
   * @param slots the number of slots now
   */
  static *load(
    field: IndexedField,
    from: BlockReader,
    saved: number,
    changed: Iterable<number>,
    slots: number,
  ): Sliced<FieldEntry> {
    const entry = new FieldEntry(field, 0);
    yield* entry.#shape.load(from, saved);
    yield* entry.index.load(from, saved);
    const lacking = yield* from.manyWords();
    if (lacking.length !== allBits(saved).length)
      from.fail("the set of slots that it lacks is not as long as it");
    if (!from.isAtEnd) from.fail("the file goes on behind its last block");
    for (const slot of changed) if (slot < saved) setBit(lacking, slot);
    // A part of the file may have a value of such a slot that another one lacks.
    let cleared = 0;
    for (const slot of eachSlot(lacking)) {
      entry.#shape.put(slot, []);
      entry.index.put(slot, []);
      if (++cleared % CLEARED_PER_YIELD === 0) yield;
    }
    const unread = subtract(allBits(slots), allBits(saved));
    for (let w = 0; w < lacking.length; w++) unread[w]! |= lacking[w]!;
    entry.#unread.restore(unread);
    entry.#left = countBits(unread);
    return entry;
  }

  /**
   * Writes what it has of the slots below `slots`, while payloads are replaced.
   * @param touched grows by every slot whose payload is replaced meanwhile; what is written lacks these, too
   * @returns the number of slots that it lacks
   */
  *save(out: BlockWriter, slots: number, touched: SlotSet): Sliced<number> {
    // As it is now: what is read in the background meanwhile may be too late for a part that was written.
    const unread = this.#unread.words(slots);
    yield* this.#shape.save(out, slots);
    yield* this.index.save(out, slots);
    const lacking = clearFrom(union(unread, touched.words(slots)), slots);
    yield* out.manyWords(lacking);
    return countBits(lacking);
  }

  /** The number of slots whose payload has not been read. */
  get lacking(): number {
    return this.#left;
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

  /** Whether the payload of one of these slots has not been read. */
  lacksAny(slots: Bits): boolean {
    return !this.isComplete && this.#unread.meets(slots);
  }

  /** Returns those of the slots whose payload has not been read. */
  unreadOf(slots: Bits): Bits {
    return this.isComplete ? noBits(0) : intersect(this.#unread.words(slots.length * WORD_BITS), slots);
  }

  /** Marks the slot as unread: its new payload is indexed in the background. */
  leave(slot: number): void {
    this.#isOvertaken ||= slot === this.#slow;
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

  /** Whether long payloads can be put in in slices, and none is being put in. */
  get isSliceable(): boolean {
    return this.index.putInSlices !== undefined && this.#slow < 0;
  }

  /** Returns how long it takes to put a payload in, in bytes of plain texts. @param bytes the length of the payload */
  effort(payload: JsonObject, bytes: number): number {
    return this.index.effort?.(flat(valuesAt(payload, this.field.path)), bytes) ?? 0;
  }

  /** Puts the payload in, or leaves it to be read if the payload of another slot is being put in in slices. */
  put(slot: number, payload: JsonObject): void {
    if (this.#slow >= 0) {
      this.leave(slot);
      return;
    }
    const values = valuesAt(payload, this.field.path);
    this.#shape.put(slot, values);
    const { elements } = this.field;
    if (elements && this.index.putElements) this.index.putElements(slot, valuesOfElements(payload, elements));
    else this.index.put(slot, flat(values));
    this.forget(slot);
  }

  /** Puts the payload of an unread slot in, in slices. Meanwhile all others are left to be read. */
  *putInSlices(slot: number, payload: JsonObject): Sliced<void> {
    const { path, elements } = this.field;
    const values = valuesAt(payload, path);
    this.#slow = slot;
    this.#isOvertaken = false;
    try {
      yield* this.index.putInSlices!(slot, elements ? valuesOfElements(payload, elements) : [flat(values)]);
    } finally {
      this.#slow = -1;
    }
    if (this.#isOvertaken) return;
    this.#shape.put(slot, values);
    this.forget(slot);
  }

  /**
   * Returns the verdict for the slots below `slots`, unread ones being possible; null if the index cannot decide the
   * check.
   */
  *select(check: Check, slots: number): Sliced<Verdict | null> {
    // As it is now: what is put in while the work is cut may come too late for what the index says.
    const unread = this.isComplete ? null : this.#unread.words(slots);
    // An element may be empty while another one has a value.
    if (check.kind === "is_empty" && this.field.elements) return null;
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

/** Returns the values with the items of lists one by one. */
function flat(values: readonly JsonValue[]): readonly JsonValue[] {
  return values.some(Array.isArray) ? values.flat(1) : values;
}
