// Measures how long commits take to become durable, which shows a slow disk.
// The decision: the last 512 times are kept in a ring, which is sorted only when it is read; all times since the start
// are counted in buckets. A commit costs two stores.
import { type Distribution, Histogram, SYNC_BOUNDS } from "../metrics/histogram.ts";

const KEPT = 512;

/** Percentiles of the times in milliseconds; 0 when there were none. */
export interface SyncTimes {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export class CommitTimes {
  readonly #times = new Float64Array(KEPT);
  readonly #all = new Histogram(SYNC_BOUNDS);
  #count = 0;

  /** The number of commits so far. */
  get count(): number {
    return this.#count;
  }

  note(ms: number): void {
    this.#times[this.#count++ % KEPT] = ms;
    this.#all.note(ms / 1000);
  }

  /** The distribution of the times of all commits, in seconds. */
  get distribution(): Distribution {
    return this.#all.distribution;
  }

  summary(): SyncTimes {
    const sorted = this.#times.slice(0, Math.min(this.#count, KEPT)).sort();
    const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
    return { p50: at(0.5), p99: at(0.99), max: at(1) };
  }
}
