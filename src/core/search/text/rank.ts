// Finds the documents of a segment with the highest BM25 scores.
// The decision: MaxScore by windows (Turtle and Flood, 1995). Lists are ordered by what they can add to a score at
// most. Once the best hits have a score that the last lists together cannot reach, only documents of the first lists
// are looked at. The scores of a window of documents are added in an array that fits the cache, list by list. Those
// that can still be among the best are looked up in the other lists, also list by list, so that the processor loads
// the counts of several documents at a time. What is found is scored again in the order of the query, so that a score
// does not depend on the way.
import type { Sliced } from "../../../scheduling/slices.ts";
import { LARGE } from "../../index/text/postings.ts";
import { type Bits, hasBit } from "../../slots/bits.ts";
import { type BestHits, BestOfSlots } from "./best-hits.ts";
import { Cursor, ScoreBounds, type Weighing, weightOf } from "./cursor.ts";
import { firstFloor } from "./first-floor.ts";
import type { ListedText } from "./text-statistics.ts";

/** Documents of a window. */
const WINDOW = 2 ** 12;
/** Entries of lists that are read between two yields. */
const ENTRIES_PER_YIELD = 2 ** 15;

/** A saturation of 0, that of k = 0, is taken for this one: a count of 0 gives 0 then, and any other gives the same. */
const LEAST_BASE = 1e-300;

/** The numbers of entries and of windows that were read. */
export interface RankFigures {
  readonly postings: number;
  readonly windows: number;
}

export class Ranking {
  readonly #text: ListedText;
  readonly #weighing: Weighing;
  readonly #allowed: Bits | null;
  readonly #hits: BestHits;
  readonly #figures = { postings: 0, windows: 0 };
  /** In the order of the query. */
  readonly #inOrder: readonly Cursor[];
  /** Those with the highest bounds first. */
  readonly #cursors: readonly Cursor[];
  readonly #bounds: ScoreBounds;
  /** The bounds for a document of any length. */
  readonly #rest: Float64Array;
  /** The number of tokens of each document, those above 254 as 255. */
  readonly #lengths: Uint8Array;
  readonly #slots: Uint32Array;
  /** Null: all documents are live. */
  readonly #live: Bits | null;
  readonly #best: BestOfSlots;
  /** The counts that were searched for since the last yield. */
  #searched = 0;

  /** @param allowed the slots that may be found; null: all that the query sees */
  constructor(text: ListedText, weighing: Weighing, allowed: Bits | null, hits: BestHits) {
    this.#text = text;
    this.#weighing = weighing;
    this.#allowed = allowed;
    this.#hits = hits;
    this.#best = new BestOfSlots(hits, text.segment.number);
    const cursors = text.lists.map((list, i) => new Cursor(list, weighing.weights[i]!, weighing));
    this.#inOrder = cursors.filter(({ length }) => length > 0);
    this.#cursors = [...this.#inOrder].sort((a, b) => b.bound - a.bound);
    this.#bounds = new ScoreBounds(this.#cursors, weighing);
    this.#rest = this.#bounds.of(0);
    const { shortLengths, slots } = text.index.documents;
    this.#lengths = shortLengths;
    this.#slots = slots;
    this.#live = text.set.documents === text.set.end ? null : text.set.live;
  }

  /** Adds the best documents to the hits. */
  *run(): Sliced<RankFigures> {
    const site = { text: this.#text, weighing: this.#weighing, live: this.#live, allowed: this.#allowed };
    this.#hits.raiseFloor(firstFloor(this.#cursors, { limit: this.#hits.count, ...site }));
    let leading = this.#cursors.length;
    let read = 0;
    for (;;) {
      const before = leading;
      leading = this.#leading(before);
      for (let i = leading; i < before; i++) {
        const cursor = this.#cursors[i]!;
        cursor.dense = this.#text.index.dense.of(cursor.list, this.#text.set.end);
        if (cursor.dense !== null) yield;
      }
      const first = this.#firstOf(leading);
      if (first < 0) break;
      this.#figures.windows++;
      const entries = leading === 1 ? this.#readOne() : this.#readWindow(leading, first);
      this.#figures.postings += entries;
      read += entries + leading + this.#searched;
      this.#searched = 0;
      if (read < ENTRIES_PER_YIELD) continue;
      read = 0;
      yield;
    }
    this.#best.end();
    return this.#figures;
  }

  /** Returns how many cursors have to be read: documents of the others alone are not among the best. */
  #leading(before: number): number {
    let leading = before;
    while (leading > 0 && this.#rest[leading - 1]! < this.#hits.floor) leading--;
    return leading;
  }

  /** Returns the next document of the leading cursors; -1 at their end. */
  #firstOf(leading: number): number {
    let first = -1;
    for (let i = 0; i < leading; i++) {
      const cursor = this.#cursors[i]!;
      if (cursor.isAtEnd) continue;
      const document = cursor.documents[cursor.at]!;
      if (first < 0 || document < first) first = document;
    }
    return first;
  }

