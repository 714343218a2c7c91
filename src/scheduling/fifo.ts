// A queue that is read from its beginning on.
// The decision: an array of which the first items are empty, because removing the first of a hundred thousand items
// moves all others, which takes a quarter of a millisecond.

/** Empty items are removed when there are more than this, and more than half of all are empty. */
const MIN_GAP = 1024;

export class Fifo<T> {
  #items: T[] = [];
  #start = 0;

  get length(): number {
    return this.#items.length - this.#start;
  }

  /** The item at a place, counted from the first one. */
  at(index: number): T | undefined {
    return this.#items[this.#start + index];
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** Removes and returns the first item. */
  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#start]!;
    this.#items[this.#start++] = undefined as T;
    if (this.#start >= MIN_GAP && this.#start * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#start);
      this.#start = 0;
    }
    return item;
  }

  slice(from: number, to: number): T[] {
    return this.#items.slice(this.#start + from, this.#start + to);
  }

  clear(): void {
    this.#items = [];
    this.#start = 0;
  }
}
