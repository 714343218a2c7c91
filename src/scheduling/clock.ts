// Time as the core sees it, and what is done when nothing has happened for a while.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs `task` once after `ms` milliseconds unless the returned function is called before. */
  after(ms: number, task: () => void): () => void;
}

/** Resolves after `ms` milliseconds, or at once when `signal` is aborted. */
export function waitFor(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal.addEventListener("abort", end, { once: true });
  });
}

/** Runs its work once when `note` has not been called for `ms` milliseconds; again only after the next call. */
export class Quiet {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #work: () => void;
  #last = 0;
  #cancel: (() => void) | null = null;

  constructor(clock: Clock, ms: number, work: () => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#work = work;
  }

  /** Something happened. It costs no timer while one is running. */
  note(): void {
    this.#last = this.#clock.now();
    if (!this.#cancel) this.#wait(this.#ms);
  }

  stop(): void {
    this.#cancel?.();
  }

  #wait(ms: number): void {
    this.#cancel = this.#clock.after(ms, () => {
      this.#cancel = null;
      const left = this.#last + this.#ms - this.#clock.now();
      if (left > 0) this.#wait(left);
      else this.#work();
    });
  }
}
