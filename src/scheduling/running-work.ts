// Tracks the work that is running, so that other work can wait until all of it is done.

export class RunningWork {
  readonly #running = new Set<Promise<unknown>>();

  async run<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** @returns a function whose promise resolves when the work that runs at this moment is done */
  now(): () => Promise<unknown> {
    const running = [...this.#running];
    return () => Promise.allSettled(running);
  }
}
