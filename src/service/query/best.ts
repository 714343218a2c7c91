// Keeps the best of many points.
// The decision: a heap keeps only as many as are requested, so a point costs a few comparisons at most, and the sorting
// is done in slices. Points with equal values are ordered by something that does not depend on the order of adding: by
// their ids.
import { Smallest } from "../../core/search/select/smallest.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import type { Sliced } from "../../scheduling/slices.ts";

/** A point with its value; larger is better. */
interface Valued {
  readonly ref: PointRef;
  readonly value: number;
}

export class Best {
  readonly #kept: Smallest<Valued> | null;
  /** The worst value that is kept, once the heap is full. */
  #floor = Number.NaN;

  /**
   * @param count the number of points to keep
   * @param compare orders points with equal values; negative if the first is better
   */
  constructor(count: number, compare: (a: PointRef, b: PointRef) => number) {
    const compareAll = (a: Valued, b: Valued) => b.value - a.value || compare(a.ref, b.ref);
    this.#kept = count === 0 ? null : new Smallest<Valued>(count, compareAll);
  }

  add(ref: PointRef, value: number): void {
    if (this.#kept === null || value < this.#floor) return;
    this.#kept.add({ ref, value });
    this.#floor = this.#kept.last?.value ?? Number.NaN;
  }

  /** Returns the best points, best first, and empties the heap. */
  *take(): Sliced<Valued[]> {
    return this.#kept ? yield* this.#kept.take() : [];
  }
}
