// How long the last commits took to become durable: the figure that tells a slow disk.
// The decision: a ring of the last 512 times, sorted when somebody asks, and counts of all times since the start: a commit
// pays for two stores.
import { type Distribution, Histogram, SYNC_BOUNDS } from "../metrics/histogram.ts";

const KEPT = 512;

/** In milliseconds; 0 when there were none. */
export interface SyncTimes {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export class CommitTimes {
  readonly #times = new Float64Array(KEPT);
  readonly #all = new Histogram(SYNC_BOUNDS);
  #count = 0;

  /** Commits so far. */
  get count(): number {
    return this.#count;
  }

  note(ms: number): void {
    this.#times[this.#count++ % KEPT] = ms;
    this.#all.note(ms / 1000);
  }

  /** Of all commits, in seconds. */
  get distribution(): Distribution {
    return this.#all.distribution;
  }

  summary(): SyncTimes {
    const sorted = this.#times.slice(0, Math.min(this.#count, KEPT)).sort();
    const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
    return { p50: at(0.5), p99: at(0.99), max: at(1) };
  }
}
