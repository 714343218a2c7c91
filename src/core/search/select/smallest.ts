// Returns the first n of any number of items in an order, without storing all of them.
// The decision: a heap whose top is the last of the kept items, so an item costs a few comparisons and there is never a
// sort of all. The kept items are sorted at the end, with pauses.
import type { Sliced } from "../../../scheduling/slices.ts";

/** Items that are sorted between two yields. */
const ITEMS_PER_YIELD = 128;

export class Smallest<T> {
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;
  /** A binary heap with the last item at its top: no item comes before those at twice its index plus one and two. */
  readonly #heap: T[] = [];

  /** @param limit at least 1 */
  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** Items after this one are ignored; null: fewer than `limit` were added. */
  get last(): T | null {
    return this.#heap.length < this.#limit ? null : this.#heap[0]!;
  }

  add(item: T): void {
    const heap = this.#heap;
    if (heap.length < this.#limit) this.#rise(item, heap.push(item) - 1);
    else if (this.#compare(item, heap[0]!) < 0) this.#sink(item, heap.length);
  }

  /** Returns the items in order, and forgets them. */
  *take(): Sliced<T[]> {
    const heap = this.#heap;
    // The last of those that are left goes behind them.
    for (let left = heap.length - 1; left > 0; left--) {
      const last = heap[0]!;
      this.#sink(heap[left]!, left);
      heap[left] = last;
      if (left % ITEMS_PER_YIELD === 0) yield;
    }
    return heap.splice(0);
  }

  #rise(item: T, from: number): void {
    const heap = this.#heap;
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#compare(heap[above]!, item) >= 0) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = item;
  }

  /** Replaces the top by the item, and restores the order of the first `count` items. */
  #sink(item: T, count: number): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= count) break;
      if (below + 1 < count && this.#compare(heap[below + 1]!, heap[below]!) > 0) below++;
      if (this.#compare(item, heap[below]!) >= 0) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = item;
  }
}
