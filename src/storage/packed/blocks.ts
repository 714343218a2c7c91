// Keeps track of the free blocks of a volume.
// The decision: blocks that a file gives back stay taken until a newer catalogue is durable (`settle`), so that after a
// crash the files of the last catalogue still have their blocks. The lowest free block is taken first, so that free
// blocks collect at the end, where the volume can be shortened.

/** Adjacent blocks. */
export type Run = readonly [first: number, count: number];

export class Blocks {
  /** One byte for each block: 1 when it is taken. */
  #taken = new Uint8Array(64);
  #end = 0;
  /** The number of taken blocks. */
  #count = 0;
  /** No block below this one is free. */
  #lowest = 0;
  #leaving: Run[] = [];

  /** The number of the last taken block plus one. */
  get end(): number {
    return this.#end;
  }

  /** The number of free blocks before the end. */
  get free(): number {
    return this.#end - this.#count;
  }

  /** Whether blocks were given back and not settled. */
  get unsettled(): boolean {
    return this.#leaving.length > 0;
  }

  /** Takes blocks that a catalogue lists. @returns false when one of them is already taken */
  takeListed([first, count]: Run): boolean {
    for (let block = first; block < first + count; block++) {
      if (this.#isTaken(block)) return false;
      this.#take(block);
    }
    return true;
  }

  /** Takes `count` blocks, from `next` on if possible. */
  take(count: number, next: number): Run[] {
    const runs: [number, number][] = [];
    let block = this.#isTaken(next) ? this.#lowest : next;
    for (let left = count; left > 0; left--) {
      while (this.#isTaken(block)) block++;
      this.#take(block);
      const last = runs.at(-1);
      if (last && last[0] + last[1] === block) last[1]++;
      else runs.push([block, 1]);
      // The blocks behind `next` are taken; continue with the lowest free one.
      if (this.#isTaken(block + 1) && block >= next) block = this.#lowest;
    }
    return runs;
  }

  give(runs: readonly Run[]): void {
    this.#leaving.push(...runs);
  }

  /** Frees the blocks that were given back. To be called when no valid catalogue lists them any more. */
  settle(): void {
    for (const [first, count] of this.#leaving) {
      this.#taken.fill(0, first, first + count);
      this.#count -= count;
      this.#lowest = Math.min(this.#lowest, first);
    }
    this.#leaving = [];
    while (this.#end > 0 && !this.#isTaken(this.#end - 1)) this.#end--;
  }

  #isTaken(block: number): boolean {
    return this.#taken[block] === 1;
  }

  #take(block: number): void {
    if (block >= this.#taken.length) {
      const more = new Uint8Array(2 * Math.max(this.#taken.length, block + 1));
      more.set(this.#taken);
      this.#taken = more;
    }
    this.#taken[block] = 1;
    this.#count++;
    this.#end = Math.max(this.#end, block + 1);
    if (block !== this.#lowest) return;
    while (this.#isTaken(this.#lowest)) this.#lowest++;
  }
}
