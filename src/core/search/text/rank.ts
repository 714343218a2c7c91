// Finds the documents of a segment with the highest BM25 scores.
// The decision: MaxScore by windows (Turtle and Flood, 1995). Lists are ordered by what they can add to a score at
// most. Once the best hits have a score that the last lists together cannot reach, only documents of the first lists
// are looked at, and the others are searched for these documents alone. The scores of a window of documents are added
// in an array that fits the cache, list by list. What is found is scored again in the order of the query, so that a
// score does not depend on the way.
import type { Sliced } from "../../../scheduling/slices.ts";
import { firstFrom, LARGE, type PostingList } from "../../index/text/postings.ts";
import { type Bits, hasBit } from "../../slots/bits.ts";
import { type BestHits, BestOfSlots } from "./best-hits.ts";
import type { ListedText } from "./text-statistics.ts";

/** Documents of a window. */
const WINDOW = 2 ** 12;
/** Entries of lists that are read between two yields. */
const ENTRIES_PER_YIELD = 2 ** 15;

/** BM25 with everything but the count and the length of a document put in. */
export interface Weighing {
  /** For each clause its inverse document frequency times k + 1. */
  readonly weights: readonly number[];
  /** The part of the saturation that does not depend on the length, and that of each token. */
  readonly base: number;
  readonly slope: number;
}

/** Returns what a clause gives to a document that has it so often. @param saturation grows with the length */
export function weightOf(weight: number, count: number, saturation: number): number {
  return (weight * count) / (count + saturation);
}

/** The numbers of entries and of windows that were read. */
export interface RankFigures {
  readonly postings: number;
  readonly windows: number;
}

/** The list of a clause, read from its beginning to its end. */
class Cursor {
  readonly documents: Uint32Array;
  readonly list: PostingList;
  readonly length: number;
  readonly weight: number;
  /** The most that a document gets for it. */
  readonly bound: number;
  /** The count of each document; null: it is not known, or has to be searched for in the list. */
  dense: Uint8Array | null = null;
  /** The next entry, and the first of the present window. */
  at = 0;
  from = 0;

  constructor(list: PostingList, weight: number, { base, slope }: Weighing) {
    this.list = list;
    this.documents = list.documents;
    this.length = list.length;
    this.weight = weight;
    this.bound = boundOf(list, weight, base, slope);
  }

  get isAtEnd(): boolean {
    return this.at >= this.length;
  }
}

