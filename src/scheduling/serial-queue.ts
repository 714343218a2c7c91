// Runs tasks one after another, in the order of their calls.
// The decision: an error belongs to the caller of its task and does not stop the queue. The caller of a task
// continues before the next task begins.
import type { MaybePromise } from "./maybe-promise.ts";

export class SerialQueue {
  /** Resolves, and never rejects, when the last task has ended; null: none is under way. */
  #last: Promise<void> | null = null;
  #tasks = 0;

  /** Whether no task is under way. */
  get isIdle(): boolean {
    return this.#last === null;
  }

  /** How many tasks were asked for by now. Those that ended at once do not count. */
  get tasks(): number {
    return this.#tasks;
  }

  /** Runs the task when all before it have ended; never in this turn. Rejects with what the task throws. */
  run<T>(task: () => MaybePromise<T>): Promise<T> {
    return this.#note((this.#last ?? Promise.resolve()).then(task));
  }

  /**
   * Runs a task like `run`, but at once if the queue is empty; then a task without a promise returns its result, or
   * throws, at once.
   */
  runAtOnce<T>(task: () => MaybePromise<T>): MaybePromise<T> {
    if (this.#last !== null) return this.run(task);
    const result = task();
    return result instanceof Promise ? this.#note(result) : result;
  }

  /** Resolves when all tasks that were asked for by now have ended, however they end. */
  async settled(): Promise<void> {
    await this.#last;
  }

  #note<T>(done: Promise<T>): Promise<T> {
    const ended = done.then(
      () => {},
      () => {},
    );
    this.#last = ended;
    this.#tasks++;
    void ended.then(() => {
      if (this.#last === ended) this.#last = null;
    });
    return done;
  }
}
