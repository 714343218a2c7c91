// Tracks points that move from one segment to another because they are overwritten. A search over several segments may
// miss such a point, and reads the segments again.

export class PointMoves {
  /** The number of writes, done or running, that moved points. */
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

  /** Whether a write is moving points at this moment. */
  get underWay(): boolean {
    return this.#moving;
  }

  /** @returns a function that tells whether points have moved since this call, or were moving during it */
  watch(): () => boolean {
    const count = this.#count;
    const wasMoving = this.#moving;
    return () => wasMoving || count !== this.#count;
  }
}
