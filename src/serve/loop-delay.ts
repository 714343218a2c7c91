// Measures the delay of requests by a busy main thread: how late timers fire.
// The decision: a timer of our own, ten times a second, with the same histogram as other durations, so that rates over
// any time can be computed. The histograms of perf_hooks count since the start or since the last reset.
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
