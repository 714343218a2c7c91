// A set of slots as bits: points that lack a vector, points with a value, slots that changed. It costs one bit for each
// slot up to the last one in it.

import { clearFrom, isEmpty, WORD_BITS } from "./bits.ts";
import { grown } from "./slot-tables.ts";

export class SlotSet {
  #words = new Uint32Array(0);

  add(slot: number): void {
    const word = Math.floor(slot / WORD_BITS);
    this.#ensure(word + 1);
    this.#words[word]! |= 1 << (slot % WORD_BITS);
  }

  remove(slot: number): void {
    const word = Math.floor(slot / WORD_BITS);
    if (word < this.#words.length) this.#words[word]! &= ~(1 << (slot % WORD_BITS));
  }

  toggle(slot: number, isIn: boolean): void {
    if (isIn) this.add(slot);
    else this.remove(slot);
  }

  get isEmpty(): boolean {
    return isEmpty(this.#words);
  }

  get bytes(): number {
    return this.#words.byteLength;
  }

  addAll(other: SlotSet): void {
    this.#ensure(other.#words.length);
    other.#words.forEach((word, at) => {
      this.#words[at]! |= word;
    });
  }

  /** Yields the slots of the set below `end`, ascending. */
  *below(end: number): Generator<number> {
    for (let at = 0; at < this.#words.length; at++) {
      for (let bits = this.#words[at]!; bits !== 0; bits &= bits - 1) {
        const slot = at * WORD_BITS + (31 - Math.clz32(bits & -bits));
        if (slot >= end) return;
        yield slot;
      }
    }
  }

  /** Adds `count` slots from `first` on, except those in `rows`, which is ascending and relative to `first`. */
  addAllBut(rows: Uint32Array, first: number, count: number): void {
    let next = 0;
    for (let i = 0; i < count; i++) {
      if (rows[next] === i) next++;
      else this.add(first + i);
    }
  }

  /** Returns a copy of the bits of the slots below `end`. */
  words(end: number): Uint32Array {
    const words = new Uint32Array(Math.ceil(end / WORD_BITS));
    words.set(this.#words.subarray(0, words.length));
    return words;
  }

  /** Returns a copy of the bits of the slots below `end`, and of none above. */
  bitsBelow(end: number): Uint32Array {
    return clearFrom(this.words(end), end);
  }

  /** Replaces the content by these bits. */
  restore(words: Uint32Array): void {
    this.#words = words.slice();
  }

  has(slot: number): boolean {
    return ((this.#words[Math.floor(slot / WORD_BITS)] ?? 0) & (1 << (slot % WORD_BITS))) !== 0;
  }

  /** Whether one of the slots is in the set. */
  meets(bits: Uint32Array): boolean {
    const end = Math.min(bits.length, this.#words.length);
    for (let at = 0; at < end; at++) if ((bits[at]! & this.#words[at]!) !== 0) return true;
    return false;
  }

  #ensure(words: number): void {
    if (words <= this.#words.length) return;
    this.#words = grown(this.#words, new Uint32Array(Math.max(words, this.#words.length * 2)));
  }
}
