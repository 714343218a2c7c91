// The slots whose points change or die while somebody works on what was known of them.
// The decision: whoever begins such work has a set of its own, which every write adds to until the work ends; when nobody
// works a write pays one comparison.
import { SlotSet } from "../slots/slot-set.ts";

export class TouchedSlots {
  readonly #sets = new Set<SlotSet>();

  /** From now on what is touched is noted in the set. */
  begin(): SlotSet {
    const set = new SlotSet();
    this.#sets.add(set);
    return set;
  }

  end(set: SlotSet): void {
    this.#sets.delete(set);
  }

  note(slot: number): void {
    if (this.#sets.size > 0) for (const set of this.#sets) set.add(slot);
  }
}
