// What was measured of the walks in a segment, and what follows from it: pure functions.
// The decision: whoever is as near as the tenth true neighbour counts as found, so equal vectors are never missed. Codes are
// given up when walks on them find less than nine tenths and walks on the f32 vectors find clearly more; the same graph is
// walked for both, so one that was built on bad codes does not hide that they are the cause.

/** What was measured in one segment. */
export interface Probed {
  /** Slots of the segment at that time. */
  readonly slots: number;
  /** The share of the ten nearest neighbours that walks found, as they are configured. */
  readonly recall: number;
  /** The same of walks on the f32 vectors. */
  readonly onRows: number;
}

/** Vectors that are searched for. */
export const QUERIES = 64;
/** Neighbours that are wanted of each. */
export const K = 10;
/** Less is said to users. */
export const LEAST_RECALL = 0.9;
/** A walk on vectors that finds so much more shows that codes are the cause. */
const CLEARLY_MORE = 0.03;

/** The nearest distances of one query. */
export class Nearest {
  readonly #distances = new Float32Array(K).fill(Number.POSITIVE_INFINITY);
  #count = 0;

  add(distances: Float32Array): void {
    const best = this.#distances;
    this.#count += distances.length;
    for (const distance of distances) {
      if (distance >= best[K - 1]!) continue;
      let at = K - 1;
      for (; at > 0 && best[at - 1]! > distance; at--) best[at] = best[at - 1]!;
      best[at] = distance;
    }
  }

  /** How many neighbours there are, at most K. */
  get count(): number {
    return Math.min(K, this.#count);
  }

  /** The distance of the last of them. */
  get limit(): number {
    return this.#distances[Math.max(0, this.count - 1)]!;
  }
}

/** @param walks for each query the distances that were found */
export function recallsOf(
  nearest: readonly Nearest[],
  walks: { readonly configured: readonly Float32Array[]; readonly onRows: readonly Float32Array[] },
): Pick<Probed, "recall" | "onRows"> {
  return { recall: shareOf(nearest, walks.configured), onRows: shareOf(nearest, walks.onRows) };
}

function shareOf(nearest: readonly Nearest[], found: readonly Float32Array[]): number {
  const wanted = nearest.reduce((sum, { count }) => sum + count, 0);
  const near = nearest.map(({ count, limit }, i) =>
    Math.min(count, found[i]!.filter((distance) => distance <= limit).length),
  );
  return wanted === 0 ? 1 : near.reduce((sum, count) => sum + count, 0) / wanted;
}

/** Whether walks are to do without codes. */
export function codesFail({ recall, onRows }: Probed): boolean {
  return recall < LEAST_RECALL && onRows > recall + CLEARLY_MORE;
}
