// Which blocks of a volume are free.
// The decision: what a file gives back stays taken until the catalogue that gave it to the file counts no more (`settle`),
// so that after a crash the files of the last catalogue have what they had. The lowest free block is taken first: then
// what is free gathers at the end, where the volume can be cut.

/** Blocks that follow each other. */
export type Run = readonly [first: number, count: number];

export class Blocks {
  /** By block: 1 when it is taken. */
  #taken = new Uint8Array(64);
  #end = 0;
  /** Taken below the end. */
  #count = 0;
  /** None below is free. */
  #lowest = 0;
  #leaving: Run[] = [];

  /** Behind the last one that is taken. */
  get end(): number {
    return this.#end;
  }

  /** How many are free before the end. */
  get free(): number {
    return this.#end - this.#count;
  }

  /** Whether some were given back and not settled. */
  get unsettled(): boolean {
    return this.#leaving.length > 0;
  }

  /** Takes blocks that a catalogue names. @returns false when one of them is taken already */
  claim([first, count]: Run): boolean {
    for (let block = first; block < first + count; block++) {
      if (this.#isTaken(block)) return false;
      this.#take(block);
    }
    return true;
  }

  /** Takes `count` blocks, if possible those from `next` on. */
  take(count: number, next: number): Run[] {
    const runs: [number, number][] = [];
    let block = this.#isTaken(next) ? this.#lowest : next;
    for (let left = count; left > 0; left--) {
      while (this.#isTaken(block)) block++;
      this.#take(block);
      const last = runs.at(-1);
      if (last && last[0] + last[1] === block) last[1]++;
      else runs.push([block, 1]);
      // The place asked for is at its end: from now on the lowest.
      if (this.#isTaken(block + 1) && block >= next) block = this.#lowest;
    }
    return runs;
  }

  give(runs: readonly Run[]): void {
    this.#leaving.push(...runs);
  }

  /** What was given back can be taken again: no catalogue that counts names it. */
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
