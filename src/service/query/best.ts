// The best of many points, while they come along.
// The decision: what is kept is sorted and cut when it has doubled, which costs less than a heap and takes no memory for
// what was never found. Of equals the first by place is the better, so that the order in which they come does not matter.
import type { PointRef } from "../../core/slots/point-ref.ts";

/** More is better. */
interface Valued {
  readonly slot: PointRef;
  readonly value: number;
}

const SMALLEST_CUT = 1024;

export class Best {
  readonly #count: number;
  #kept: Valued[] = [];
  /** The worst of those that were kept in a cut. */
  #floor = Number.NaN;

  /** @param count how many are wanted */
  constructor(count: number) {
    this.#count = count;
  }

  add(slot: PointRef, value: number): void {
    if (value < this.#floor) return;
    this.#kept.push({ slot, value });
    if (this.#kept.length >= Math.max(2 * this.#count, SMALLEST_CUT)) this.#cut();
  }

  /** The best so far, best first. */
  take(): Valued[] {
    this.#cut();
    return this.#kept;
  }

  #cut(): void {
    this.#kept.sort((a, b) => b.value - a.value || a.slot - b.slot);
    if (this.#kept.length < this.#count) return;
    this.#kept.length = this.#count;
    this.#floor = this.#kept.at(-1)?.value ?? Number.POSITIVE_INFINITY;
  }
}
