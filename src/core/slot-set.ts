// A set of slots as bits: which points lack a vector, or have a value. It costs one bit a slot from the first that is in it.

const WORD_BITS = 32;

export class SlotSet {
  #words = new Uint32Array(0);

  add(slot: number): void {
    const word = Math.floor(slot / WORD_BITS);
    if (word >= this.#words.length) {
      const words = new Uint32Array(Math.max(word + 1, this.#words.length * 2));
      words.set(this.#words);
      this.#words = words;
    }
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

  /** What it takes. */
  get bytes(): number {
    return this.#words.byteLength;
  }

  /** Adds `count` slots from `first` on, except those that `rows` lists, ascending and counted from `first`. */
  addAllBut(rows: Uint32Array, first: number, count: number): void {
    let next = 0;
    for (let i = 0; i < count; i++) {
      if (rows[next] === i) next++;
      else this.add(first + i);
    }
  }

  /** The bits of the slots below `end`: a copy. */
  words(end: number): Uint32Array {
    const words = new Uint32Array(Math.ceil(end / WORD_BITS));
    words.set(this.#words.subarray(0, words.length));
    return words;
  }

  /** Becomes the set of these bits. */
  restore(words: Uint32Array): void {
    this.#words = words.slice();
  }

  has(slot: number): boolean {
    return ((this.#words[Math.floor(slot / WORD_BITS)] ?? 0) & (1 << (slot % WORD_BITS))) !== 0;
  }
}
