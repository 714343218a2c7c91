// The values of one block of a column by ranges, as bits: finds the slots with a value within bounds faster
// than by comparing each value.
// The decision: the values are divided into 32 parts of about equal size, and for each limit between two parts the
// slots with a smaller value are kept as bits. The parts within the bounds are then the difference of two such sets,
// and only the values of the two parts that contain a bound are compared. Slots that got another value since are
// compared one by one; after many such changes the bits have to be made again.
import { type Bits, hasBit, noBits, setBit, WORD_BITS } from "../slots/bits.ts";
import { firstIndex } from "../slots/first-index.ts";

const PARTS = 32;
/** Each of as many values is looked at to find the limits of the parts. */
const SAMPLE_STEP = 16;
/** Changed slots above which the bits are out of date: a sixteenth of the slots. */
const MAX_CHANGED_SHARE = 1 / 16;

export class RangeBits {
  /** The smallest possible value of each part but the first. */
  readonly #limits: Float64Array;
  /** The slots whose value is in a part before this one; the last set has all slots with a value. */
  readonly #before: readonly Bits[];
  /** The smallest and the largest value of each part. */
  readonly #lowest: Float64Array;
  readonly #highest: Float64Array;
  readonly #slots: number;
  #changed: Bits | null = null;
  #changes = 0;

  /** @param block NaN for a slot without a value; the number of slots is a multiple of 32 */
  constructor(block: Float64Array) {
    this.#slots = block.length;
    this.#limits = limitsOf(block);
    const parts = this.#limits.length + 1;
    this.#lowest = new Float64Array(parts).fill(Number.POSITIVE_INFINITY);
    this.#highest = new Float64Array(parts).fill(Number.NEGATIVE_INFINITY);
    const before = Array.from({ length: parts + 1 }, () => noBits(block.length));
    for (let slot = 0; slot < block.length; slot++) {
      const value = block[slot]!;
      if (Number.isNaN(value)) continue;
      const part = this.#partOf(value);
      setBit(before[part + 1]!, slot);
      this.#lowest[part] = Math.min(this.#lowest[part]!, value);
      this.#highest[part] = Math.max(this.#highest[part]!, value);
    }
    for (let part = 1; part <= parts; part++) {
      const [bits, last] = [before[part]!, before[part - 1]!];
      for (let w = 0; w < bits.length; w++) bits[w]! |= last[w]!;
    }
    this.#before = before;
  }

  get bytes(): number {
    return ((this.#before.length + 1) * this.#slots) / 8;
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
    const [first, last] = [this.#partOf(low), this.#partOf(high)];
    const from = this.#lowest[first]! >= low && this.#highest[first]! <= high ? first : first + 1;
    const to = this.#lowest[last]! >= low && this.#highest[last]! <= high ? last + 1 : last;
    if (from < to) this.#addParts(from, to, words);
    const before = this.#before;
    if (from > first) addCompared(before[first + 1]!, before[first]!, block, low, high, words);
    if (to === last && last > first) addCompared(before[last + 1]!, before[last]!, block, low, high, words);
    if (this.#changed) addCompared(this.#changed, before[0]!, block, low, high, words);
  }

  #addParts(from: number, to: number, words: Bits): void {
    const [lower, upper, changed] = [this.#before[from]!, this.#before[to]!, this.#changed];
    if (changed) for (let w = 0; w < words.length; w++) words[w]! |= upper[w]! & ~lower[w]! & ~changed[w]!;
    else for (let w = 0; w < words.length; w++) words[w]! |= upper[w]! & ~lower[w]!;
  }

  /** Returns the number of limits that are not above the value. */
  #partOf(value: number): number {
    const limits = this.#limits;
    return firstIndex(limits.length, (i) => limits[i]! > value);
  }
}

/** Adds those of the slots of `upper` that `lower` lacks whose value is from `low` to `high`, without branches. */
function addCompared(
  upper: Bits,
  lower: Bits,
  block: Float64Array,
  low: number,
  high: number,
  words: Bits,
): void {
  for (let w = 0; w < words.length; w++) {
    let found = 0;
    for (let rest = upper[w]! & ~lower[w]!; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      const value = block[w * WORD_BITS + bit]!;
      found |= (Number(value >= low) & Number(value <= high)) << bit;
    }
    words[w]! |= found;
  }
}

/** Returns different values, ascending, that divide the values of the block into about equal parts. */
function limitsOf(block: Float64Array): Float64Array {
  const sample = new Float64Array(Math.ceil(block.length / SAMPLE_STEP));
  let count = 0;
  for (let i = 0; i < block.length; i += SAMPLE_STEP)
    if (!Number.isNaN(block[i])) sample[count++] = block[i]!;
  const sorted = sample.subarray(0, count).sort();
  const limits = new Set<number>();
  for (let part = 1; part < PARTS && count > 0; part++)
    limits.add(sorted[Math.floor((part * count) / PARTS)]!);
  return Float64Array.from(limits);
}
