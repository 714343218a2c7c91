// What happens to a segment while it is copied: the copy has to repeat it for what it has already.
// The decision: slots alone are noted; what became of them is asked of the segment when it is repeated.

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

  /** Notes that the slot has another payload. */
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
