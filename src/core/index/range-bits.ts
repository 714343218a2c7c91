// The values of one block of a column in order, and as bits: finds the slots with a value within bounds faster than by
// comparing each value.
// The decision: the slots are sorted by value once, and every 1,024 ranks of this order the slots before are kept as
// bits. The slots within bounds are then the difference of two such sets and the slots in some ranks before and after
// it; only the values of one step of ranks at each bound are compared. Slots that got another value since are compared
// one by one; after many such changes the bits have to be made again.
import { type Bits, hasBit, noBits, setBit, WORD_BITS } from "../slots/bits.ts";
import { firstIndex } from "../slots/first-index.ts";

/** The ranks between two sets of bits. */
const PART = 1024;
/** The ranks between two values that are kept. */
const STEP = 64;
/** Changed slots above which the bits are out of date: a sixteenth of the slots. */
const MAX_CHANGED_SHARE = 1 / 16;

export class RangeBits {
  /** The slots that have a value, in the order of values. */
  readonly #order: Uint16Array;
  /** The value at each rank that is a multiple of STEP. */
  readonly #steps: Float64Array;
  /** The slots at the ranks before each multiple of PART. */
  readonly #before: readonly Bits[];
  readonly #slots: number;
  #changed: Bits | null = null;
  #changes = 0;

  /** @param block NaN for a slot without a value; the number of slots is a multiple of 32, and at most 65,536 */
  constructor(block: Float64Array) {
    this.#slots = block.length;
    const order = orderOf(block);
    this.#order = order;
    this.#steps = Float64Array.from(
      { length: Math.ceil(order.length / STEP) },
      (_, i) => block[order[i * STEP]!]!,
    );
    const before = [noBits(block.length)];
    for (let end = PART; end <= order.length; end += PART) {
      const bits = before.at(-1)!.slice();
      for (let rank = end - PART; rank < end; rank++) setBit(bits, order[rank]!);
      before.push(bits);
    }
    this.#before = before;
  }

  get bytes(): number {
    const sets = ((this.#before.length + 1) * this.#slots) / 8;
    return sets + this.#order.byteLength + this.#steps.byteLength;
  }

  /** Whether so many slots got another value that the bits are of little use. */
  get isOutdated(): boolean {
    return this.#changes > this.#slots * MAX_CHANGED_SHARE;
  }

  /** Notes that the slot of the block gets another value. */
  noteChange(slot: number): void {
    this.#changed ??= noBits(this.#slots);
    if (hasBit(this.#changed, slot)) return;
    setBit(this.#changed, slot);
    this.#changes++;
  }

  /** Adds to `words` a bit for each slot with a value from `low` to `high`. @param block the present values */
  addWithin(block: Float64Array, low: number, high: number, words: Bits): void {
    const [steps, changed] = [this.#steps, this.#changed];
    // Where the values are below `low` at the first rank of a step and not at that of the next, or likewise for
    // `high`, the ranks of the step are compared. All ranks between these two steps are within the bounds.
    const first = firstIndex(steps.length, (i) => steps[i]! >= low);
    const last = firstIndex(steps.length, (i) => steps[i]! > high);
    this.#addCompared(first - 1, block, low, high, words);
    if (last > first) this.#addCompared(last - 1, block, low, high, words);
    this.#addRanks(first * STEP, (last - 1) * STEP, words);
    if (changed) addChanged(changed, block, low, high, words);
  }

  #addCompared(step: number, block: Float64Array, low: number, high: number, words: Bits): void {
    const order = this.#order;
    const end = Math.min((step + 1) * STEP, order.length);
    for (let rank = Math.max(step * STEP, 0); rank < end; rank++) {
      const slot = order[rank]!;
      const value = block[slot]!;
      words[slot >>> 5]! |= (Number(value >= low) & Number(value <= high)) << (slot & 31);
    }
  }

  /** Adds the unchanged slots at the ranks from `from` to `to`. */
  #addRanks(from: number, to: number, words: Bits): void {
    const [first, last] = [Math.ceil(from / PART), Math.floor(to / PART)];
    if (first >= last) {
      this.#addEach(from, to, words);
      return;
    }
    this.#addEach(from, first * PART, words);
    this.#addEach(last * PART, to, words);
    const [lower, upper, changed] = [this.#before[first]!, this.#before[last]!, this.#changed];
    if (changed) for (let w = 0; w < words.length; w++) words[w]! |= upper[w]! & ~lower[w]! & ~changed[w]!;
    else for (let w = 0; w < words.length; w++) words[w]! |= upper[w]! & ~lower[w]!;
  }

  #addEach(from: number, to: number, words: Bits): void {
    const [order, changed] = [this.#order, this.#changed];
    for (let rank = from; rank < to; rank++) {
      const slot = order[rank]!;
      if (changed === null || !hasBit(changed, slot)) setBit(words, slot);
    }
  }
}

/** Adds the changed slots whose value is from `low` to `high`. */
function addChanged(changed: Bits, block: Float64Array, low: number, high: number, words: Bits): void {
  for (let w = 0; w < words.length; w++) {
    for (let rest = changed[w]!; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      const value = block[w * WORD_BITS + bit]!;
      words[w]! |= (Number(value >= low) & Number(value <= high)) << bit;
    }
  }
}

/** Returns the slots that have a value, sorted by value. */
function orderOf(block: Float64Array): Uint16Array {
  const sorted = block.filter((value) => !Number.isNaN(value)).sort();
  const order = new Uint16Array(sorted.length);
  /** For the first rank of each value, how many slots with it have a rank already. */
  const taken = new Uint16Array(sorted.length);
  for (let slot = 0; slot < block.length; slot++) {
    const value = block[slot]!;
    if (Number.isNaN(value)) continue;
    const rank = firstRank(sorted, value);
    order[rank + taken[rank]!++] = slot;
  }
  return order;
}

/** Returns the first rank whose value is at least `value`; without a closure, because this is done for each slot. */
function firstRank(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}