/** Returns the most that a document can get: of those with a count, the shortest gets most. */
function boundOf({ mostCount, shortest }: PostingList, weight: number, base: number, slope: number): number {
  if (!Number.isFinite(mostCount)) return weight;
  let most = 0;
  for (let i = 0; i < shortest.length; i++) {
    const count = i + 1 < shortest.length ? i + 1 : mostCount;
    const length = shortest[i]!;
    if (Number.isFinite(length)) most = Math.max(most, weightOf(weight, count, base + slope * length));
  }
  return most;
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
  /** The sum of the bounds of the cursors from each position on. */
  readonly #rest: Float64Array;
  /** The number of tokens of each document, those above 254 as 255. */
  readonly #lengths: Uint8Array;
  readonly #slots: Uint32Array;
  /** Null: all documents are live. */
  readonly #live: Bits | null;
  readonly #best: BestOfSlots;
  /** The number of documents whose scores were added up. */
  #scored = 0;

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
    this.#rest = new Float64Array(this.#cursors.length + 1);
    for (let i = this.#cursors.length - 1; i >= 0; i--)
      this.#rest[i] = this.#rest[i + 1]! + this.#cursors[i]!.bound;
    const { shortLengths, slots } = text.index.documents;
    this.#lengths = shortLengths;
    this.#slots = slots;
    this.#live = text.set.documents === text.set.end ? null : text.set.live;
  }

  /** Adds the best documents to the hits. */
  *run(): Sliced<RankFigures> {
    let read = 0;
    for (let leading = this.#leading(this.#cursors.length); leading > 0; leading = this.#leading(leading)) {
      const first = this.#firstOf(leading);
      if (first < 0) break;
      this.#figures.windows++;
      const before = this.#scored;
      const entries = leading === 1 ? this.#readOne() : this.#readWindow(leading, first);
      this.#figures.postings += entries;
      read += entries + leading + (this.#scored - before) * this.#cursors.length;
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
    while (leading > 0 && this.#rest[leading - 1]! < this.#hits.floor) {
      leading--;
      const cursor = this.#cursors[leading]!;
      cursor.dense = this.#text.index.dense.of(cursor.list, this.#text.set.end);
    }
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
    const rest = this.#rest[1]!;
    cursor.from = from;
    cursor.at = to;
    for (let i = from; i < to; i++) {
      const document = documents[i]!;
      const count = counts[i]! < LARGE ? counts[i]! : list.countAt(i);
      const length = lengths[document]! < LARGE ? lengths[document]! : this.#lengthOf(document);
      const part = (weight * count) / (count + base + slope * length);
      if (part + rest >= this.#hits.floor) this.#consider(document, part, 1);
    }
    return to - from;
  }

  /** Adds up the leading lists in the window of the document. @returns the entries that were read */
  #readWindow(leading: number, first: number): number {
    const start = first - (first % WINDOW);
    let entries = 0;
    for (let i = 0; i < leading; i++) entries += this.#addUp(this.#cursors[i]!, start);
    const rest = this.#rest[leading]!;
    for (let w = 0; w < touched.length; w++) {
      let bits = touched[w]!;
      if (bits === 0) continue;
      touched[w] = 0;
      for (; bits !== 0; bits &= bits - 1) {
        const at = w * 32 + 31 - Math.clz32(bits & -bits);
        const part = sums[at]!;
        sums[at] = 0;
        if (part + rest >= this.#hits.floor) this.#consider(start + at, part, leading);
      }
    }
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

  /** @param part what the leading cursors give to the document */
  #consider(document: number, part: number, leading: number): void {
    if (this.#live !== null && !hasBit(this.#live, document)) return;
    if (this.#allowed !== null && !hasBit(this.#allowed, this.#slots[document]!)) return;
    const { base, slope } = this.#weighing;
    const { floor } = this.#hits;
    const length = this.#lengthOf(document);
    let sum = part;
    for (let i = leading; i < this.#cursors.length; i++) {
      if (sum + this.#rest[i]! < floor) return;
      const cursor = this.#cursors[i]!;
      const known = cursor.dense === null ? LARGE : cursor.dense[document]!;
      const count = known === LARGE ? searchedCount(cursor, document) : known;
      if (count > 0) sum += (cursor.weight * count) / (count + base + slope * length);
    }
    if (sum >= floor) this.#best.add(this.#slots[document]!, this.#scoreOf(document));
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
    this.#scored++;
    for (const { documents, list, weight, from, length: entries, dense } of this.#inOrder) {
      let count = dense === null ? LARGE : dense[document]!;
      if (count === LARGE) {
        const entry = firstFrom(documents, document, from, entries);
        count = entry < entries && documents[entry] === document ? list.countAt(entry) : 0;
      }
      if (count > 0) sum += weightOf(weight, count, saturation);
    }
    return sum;
  }
}

/** Returns the count of a document, which comes behind those that were asked for before. */
function searchedCount(cursor: Cursor, document: number): number {
  const at = firstFrom(cursor.documents, document, cursor.at, cursor.length);
  cursor.at = at;
  cursor.from = at;
  return at < cursor.length && cursor.documents[at] === document ? cursor.list.countAt(at) : 0;
}

/** The sums of a window, and which documents have one. They are empty between two windows. */
const sums = new Float64Array(WINDOW);
const touched = new Uint32Array(WINDOW / 32);
