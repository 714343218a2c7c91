// The list of a clause while documents are ranked, and the most that lists can give to a document of some length.
// The decision: a bound depends on the length of the document, which is known before the lists are searched. A long
// document gets less for the same count than the shortest one, so most documents are left out without a search.
import { denseCount, LARGE_COUNT } from "../../index/text/dense-counts.ts";
import { firstFrom, type PostingList } from "../../index/text/postings.ts";

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

/** The list of a clause, read from its beginning to its end. */
export class Cursor {
  readonly documents: Uint32Array;
  readonly list: PostingList;
  readonly length: number;
  readonly weight: number;
  /** The most that a document gets for it. */
  readonly bound: number;
  /** The count of each document; null: it is not known, or has to be searched for in the list. */
  dense: Uint8Array | null = null;
  /** The next entry, and the first that may belong to a document that is looked at. */
  at = 0;
  from = 0;

  constructor(list: PostingList, weight: number, weighing: Weighing) {
    this.list = list;
    this.documents = list.documents;
    this.length = list.length;
    this.weight = weight;
    this.bound = this.boundFor(0, weighing);
  }

  get isAtEnd(): boolean {
    return this.at >= this.length;
  }

  /** Returns the most that a document with this number of tokens, or a longer one, can get. */
  boundFor(length: number, { base, slope }: Weighing): number {
    const { mostCount, shortest } = this.list;
    if (!Number.isFinite(mostCount)) return this.weight;
    let most = 0;
    for (let i = 0; i < shortest.length; i++) {
      const count = i + 1 < shortest.length ? i + 1 : mostCount;
      // Of the documents with a count, the shortest gets most.
      const tokens = Math.max(length, shortest[i]!);
      if (Number.isFinite(tokens)) most = Math.max(most, weightOf(this.weight, count, base + slope * tokens));
    }
    return most;
  }

  /** Returns the count of a document of the present window. */
  countOf(document: number): number {
    const known = this.#denseCount(document);
    if (known !== LARGE_COUNT) return known;
    return this.#countAt(firstFrom(this.documents, document, this.from, this.length), document);
  }

  /** Returns the count of a document, which comes behind those that this was called for before. */
  nextCountOf(document: number): number {
    const known = this.#denseCount(document);
    if (known !== LARGE_COUNT) return known;
    this.at = firstFrom(this.documents, document, this.at, this.length);
    return this.#countAt(this.at, document);
  }

  #denseCount(document: number): number {
    return this.dense === null ? LARGE_COUNT : denseCount(this.dense, document);
  }

  #countAt(entry: number, document: number): number {
    return entry < this.length && this.documents[entry] === document ? this.list.countAt(entry) : 0;
  }
}

/** For each cursor, the most that it and all behind it can give to a document. */
export class ScoreBounds {
  readonly #cursors: readonly Cursor[];
  readonly #weighing: Weighing;
  /** By the length of the document, those above 254 as 255. A row is made for the first document of its length. */
  readonly #rows: Float64Array[] = [];

  constructor(cursors: readonly Cursor[], weighing: Weighing) {
    this.#cursors = cursors;
    this.#weighing = weighing;
  }

  /** Returns the bounds for documents of a length: at each position those of the cursors from there on. */
  of(length: number): Float64Array {
    return this.#rows[length] ?? this.#newRow(length);
  }

  #newRow(length: number): Float64Array {
    const row = new Float64Array(this.#cursors.length + 1);
    for (let i = this.#cursors.length - 1; i >= 0; i--)
      row[i] = row[i + 1]! + this.#cursors[i]!.boundFor(length, this.#weighing);
    this.#rows[length] = row;
    return row;
  }
}
