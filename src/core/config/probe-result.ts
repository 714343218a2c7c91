// The results of measuring the walks in a segment, and their consequences: pure functions.
// The decision: every hit as near as the tenth true neighbour counts as found, so equal vectors are never missed. Codes
// are given up when walks on them find less than nine tenths and walks on the f32 rows find clearly more. Both walk the
// same graph, so a graph that was built on bad codes does not hide that the codes are the cause. Where 32-bit floats
// round away the differences between vectors, the order of neighbours is random; for the decision about codes, hits
// that are as near except for rounding count as found, too.

/** The shares of the ten nearest neighbours that walks found. */
interface Recalls {
  /** The share that walks on the configured codes found. */
  readonly recall: number;
  /** The share that walks on the f32 rows found. */
  readonly onRows: number;
  /** Like `recall`, but hits count that are as near except for rounding. */
  readonly rounded: number;
  /** Like `onRows`, but hits count that are as near except for rounding. */
  readonly roundedOnRows: number;
}

export interface Probed extends Recalls {
  /** The slots of the segment at the time of the measurement. */
  readonly slots: number;
  /** The candidates that the walks kept. */
  readonly ef: number;
  /** Whether codes are the cause of missing hits. */
  readonly fails: boolean;
  /** Whether 32-bit floats round away which vectors are nearer; see probe-rounding.ts. */
  readonly rounds: boolean;
}

/** The distances of the hits of each query, by kind of walk. */
export interface Walks {
  readonly configured: readonly Float32Array[];
  readonly onRows: readonly Float32Array[];
}

/** The number of stored vectors that are used as queries. */
export const QUERY_COUNT = 64;
/** The number of neighbours that each search should find. */
export const K = 10;
/** The number of true neighbours that are kept for each query. */
const KEPT_NEIGHBOURS = 32;
/** Codes may be given up if walks on them find less. */
const MIN_CODE_RECALL = 0.9;
/** Codes are the cause if the recall of walks on rows is higher by this. */
const CLEAR_DIFFERENCE = 0.03;
/** The relative error of a distance: rounding of its sum of products and of the lengths of unit vectors. */
const ROUNDING_ERROR = 2 ** -21;

export class NearestSlots {
  readonly #slots = new Uint32Array(KEPT_NEIGHBOURS);
  readonly #distances = new Float32Array(KEPT_NEIGHBOURS).fill(Number.POSITIVE_INFINITY);
  #count = 0;

  add(distances: Float32Array, slots: Uint32Array): void {
    const best = this.#distances;
    this.#count += distances.length;
    let limit = best[KEPT_NEIGHBOURS - 1]!;
    for (let i = 0; i < distances.length; i++) {
      const distance = distances[i]!;
      if (distance >= limit) continue;
      let at = KEPT_NEIGHBOURS - 1;
      for (; at > 0 && best[at - 1]! > distance; at--) {
        best[at] = best[at - 1]!;
        this.#slots[at] = this.#slots[at - 1]!;
      }
      best[at] = distance;
      this.#slots[at] = slots[i]!;
      limit = best[KEPT_NEIGHBOURS - 1]!;
    }
  }

  /** The slots of all neighbours that are kept, nearest first. */
  get kept(): Uint32Array {
    return this.#slots.subarray(0, Math.min(KEPT_NEIGHBOURS, this.#count));
  }

  /** The number of neighbours, at most K. */
  get count(): number {
    return Math.min(K, this.#count);
  }

  /** The distance of the last neighbour that counts. */
  get limit(): number {
    return this.#distances[Math.max(0, this.count - 1)]!;
  }

  /** That distance plus its rounding error. */
  get roundedLimit(): number {
    return this.limit + Math.abs(this.limit) * ROUNDING_ERROR;
  }
}

export function recallsOf(nearest: readonly NearestSlots[], { configured, onRows }: Walks): Recalls {
  const limits = nearest.map(({ limit }) => limit);
  const roundedLimits = nearest.map(({ roundedLimit }) => roundedLimit);
  return {
    recall: shareOf(nearest, limits, configured),
    onRows: shareOf(nearest, limits, onRows),
    rounded: shareOf(nearest, roundedLimits, configured),
    roundedOnRows: shareOf(nearest, roundedLimits, onRows),
  };
}

function shareOf(
  nearest: readonly NearestSlots[],
  limits: readonly number[],
  found: readonly Float32Array[],
): number {
  const expected = nearest.reduce((sum, { count }) => sum + count, 0);
  const near = nearest.map(({ count }, i) =>
    Math.min(count, found[i]!.filter((distance) => distance <= limits[i]!).length),
  );
  return expected === 0 ? 1 : near.reduce((sum, count) => sum + count, 0) / expected;
}

/** Returns whether walks should not use codes. */
export function codesFail({ rounded, roundedOnRows }: Recalls): boolean {
  return rounded < MIN_CODE_RECALL && roundedOnRows > rounded + CLEAR_DIFFERENCE;
}
