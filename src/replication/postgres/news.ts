// What this server has heard of the end of the log, and who waits for more.
// The decision: it has no state of the connection; notifications, own appends and polls tell it the same thing.

export class News {
  /** The largest number of an entry that was heard of. */
  #heard = 0;
  #doubts = 0;
  #tellNext: () => void = () => {};
  #next: Promise<void>;

  constructor() {
    this.#next = this.#newNext();
  }

  get heard(): number {
    return this.#heard;
  }

  /** How often something has changed of which no number is known, so that a reader has to look for itself. */
  get doubts(): number {
    return this.#doubts;
  }

  /** Resolves when something is told after this call. */
  get next(): Promise<void> {
    return this.#next;
  }

  /** @param seq the number of an entry; 0: something else has changed */
  tell(seq: number): void {
    this.#heard = Math.max(this.#heard, seq);
    if (seq === 0) this.#doubts++;
    const tellNext = this.#tellNext;
    this.#next = this.#newNext();
    tellNext();
  }

  #newNext(): Promise<void> {
    return new Promise((resolve) => {
      this.#tellNext = resolve;
    });
  }
}

/** Resolves when one promise does or the time is over. */
export function orAfter(promise: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void promise.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
