// The slots of a segment that have lost their point, and which of them the engine knows.
// The decision: a point is deleted here first, and in the engine after its replacement is visible. In between the
// tombstone is pending, and reads still return the point, so none is missing at any moment. A delete may leave a
// million tombstones pending, so a bit says whether a slot is pending, and a list says which bits to clear.
import { allBits, type Bits, setBit, subtract } from "./bits.ts";
import { SlotSet } from "./slot-set.ts";

export class SlotTombstones {
  readonly #dead = new SlotSet();
  /** The slots that the engine may still return, as a list in the order of deletion and as a set. */
  #pending: number[] = [];
  readonly #isPending = new SlotSet();
  /** The last result of `unconfirmed`, while it is true. */
  #unconfirmed: { readonly slots: number; readonly bits: Bits } | null = null;

  add(slot: number): void {
    this.#dead.add(slot);
    this.#pending.push(slot);
    this.#unconfirmed = null;
    this.#isPending.add(slot);
  }

  /** Confirms all pending tombstones: the engine has deleted these slots. */
  confirm(): void {
    for (const slot of this.#pending) this.#isPending.remove(slot);
    if (this.#pending.length > 0) this.#unconfirmed = null;
    this.#pending = [];
  }

  isDead(slot: number): boolean {
    return this.#dead.has(slot);
  }

  /** Returns whether the tombstone is confirmed: the engine does not return the slot any more. */
  isConfirmed(slot: number): boolean {
    return this.#dead.has(slot) && !this.#isPending.has(slot);
  }

  /** Returns the bits of the pending tombstones below `slots`, or null if there are none. */
  pending(slots: number): Bits | null {
    return this.#pending.length === 0 ? null : this.#isPending.words(slots);
  }

  /**
   * Returns the bits of the slots below `slots` without a confirmed tombstone. They must not be changed: while nothing
   * is deleted or confirmed, all calls return the same object.
   */
  unconfirmed(slots: number): Bits {
    if (this.#unconfirmed?.slots === slots) return this.#unconfirmed.bits;
    const bits = subtract(allBits(slots), this.#dead.words(slots));
    for (const slot of this.#pending) if (slot < slots) setBit(bits, slot);
    this.#unconfirmed = { slots, bits };
    return bits;
  }

  /** Returns a copy of the bits of all tombstones below `slots`. */
  dead(slots: number): Bits {
    return this.#dead.words(slots);
  }

  /** Restores saved tombstones, all of them confirmed. */
  restore(dead: Bits): void {
    this.#dead.restore(dead);
    this.#unconfirmed = null;
  }
}
