// A set of slots as bits: which points lack a vector. It costs one bit a slot from the first that is in it.

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

  has(slot: number): boolean {
    return ((this.#words[Math.floor(slot / WORD_BITS)] ?? 0) & (1 << (slot % WORD_BITS))) !== 0;
  }
}
