// Notes the slots of a segment that change while it is copied, so that the copy can repeat the changes.
// The decision: only the slots are noted; their new state is read from the segment when the change is repeated.

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
