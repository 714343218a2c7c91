// What was measured of the walks in a segment, and what follows from it: pure functions.
// The decision: whoever is as near as the tenth true neighbour counts as found, so equal vectors are never missed. Codes are
// given up when walks on them find less than nine tenths and walks on the f32 vectors find clearly more; the same graph is
// walked for both, so one that was built on bad codes does not hide that they are the cause. Where 32-bit floats round away
// what tells vectors apart the order of neighbours is chance, and no walk can be held to it: for this verdict whoever is as
// near but for rounding counts, too.

/** The shares of the ten nearest neighbours that walks found. */
interface Recalls {
  /** As they are configured. */
  readonly recall: number;
  /** The same of walks on the f32 vectors. */
  readonly onRows: number;
  /** As they are configured, with those that are as near but for rounding. */
  readonly rounded: number;
  /** The same of walks on the f32 vectors. */
  readonly roundedOnRows: number;
}

/** What was measured in one segment. */
export interface Probed extends Recalls {
  /** Slots of the segment at that time. */
  readonly slots: number;
  /** Candidates that the walks kept. */
  readonly ef: number;
  /** Codes are the cause of what was not found. */
  readonly fails: boolean;
  /** 32-bit floats round away which vectors are nearer; see probe-rounding.ts. */
  readonly rounds: boolean;
}

/** What walks found for each query, by distance. */
export interface Walks {
  readonly configured: readonly Float32Array[];
  readonly onRows: readonly Float32Array[];
}

/** Vectors that are searched for. */
export const QUERIES = 64;
/** Neighbours that are wanted of each. */
export const K = 10;
/** Neighbours that are kept of each. */
export const NEAR = 32;
/** Codes of which walks find less may be given up. */
const LEAST_RECALL = 0.9;
/** A walk on vectors that finds so much more shows that codes are the cause. */
const CLEARLY_MORE = 0.03;
/** Of a distance: what its sum of products may be off by, and the lengths of unit vectors. */
const ROUNDING = 2 ** -21;

/** The nearest slots of one query. */
export class Nearest {
  readonly slots = new Uint32Array(NEAR);
  readonly #distances = new Float32Array(NEAR).fill(Number.POSITIVE_INFINITY);
  #count = 0;

  add(distances: Float32Array, slots: Uint32Array): void {
    const best = this.#distances;
    this.#count += distances.length;
    let limit = best[NEAR - 1]!;
    for (let i = 0; i < distances.length; i++) {
      const distance = distances[i]!;
      if (distance >= limit) continue;
      let at = NEAR - 1;
      for (; at > 0 && best[at - 1]! > distance; at--) {
        best[at] = best[at - 1]!;
        this.slots[at] = this.slots[at - 1]!;
      }
      best[at] = distance;
      this.slots[at] = slots[i]!;
      limit = best[NEAR - 1]!;
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

  /** The same with what it may be off by. */
  get roundedLimit(): number {
    return this.limit + Math.abs(this.limit) * ROUNDING;
  }

  /** Far more are as near, but for rounding, than are wanted. */
  get isTied(): boolean {
    return this.#distances[NEAR - 1]! <= this.roundedLimit;
  }
}

export function recallsOf(nearest: readonly Nearest[], { configured, onRows }: Walks): Recalls {
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
  nearest: readonly Nearest[],
  limits: readonly number[],
  found: readonly Float32Array[],
): number {
  const wanted = nearest.reduce((sum, { count }) => sum + count, 0);
  const near = nearest.map(({ count }, i) =>
    Math.min(count, found[i]!.filter((distance) => distance <= limits[i]!).length),
  );
  return wanted === 0 ? 1 : near.reduce((sum, count) => sum + count, 0) / wanted;
}

/** Whether walks are to do without codes. */
export function codesFail({ rounded, roundedOnRows }: Recalls): boolean {
  return rounded < LEAST_RECALL && roundedOnRows > rounded + CLEARLY_MORE;
}
