// Notes the slots of a segment whose points change: for sliced work, for a copy of the segment, and for results that
// depend on payloads.
// The decision: only slots are noted, and only as long as they are needed; their new state is read from the segment.
import { SlotSet } from "../slots/slot-set.ts";

const MAX_KEPT = 4096;

/**
 * The slots whose points change or are deleted while sliced work uses earlier knowledge of them. Each piece of work has
 * its own set, to which every write adds until the work ends. Without such work a write pays one comparison.
 */
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

/** The slots that change while the segment is copied, so that the copy can repeat the changes. */
export class CopyNotes {
  /** Null if no copy is being made. */
  #deleted: number[] | null = null;
  #changes: Set<number> | null = null;

  begin(): void {
    this.#deleted = [];
    this.#changes = new Set();
  }

  end(): void {
    this.#deleted = null;
    this.#changes = null;
  }

  deleted(slot: number): void {
    this.#deleted?.push(slot);
  }

  /** Notes that the payload of the slot was replaced. */
  changed(slot: number): void {
    this.#changes?.add(slot);
  }

  /** Returns the slots that were deleted since the last call. */
  takeDeleted(): number[] {
    const deleted = this.#deleted ?? [];
    this.#deleted &&= [];
    return deleted;
  }

  /** Returns the slots that got another payload since the last call. */
  takeChanges(): number[] {
    const changes = [...(this.#changes ?? [])];
    this.#changes?.clear();
    return changes;
  }
}

/**
 * The slots whose payload was replaced lately, in order. A result that depends on payloads notes the version at which
 * it was made, and later asks which slots have changed since. So a replacement costs the same however many results
 * there are. Only the latest replacements are kept; an older result has to be computed again.
 */
export class PayloadChanges {
  #slots: number[] = [];
  /** The version before the first of `#slots` was noted. */
  #first = 0;

  /** The number of replacements so far. */
  get version(): number {
    return this.#first + this.#slots.length;
  }

  note(slot: number): void {
    this.#slots.push(slot);
    if (this.#slots.length < 2 * MAX_KEPT) return;
    this.#slots = this.#slots.slice(MAX_KEPT);
    this.#first += MAX_KEPT;
  }

  /** Returns the slots that were noted since a version, some more than once; null: it is too long ago. */
  since(version: number): readonly number[] | null {
    return version < this.#first ? null : this.#slots.slice(version - this.#first);
  }
}