  /** Reads a part of the only leading list. @returns the entries that were read */
  #readOne(): number {
    const cursor = this.#cursors[0]!;
    const { documents, list, weight } = cursor;
    const { counts } = list;
    const { base, slope } = this.#weighing;
    const lengths = this.#lengths;
    const from = cursor.at;
    const to = Math.min(cursor.length, from + WINDOW);
    const bounds = this.#bounds;
    const { floor } = this.#hits;
    let found = 0;
    for (let i = from; i < to; i++) {
      const document = documents[i]!;
      const count = counts[i]! < LARGE ? counts[i]! : list.countAt(i);
      const length = lengths[document]! < LARGE ? lengths[document]! : this.#lengthOf(document);
      const part = (weight * count) / (count + base + slope * length);
      candidates[found] = document;
      parts[found] = part;
      found += +(part + bounds.of(lengths[document]!)[1]! >= floor);
    }
    cursor.from = from;
    cursor.at = to;
    this.#consider(found, 1);
    return to - from;
  }

  /** Adds up the leading lists in the window of the document. @returns the entries that were read */
  #readWindow(leading: number, first: number): number {
    const start = first - (first % WINDOW);
    let entries = 0;
    for (let i = 0; i < leading; i++) entries += this.#addUp(this.#cursors[i]!, start);
    const lengths = this.#lengths;
    const bounds = this.#bounds;
    const { floor } = this.#hits;
    let found = 0;
    for (let w = 0; w < touched.length; w++) {
      let bits = touched[w]!;
      if (bits === 0) continue;
      touched[w] = 0;
      for (; bits !== 0; bits &= bits - 1) {
        const at = w * 32 + 31 - Math.clz32(bits & -bits);
        const part = sums[at]!;
        sums[at] = 0;
        candidates[found] = start + at;
        parts[found] = part;
        found += +(part + bounds.of(lengths[start + at]!)[leading]! >= floor);
      }
    }
    this.#consider(found, leading);
    return entries;
  }

  #addUp(cursor: Cursor, start: number): number {
    const { documents, list, weight, length } = cursor;
    const { counts } = list;
    const { base, slope } = this.#weighing;
    const lengths = this.#lengths;
    const end = start + WINDOW;
    const from = cursor.at;
    cursor.from = from;
    let i = from;
    for (; i < length; i++) {
      const document = documents[i]!;
      if (document >= end) break;
      const count = counts[i]! < LARGE ? counts[i]! : list.countAt(i);
      const tokens = lengths[document]! < LARGE ? lengths[document]! : this.#lengthOf(document);
      const at = document - start;
      sums[at]! += (weight * count) / (count + base + slope * tokens);
      touched[at >>> 5]! |= 1 << (at & 31);
    }
    cursor.at = i;
    return i - from;
  }

  /** Adds the best of the candidates to the hits. @param leading the cursors that are in their parts */
  #consider(found: number, leading: number): void {
    let left = this.#visibleOf(found);
    for (let i = leading; i < this.#cursors.length && left > 0; i++)
      left = this.#addFrom(this.#cursors[i]!, i, left);
    for (let i = 0; i < left; i++) {
      const document = candidates[i]!;
      if (parts[i]! >= this.#hits.floor) this.#best.add(this.#slots[document]!, this.#scoreOf(document));
    }
  }

  /** Keeps the candidates that the query sees and the filter allows. @returns their number */
  #visibleOf(found: number): number {
    const [live, allowed] = [this.#live, this.#allowed];
    if (live === null && allowed === null) return found;
    let left = 0;
    for (let i = 0; i < found; i++) {
      const document = candidates[i]!;
      if (live !== null && !hasBit(live, document)) continue;
      if (allowed !== null && !hasBit(allowed, this.#slots[document]!)) continue;
      candidates[left] = document;
      parts[left++] = parts[i]!;
    }
    return left;
  }

  /** Adds what a cursor gives to the candidates, and keeps those that can be among the best. @returns their number */
  #addFrom(cursor: Cursor, position: number, found: number): number {
    const { weight } = cursor;
    const { slope } = this.#weighing;
    const base = Math.max(LEAST_BASE, this.#weighing.base);
    const { floor } = this.#hits;
    const lengths = this.#lengths;
    const bounds = this.#bounds;
    cursor.from = cursor.at;
    this.#searched += found;
    let left = 0;
    for (let i = 0; i < found; i++) {
      const document = candidates[i]!;
      const count = cursor.nextCountOf(document);
      const length = lengths[document]! < LARGE ? lengths[document]! : this.#lengthOf(document);
      const part = parts[i]! + (weight * count) / (count + base + slope * length);
      candidates[left] = document;
      parts[left] = part;
      left += +(part + bounds.of(lengths[document]!)[position + 1]! >= floor);
    }
    return left;
  }

  #lengthOf(document: number): number {
    const length = this.#lengths[document]!;
    return length < LARGE ? length : this.#text.index.documents.lengthOf(document);
  }

  /** Returns the score of a document of the present window, added up in the order of the query. */
  #scoreOf(document: number): number {
    const { base, slope } = this.#weighing;
    const saturation = base + slope * this.#lengthOf(document);
    let sum = 0;
    this.#searched += this.#inOrder.length;
    for (const cursor of this.#inOrder) {
      const count = cursor.countOf(document);
      if (count > 0) sum += weightOf(cursor.weight, count, saturation);
    }
    return sum;
  }
}

/** The sums of a window, and which documents have one. They are empty between two windows. */
const sums = new Float64Array(WINDOW);
const touched = new Int32Array(WINDOW / 32);
/**
 * The documents that can be among the best, ascending, and the sums of what the lists so far give to them. Each is
 * written behind those that are kept, and their number grows by 0 or 1: a branch would be mispredicted too often.
 */
const candidates = new Uint32Array(WINDOW + 1);
const parts = new Float64Array(WINDOW + 1);
