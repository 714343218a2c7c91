// The slots whose points change or are deleted while sliced work uses earlier knowledge of them.
// The decision: each piece of work has its own set, to which every write adds until the work ends. Without such work a
// write pays one comparison.
import { SlotSet } from "../slots/slot-set.ts";

export class TouchedSlots {
  readonly #sets = new Set<SlotSet>();

  /** Begins to note changed slots in the returned set. */
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
