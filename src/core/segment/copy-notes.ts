// What happens to a segment while it is copied: the copy has to repeat it for what it has already.
// The decision: slots alone are noted; what became of them is asked of the segment when it is repeated.

export class CopyNotes {
  /** Null if no copy is being made. */
  #deaths: number[] | null = null;
  #changes: Set<number> | null = null;

  begin(): void {
    this.#deaths = [];
    this.#changes = new Set();
  }

  end(): void {
    this.#deaths = null;
    this.#changes = null;
  }

  died(slot: number): void {
    this.#deaths?.push(slot);
  }

  /** It has another payload now. */
  changed(slot: number): void {
    this.#changes?.add(slot);
  }

  /** The slots that died since this was last asked. */
  takeDeaths(): number[] {
    const deaths = this.#deaths ?? [];
    this.#deaths &&= [];
    return deaths;
  }

  /** The slots that got another payload since this was last asked. */
  takeChanges(): number[] {
    const changes = [...(this.#changes ?? [])];
    this.#changes?.clear();
    return changes;
  }
}
