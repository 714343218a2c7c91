// Watches the event loop of the main thread: how late timers fire, and whether the thread has nothing to do.
// The decision: a timer of our own, ten times a second, with the same histogram as other durations, so that rates over
// any time can be computed. The histograms of perf_hooks count since the start or since the last reset.
import { performance } from "node:perf_hooks";
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

/** A thread that was busy for less than this share of the time has nothing to do but its own timers. */
const IDLE_SHARE = 0.02;
/** Shorter intervals are not evaluated. */
const MIN_MS = 500;

/**
 * Returns a function that tells whether this thread was idle since the last call: by how long its event loop was busy,
 * so it needs no timer of its own. The first call, and one too soon after another, return false.
 */
export function idleWatch(): () => boolean {
  let before = performance.eventLoopUtilization();
  let since = performance.now();
  return () => {
    const now = performance.now();
    const { utilization } = performance.eventLoopUtilization(before);
    const isLong = now - since >= MIN_MS;
    [before, since] = [performance.eventLoopUtilization(), now];
    return isLong && utilization < IDLE_SHARE;
  };
}
