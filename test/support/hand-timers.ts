// Timers that fire when a test says so: what a log does a second later happens between two of its writes, not never.
// The decision: the global functions are exchanged while `work` runs, so that the product needs no door for tests. Timers
// without a delay only give way to others, which they go on doing, at once.

interface Task {
  run(): void;
}

export class HandTimers {
  readonly #tasks = new Set<Task>();

  /** Runs everything that waits for its time. */
  fire(): void {
    for (const task of [...this.#tasks]) if (this.#tasks.delete(task)) task.run();
  }

  /** Forgets everything that waits: its process is dead. */
  clear(): void {
    this.#tasks.clear();
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const { setTimeout, clearTimeout } = globalThis;
    const set = (run: () => void, ms = 0): object => {
      if (ms === 0) return setImmediate(run);
      const task = { run, unref: () => task, ref: () => task };
      this.#tasks.add(task);
      return task;
    };
    const clear = (task: unknown): unknown =>
      this.#tasks.delete(task as Task) || clearTimeout(task as NodeJS.Timeout);
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
    try {
      return await work();
    } finally {
      Object.assign(globalThis, { setTimeout, clearTimeout });
    }
  }
}
