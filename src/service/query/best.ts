// The best of many points, while they come along.
// The decision: only as many as are wanted are kept, in a heap, so that no point costs more than a few comparisons and what is
// kept is put in order with cuts. Of equals the first by place is the better, so that the order in which they come does not
// matter.
import { Smallest } from "../../core/search/select/smallest.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import type { Sliced } from "../../scheduling/slices.ts";

/** More is better. */
interface Valued {
  readonly slot: PointRef;
  readonly value: number;
}

export class Best {
  readonly #kept: Smallest<Valued> | null;
  /** The worst of those that are kept, once they are as many as are wanted. */
  #floor = Number.NaN;

  /** @param count how many are wanted */
  constructor(count: number) {
    this.#kept =
      count === 0 ? null : new Smallest<Valued>(count, (a, b) => b.value - a.value || a.slot - b.slot);
  }

  add(slot: PointRef, value: number): void {
    if (this.#kept === null || value < this.#floor) return;
    this.#kept.add({ slot, value });
    this.#floor = this.#kept.last?.value ?? Number.NaN;
  }

  /** The best so far, best first; nothing is kept. */
  *take(): Sliced<Valued[]> {
    return this.#kept ? yield* this.#kept.take() : [];
  }
}
