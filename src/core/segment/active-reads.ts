// Who is reading places at this moment: what was replaced is kept until those that may have been told of it are done.

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

  /** @returns what resolves when those that run at this moment are done */
  now(): () => Promise<unknown> {
    const running = [...this.#running];
    return () => Promise.allSettled(running);
  }
}
