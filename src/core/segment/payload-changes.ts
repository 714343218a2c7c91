// The slots whose payload was replaced lately, in order.
// The decision: a result that depends on payloads notes the version at which it was made, and later asks which slots
// have changed since. So a replacement costs the same however many results there are. Only the latest replacements are
// kept; an older result has to be computed again.

const MAX_KEPT = 4096;

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
