// The numbers of a payload field by slot.
// The decision: most points have one value or none. These are in flat arrays of some thousands, so nothing is copied
// when one is added; lists of values are beside them. The column is authoritative: entries of faster structures are
// checked against it, so a changed payload costs one entry here and leaves outdated entries elsewhere.

import type { Sliced } from "../../scheduling/slices.ts";
import type { BlockReader, BlockWriter } from "../formats/blocks.ts";
import { type Bits, forEachSlot, setBit, WORD_BITS } from "../slots/bits.ts";
import { FIRST_SLOTS } from "../slots/slot-tables.ts";
import { eachList, listChunks } from "./list-chunks.ts";
import { RangeBits } from "./range-bits.ts";

const WORDS_PER_YIELD = 2 ** 6;
const BLOCK_BITS = 15;
const BLOCK_SLOTS = 2 ** BLOCK_BITS;
const IN_BLOCK = BLOCK_SLOTS - 1;
/** The size of a list in bytes without its numbers. */
const LIST_BYTES = 80;
const NUMBER_BYTES = 8;
/** Lists, or slots one by one, that are processed between two yields; otherwise there is a yield after each block. */
const LISTS_PER_YIELD = 2 ** 10;

/** A field that is compared less often gets no bits by ranges, which take half as much memory as its values. */
const MIN_COMPARISONS = 4;

export class Column {
  /** NaN for a slot without a value or with a list. All blocks but the first have the full length. */
  readonly #blocks: Float64Array[] = [new Float64Array(FIRST_SLOTS).fill(Number.NaN)];
  readonly #lists = new Map<number, readonly number[]>();
  #listBytes = 0;
  /** The bits by ranges of blocks that were compared often. */
  readonly #ranges = new Map<number, RangeBits>();
  /** How often values were compared while a block had no bits by ranges. */
  #comparisons = 0;

  /** One more than the largest slot that was set. */
  #end = 0;

  get end(): number {
    return this.#end;
  }

