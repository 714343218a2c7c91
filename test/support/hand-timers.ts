// Timers that fire when a test says so, so that work of a log which is due a second later happens between two of its
// writes.
// The decision: the global functions are replaced while `work` runs, so that the product needs no hook for tests.
// Timers without a delay only yield to other work, and still fire at once.

interface Task {
  run(): void;
}

export class HandTimers {
  readonly #tasks = new Set<Task>();

  /** Fires all waiting timers. */
  fire(): void {
    for (const task of [...this.#tasks]) if (this.#tasks.delete(task)) task.run();
  }

  /** Removes all waiting timers, because their process has ended. */
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
