// Which slots of a segment have lost their point, and of which of them the engine knows.
// The decision: a point is dead in the books first and for the engine after what takes its place is visible; in between
// it is dying, and whoever asks about points still gets it: nothing must be missing at any moment. A delete may have a million
// slots dying, so whether a slot is one of them is a bit; a list says which bits there are to clear.
import { allBits, type Bits, setBit, subtract } from "./bits.ts";
import { SlotSet } from "./slot-set.ts";

export class SlotTombstones {
  readonly #dead = new SlotSet();
  /** Those of them that the engine may still show, twice: in the order in which they died, and as a set. */
  #pending: number[] = [];
  readonly #isPending = new SlotSet();

  add(slot: number): void {
    this.#dead.add(slot);
    this.#pending.push(slot);
    this.#isPending.add(slot);
  }

  /** The engine has killed all slots that have died. */
  confirm(): void {
    for (const slot of this.#pending) this.#isPending.remove(slot);
    this.#pending = [];
  }

  isDead(slot: number): boolean {
    return this.#dead.has(slot);
  }

  /** Whether it has lost its point for good: the engine does not show it any more. */
  isConfirmed(slot: number): boolean {
    return this.#dead.has(slot) && !this.#isPending.has(slot);
  }

  /** A bit for each slot below `slots` that the engine may still show although it has lost its point; null: there is none. */
  pending(slots: number): Bits | null {
    return this.#pending.length === 0 ? null : this.#isPending.words(slots);
  }

  /** The slots below `slots` that nobody has buried. */
  unconfirmed(slots: number): Bits {
    const bits = subtract(allBits(slots), this.#dead.words(slots));
    for (const slot of this.#pending) if (slot < slots) setBit(bits, slot);
    return bits;
  }

  /** A bit for each slot below `slots` that has lost its point: a copy. */
  dead(slots: number): Bits {
    return this.#dead.words(slots);
  }

  /** What was saved: these have lost their points, and the engine knows. */
  restore(dead: Bits): void {
    this.#dead.restore(dead);
  }
}
