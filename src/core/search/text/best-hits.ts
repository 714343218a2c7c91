// Keeps the best points of a search in texts, and says which scores are too low to be among them.
// The decision: scores are compared as they are shown, in 32 bits, and points with equal scores are ordered by
// something that does not depend on the order in which they are found: their ids.
import type { Sliced } from "../../../scheduling/slices.ts";
import { MAX_F32 } from "../../../schema/limits.ts";
import { type PointRef, pointRef } from "../../slots/point-ref.ts";
import { Smallest } from "../select/smallest.ts";

export interface ScoredText {
  readonly ref: PointRef;
  readonly score: number;
}

/** A sum in 64 bits whose score is rounded to 32 differs from it by less than this part. */
const ROUNDING = 2 ** -22;

export class BestHits {
  /** The number of points that are kept. */
  readonly count: number;
  readonly #kept: Smallest<ScoredText>;
  #floor = 0;

  /** @param count at least 1 @param compare orders points with equal scores; negative if the first is better */
  constructor(count: number, compare: (a: PointRef, b: PointRef) => number) {
    this.count = count;
    this.#kept = new Smallest<ScoredText>(count, (a, b) => b.score - a.score || compare(a.ref, b.ref));
  }

  /** A point with a lower sum than this is not among the best. */
  get floor(): number {
    return this.#floor;
  }

  /** Notes that there are as many points with this sum, or a higher one, as are kept. */
  raiseFloor(sum: number): void {
    this.#floor = Math.max(this.#floor, sum);
  }

  add(ref: PointRef, sum: number): void {
    this.#kept.add({ ref, score: Math.min(MAX_F32, Math.fround(sum)) });
    const { last } = this.#kept;
    if (last !== null) this.raiseFloor(last.score * (1 - ROUNDING));
  }

  /** Returns the best points, best first. */
  take(): Sliced<ScoredText[]> {
    return this.#kept.take();
  }
}

/** Keeps the best score of each slot of a segment, whose documents come one after another. */
export class BestOfSlots {
  readonly #hits: BestHits;
  readonly #segment: number;
  #slot = -1;
  #best = 0;

  constructor(hits: BestHits, segment: number) {
    this.#hits = hits;
    this.#segment = segment;
  }

  add(slot: number, sum: number): void {
    if (slot === this.#slot) {
      this.#best = Math.max(this.#best, sum);
      return;
    }
    this.end();
    this.#slot = slot;
    this.#best = sum;
  }

  /** Is called when no further documents of the last slot come. */
  end(): void {
    if (this.#slot >= 0) this.#hits.add(pointRef(this.#segment, this.#slot), this.#best);
    this.#slot = -1;
  }
}
