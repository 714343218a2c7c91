// A histogram of durations: counts by upper bounds, as in Prometheus.
// The decision: bounds are given once, so that counting allocates nothing and histograms with the same bounds can be
// added.

/** The counts of a histogram, for another thread or a response. */
export interface Distribution {
  /** Upper bounds, ascending. */
  readonly bounds: readonly number[];
  /** For each bound what is above the one before and not above it; one more for what is above all. */
  readonly counts: readonly number[];
  readonly sum: number;
}

/** In seconds: of requests and of work like theirs. */
export const LATENCY_BOUNDS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];
/** In seconds: of syncs, from a cache that lies to a disk that is failing. */
export const SYNC_BOUNDS: readonly number[] = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1,
];
/** In seconds: of what is done in the background. */
export const WORK_BOUNDS: readonly number[] = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800];

export class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  note(value: number): void {
    let bucket = 0;
    while (bucket < this.#bounds.length && value > this.#bounds[bucket]!) bucket++;
    this.#counts[bucket]!++;
    this.#sum += value;
  }

  get distribution(): Distribution {
    return { bounds: this.#bounds, counts: [...this.#counts], sum: this.#sum };
  }
}

/**
 * Returns a quantile of what a histogram has counted, interpolated linearly within a bucket; at most the last bound.
 * Null: it has counted nothing.
 */
export function quantileOf({ bounds, counts }: Omit<Distribution, "sum">, share: number): number | null {
  const rank = share * counts.reduce((sum, count) => sum + count, 0);
  if (rank === 0) return null;
  let [lowest, below] = [0, 0];
  for (const [i, bound] of bounds.entries()) {
    const count = counts[i]!;
    if (below + count >= rank) return lowest + ((bound - lowest) * (rank - below)) / count;
    [lowest, below] = [bound, below + count];
  }
  return lowest;
}
