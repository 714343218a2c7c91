// How long requests wait because the main thread is busy with something else: how late timers come.
// The decision: a timer of our own, ten times a second, and the same counts as for everything else, so that a rate over any
// time can be made of them; those of perf_hooks are since the start or since somebody asked.
import { type Distribution, Histogram, LATENCY_BOUNDS } from "../metrics/histogram.ts";

const PERIOD_MS = 100;

/** Time as it passes, and a timer that comes once. */
export interface Ticks {
  /** Milliseconds since some moment. */
  now(): number;
  /** @returns what cancels it */
  after(ms: number, task: () => void): () => void;
}

export class LoopDelay {
  readonly #ticks: Ticks;
  readonly #delays = new Histogram(LATENCY_BOUNDS);
  #cancel: () => void = () => {};

  constructor(ticks: Ticks) {
    this.#ticks = ticks;
  }

  start(): void {
    const due = this.#ticks.now() + PERIOD_MS;
    this.#cancel = this.#ticks.after(PERIOD_MS, () => {
      this.#delays.note(Math.max(0, this.#ticks.now() - due) / 1000);
      this.start();
    });
  }

  stop(): void {
    this.#cancel();
  }

  get distribution(): Distribution {
    return this.#delays.distribution;
  }
}
