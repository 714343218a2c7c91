// Points that move from one segment to another because they are overwritten. A search over several segments has to know
// about them.

export class PointMoves {
  /** Writes so far, and under way, by which points moved. */
  #count = 0;
  #moving = false;

  async during(work: () => Promise<void>): Promise<void> {
    this.#count++;
    this.#moving = true;
    try {
      await work();
    } finally {
      this.#moving = false;
    }
  }

  /** Whether some are moving at this moment. */
  get underWay(): boolean {
    return this.#moving;
  }

  /** @returns what tells whether points have moved since, or were moving already */
  watch(): () => boolean {
    const count = this.#count;
    const wasMoving = this.#moving;
    return () => wasMoving || count !== this.#count;
  }
}