  get bytes(): number {
    const [first] = this.#blocks;
    let bytes = first!.byteLength + (this.#blocks.length - 1) * BLOCK_SLOTS * NUMBER_BYTES + this.#listBytes;
    for (const ranges of this.#ranges.values()) bytes += ranges.bytes;
    return bytes;
  }

  /** Whether the values of all blocks are sorted, so that `addWithin` reads few of them. */
  get isSorted(): boolean {
    return this.#ranges.size === this.#blocks.length;
  }

  /** @param value not NaN, except for a slot without a value or with a list */
  setOne(slot: number, value: number): void {
    this.#ensure(slot + 1);
    this.#end = Math.max(this.#end, slot + 1);
    this.#dropList(slot);
    this.#noteChange(slot);
    this.#blocks[slot >>> BLOCK_BITS]![slot & IN_BLOCK] = value;
  }

  /** @param values none of them NaN */
  set(slot: number, values: readonly number[]): void {
    this.setOne(slot, values.length === 1 ? values[0]! : Number.NaN);
    if (values.length < 2) return;
    this.#lists.set(slot, values);
    this.#listBytes += LIST_BYTES + values.length * NUMBER_BYTES;
  }

  get(slot: number): readonly number[] {
    const value = this.#at(slot);
    if (!Number.isNaN(value)) return [value];
    return this.#lists.get(slot) ?? [];
  }

  some(slot: number, passes: (value: number) => boolean): boolean {
    const value = this.#at(slot);
    if (!Number.isNaN(value)) return passes(value);
    return this.#lists.get(slot)?.some(passes) ?? false;
  }

  has(slot: number, value: number): boolean {
    return this.#at(slot) === value || (this.#lists.get(slot)?.includes(value) ?? false);
  }

  /** Adds the slots that have a value from `low` to `high`, both included, to `bits`. */
  *addWithin(low: number, high: number, bits: Bits): Sliced<void> {
    const all = Math.min(this.#end, bits.length * WORD_BITS);
    for (let from = 0; from < all; from += BLOCK_SLOTS) {
      const words = bits.subarray(from / WORD_BITS, Math.ceil(Math.min(all, from + BLOCK_SLOTS) / WORD_BITS));
      const block = this.#blocks[from >>> BLOCK_BITS]!;
      const ranges = this.#ranges.get(from >>> BLOCK_BITS);
      if (ranges) ranges.addWithin(block, low, high, words);
      else addWordsWithin(block, low, high, words);
      yield;
    }
    this.#prepareRanges();
    let lists = 0;
    for (const [slot, values] of this.#lists) {
      if (values.some((value) => value >= low && value <= high)) setBit(bits, slot);
      if (++lists % LISTS_PER_YIELD === 0) yield;
    }
  }

  /** Calls `visit` for every value, slots ascending. */
  *forEach(visit: (slot: number, value: number) => void): Sliced<void> {
    const all = this.#end;
    for (let from = 0; from < all; from += BLOCK_SLOTS) {
      const block = this.#blocks[from >>> BLOCK_BITS]!;
      const slots = Math.min(all - from, BLOCK_SLOTS);
      for (let i = 0; i < slots; i++) {
        const value = block[i]!;
        if (!Number.isNaN(value)) visit(from + i, value);
      }
      yield;
    }
    let lists = 0;
    for (const [slot, values] of this.#lists) {
      for (const value of values) visit(slot, value);
      if (++lists % LISTS_PER_YIELD === 0) yield;
    }
  }

  /** Calls `visit` for the values of these slots. */
  *forEachIn(slots: Bits, visit: (slot: number, value: number) => void): Sliced<void> {
    for (let from = 0; from < slots.length; from += WORDS_PER_YIELD) {
      forEachSlot(slots.subarray(from, from + WORDS_PER_YIELD), (offset) => {
        const slot = from * WORD_BITS + offset;
        const value = this.#at(slot);
        if (!Number.isNaN(value)) visit(slot, value);
        else for (const item of this.#lists.get(slot) ?? []) visit(slot, item);
      });
      yield;
    }
  }

  *save(out: BlockWriter, slots: number): Sliced<void> {
    const end = Math.min(this.#end, slots);
    out.words([end]);
    for (let from = 0; from < end; from += BLOCK_SLOTS) {
      out.numbers(this.#blocks[from >>> BLOCK_BITS]!.subarray(0, Math.min(BLOCK_SLOTS, end - from)));
      yield;
    }
    for (const chunk of listChunks(this.#lists, end)) {
      out.words(chunk.slots);
      out.words(chunk.lengths);
      out.numbers(Float64Array.from(chunk.values));
      yield;
    }
    out.words([]);
  }

  /** Fills an empty column. */
  *load(reader: BlockReader, slots: number): Sliced<void> {
    const end = reader.word(slots);
    this.#ensure(end);
    this.#end = end;
    for (let from = 0; from < end; from += BLOCK_SLOTS) {
      reader.numbers(this.#blocks[from >>> BLOCK_BITS]!.subarray(0, Math.min(BLOCK_SLOTS, end - from)));
      yield;
    }
    for (let listed = reader.words(); listed.length > 0; listed = reader.words()) {
      const lengths = reader.words();
      const values = new Float64Array(lengths.reduce((sum, length) => sum + length, 0));
      reader.numbers(values);
      eachList(listed, lengths, values, (slot, list) => {
        if (slot >= end) reader.fail("a list is of a slot that the column does not have");
        this.set(slot, [...list]);
      });
      yield;
    }
  }

  #noteChange(slot: number): void {
    const ranges = this.#ranges.get(slot >>> BLOCK_BITS);
    ranges?.noteChange(slot & IN_BLOCK);
    if (ranges?.isOutdated) this.#ranges.delete(slot >>> BLOCK_BITS);
  }

  /** After some comparisons, makes the bits by ranges of one full block that has none. */
  #prepareRanges(): void {
    const missing = this.#blocks.findIndex(
      (block, i) => block.length === BLOCK_SLOTS && !this.#ranges.has(i),
    );
    if (missing < 0 || ++this.#comparisons < MIN_COMPARISONS) return;
    this.#ranges.set(missing, new RangeBits(this.#blocks[missing]!));
  }

  #dropList(slot: number): void {
    const list = this.#lists.get(slot);
    if (!list) return;
    this.#lists.delete(slot);
    this.#listBytes -= LIST_BYTES + list.length * NUMBER_BYTES;
  }

  /** Returns the single value of the slot; NaN if it has none or a list. */
  #at(slot: number): number {
    return this.#blocks[slot >>> BLOCK_BITS]?.[slot & IN_BLOCK] ?? Number.NaN;
  }

  #ensure(slots: number): void {
    const [first] = this.#blocks as [Float64Array];
    if (slots > first.length && first.length < BLOCK_SLOTS) {
      const larger = new Float64Array(Math.min(BLOCK_SLOTS, Math.max(wholeWords(slots), first.length * 2)));
      larger.set(first);
      this.#blocks[0] = larger.fill(Number.NaN, first.length);
    }
    while (slots > this.#blocks.length * BLOCK_SLOTS)
      this.#blocks.push(new Float64Array(BLOCK_SLOTS).fill(Number.NaN));
  }
}

function wholeWords(slots: number): number {
  return Math.ceil(slots / WORD_BITS) * WORD_BITS;
}

/**
 * Adds to `words` a bit for each value from `low` to `high`. Values are compared without branches, which would be
 * predicted wrongly where about half of the values match.
 * @param block at least as many values as `words` has bits
 */
function addWordsWithin(block: Float64Array, low: number, high: number, words: Bits): void {
  for (let w = 0; w < words.length; w++) {
    const first = w * WORD_BITS;
    let word = 0;
    for (let bit = 0; bit < WORD_BITS; bit++) {
      const value = block[first + bit]!;
      word |= (Number(value >= low) & Number(value <= high)) << bit;
    }
    words[w]! |= word;
  }
}
