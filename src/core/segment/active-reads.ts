// Tracks the reads that hold point references: a replaced segment is kept until the reads that may refer to it are
// done.

export class ActiveReads {
  readonly #running = new Set<Promise<unknown>>();

  async run<T>(work: () => Promise<T>): Promise<T> {
    const reading = work();
    this.#running.add(reading);
    try {
      return await reading;
    } finally {
      this.#running.delete(reading);
    }
  }

  /** @returns a function whose promise resolves when the reads that run at this moment are done */
  now(): () => Promise<unknown> {
    const running = [...this.#running];
    return () => Promise.allSettled(running);
  }
}
