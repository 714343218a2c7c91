// Sends responses that are ready in the same turn of the event loop together, at its end.
// The decision: a write that wakes a sleeping client costs the server more than the rest of a small response, and of
// several writes in a row only the first does. So a response waits until other requests that have arrived are answered,
// too, or a moment has passed. (Corks do not help: Node opens them at the end of each response.)

/** Milliseconds that a response may wait: too few for a client to notice, and enough for several searches. */
const MAX_DELAY_MS = 1;

export class Outbox {
  readonly #clock: () => number;
  #together: Promise<void> | null = null;
  #since = 0;
  #release = (): void => {};

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Resolves when the response is to be sent. */
  nextSend(): Promise<void> {
    const now = this.#clock();
    if (this.#together !== null && now - this.#since > MAX_DELAY_MS) this.#release();
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
