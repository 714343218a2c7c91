// Answers that are ready in the same turn of the event loop leave together, at its end.
// The decision: a write to a client that sleeps wakes it, which costs the server more than all of the rest of a small
// answer; of many writes one after the other the first does. So an answer waits until whatever else has come meanwhile
// is answered, too, or a moment has passed. (Corks do not do it: Node opens them at the end of each response.)

/** Much less than a client would notice, and several searches. */
const MOST_MS = 1;

export class Outbox {
  readonly #clock: () => number;
  #together: Promise<void> | null = null;
  #since = 0;
  #release = (): void => {};

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Resolves when the answer is to be sent. */
  turn(): Promise<void> {
    const now = this.#clock();
    if (this.#together !== null && now - this.#since > MOST_MS) this.#release();
    if (this.#together === null) {
      this.#since = now;
      this.#together = this.#next();
    }
    return this.#together;
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      const release = () => {
        resolve();
        if (this.#release === release) this.#together = null;
      };
      this.#release = release;
      setImmediate(release);
    });
  }
}
