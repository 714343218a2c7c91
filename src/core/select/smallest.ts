// The first so many of any number of items in an order, without keeping them all.
// The decision: twice as many are collected, then sorted and cut; what comes behind the last that is left is not
// collected any more.

export class Smallest<T> {
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;
  #kept: T[] = [];
  #last: T | null = null;

  /** @param limit at least 1 */
  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** Behind it nothing counts any more; null: anything does yet. */
  get last(): T | null {
    return this.#last;
  }

  add(item: T): void {
    if (this.#last !== null && this.#compare(item, this.#last) >= 0) return;
    this.#kept.push(item);
    if (this.#kept.length < 2 * this.#limit) return;
    this.#kept = this.all();
    this.#last = this.#kept.at(-1)!;
  }

  /** In order. */
  all(): T[] {
    return [...this.#kept].sort(this.#compare).slice(0, this.#limit);
  }
}
