// Gives the event loop regular turns between calls that complete without waiting.
// The decision: a caller who awaits one search after another would occupy the thread if each completed at once, and
// graphs and field indexes, which are built in slices, would never be finished. So a call that comes a few milliseconds
// after the last turn of the event loop waits for the next turn. Calls keep their order: those after it wait, too.

/** Runs a task after other work that waits for the event loop. */
export type Defer = (task: () => void) => void;

/** A slice of background work takes about three milliseconds, so it gets a third of the thread. */
const MAX_MS_WITHOUT_PAUSE = 5;

export class EventLoopShare {
  readonly #defer: Defer;
  #last = performance.now();
  #next: Promise<void> | null = null;

  constructor(defer: Defer) {
    this.#defer = defer;
  }

  /** Returns the turn of the event loop that a call has to wait for, or null if it can begin now. */
  due(): Promise<void> | null {
    if (this.#next === null && performance.now() - this.#last >= MAX_MS_WITHOUT_PAUSE) {
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
