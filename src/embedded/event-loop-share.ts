// Lets what else the thread has to do have its turn, between calls that are answered without waiting for anything.
// The decision: a caller who awaits one search after another holds the thread for ever where each is answered at once,
// and graphs and field indexes, which are made in slices, would never be finished. So a call that comes a few
// milliseconds after the last turn of the event loop waits for the next one first. Calls keep their order: while one
// waits, those behind it wait with it.

/** Runs a task when what else is waiting has had its turn. */
export type RunSoon = (task: () => void) => void;

/** A slice of background work takes about three milliseconds, so it gets a good third of the thread. */
const MOST_MS_WITHOUT = 5;

export class EventLoopShare {
  readonly #defer: RunSoon;
  #last = performance.now();
  #next: Promise<void> | null = null;

  constructor(soon: RunSoon) {
    this.#defer = soon;
  }

  /** What a call has to wait for before it begins; null: nothing. */
  due(): Promise<void> | null {
    if (this.#next === null && performance.now() - this.#last >= MOST_MS_WITHOUT) {
      this.#next = new Promise((resolve) => {
        this.#defer(() => {
          this.#next = null;
          this.#last = performance.now();
          resolve();
        });
      });
    }
    return this.#next;
  }
}
