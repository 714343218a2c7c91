// The lists of a text index: for each token the documents that have it, ascending, and how often each has it.
// The decision: a list only grows at its end, so that what a reader was given of it stays true. Short lists share their
// memory and are copied for a reader; a long one has arrays of its own, which are left to the readers when it moves to
// longer ones. Tokens have numbers in the order of their arrival. What is needed to bound a score is kept beside each
// list: the shortest document with each count, because of documents with the same count it has the highest score.
import type { Sliced } from "../../../scheduling/slices.ts";
import { grown } from "../../slots/slot-tables.ts";
import { type Entries, ListSpace, MAX_POWER, newEntries } from "./list-space.ts";

const FIRST_TERMS = 64;
/** The count of an entry that stands for this number or a larger one, which is kept apart. */
export const LARGE = 255;
/** A list with this many entries, or more, has arrays of its own. */
const LONG = 2 ** MAX_POWER;
const LONG_ENTRY_BYTES = 5;
/** Bytes of a token in the map, besides its characters, and of a large count. */
const TOKEN_BYTES = 64;
const LARGE_BYTES = 48;
/** Bytes of the columns of a term. */
const TERM_BYTES = 13;
/** Counts up to this have a shortest document each; the last stands for itself and all larger ones. */
const CLASSES = 4;

/** The list of a token, up to the document at which it was asked for. */
export interface PostingList {
  /** The number of the token; -1: the list is that of a phrase or a prefix. */
  readonly term: number;
  readonly documents: Uint32Array;
  /** How often each document has the token, numbers above 254 as 255: see `countAt`. */
  readonly counts: Uint8Array;
  readonly length: number;
  /** No count is larger. */
  readonly mostCount: number;
  /**
   * The number of tokens of the shortest document with the count 1, with 2, with 3, and with 4 or more: 254 for any
   * larger number; infinite if there is none.
   */
  readonly shortest: readonly number[];
  /** Returns how often the document of an entry has the token. */
  countAt(entry: number): number;
}

export const NO_LIST: PostingList = {
  term: -1,
  documents: new Uint32Array(0),
  counts: new Uint8Array(0),
  length: 0,
  mostCount: 0,
  shortest: [],
  countAt: () => 0,
};

export class Postings {
  readonly #terms = new Map<string, number>();
  readonly #space = new ListSpace();
  /** The lists that are too long for the space that others share. */
  readonly #long = new Map<number, Entries>();
  #positions = new Uint32Array(FIRST_TERMS);
  #lengths = new Uint32Array(FIRST_TERMS);
  /** For each count class the shortest length plus 1, at most 255; 0: none has the count. */
  #shortest = new Uint8Array(CLASSES * FIRST_TERMS);
  #mostCounts = new Uint8Array(FIRST_TERMS);
  /** The counts that no byte can hold, by token and document. */
  readonly #large = new Map<number, Map<number, number>>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes + this.#space.bytes + this.#positions.length * TERM_BYTES;
  }

  /** The tokens with their numbers, in the order of these. Tokens without any document are among them. */
  get terms(): ReadonlyMap<string, number> {
    return this.#terms;
  }

  /** Returns the number of a token, a new one if it has none. */
  termOf(token: string): number {
    const known = this.#terms.get(token);
    if (known !== undefined) return known;
    const term = this.#terms.size;
    this.#terms.set(token, term);
    this.#bytes += TOKEN_BYTES + token.length;
    if (term === this.#lengths.length) this.#resize(2 * term);
    return term;
  }

  /** Adds a document to the list of a term. Documents have to come in ascending order. */
  add(term: number, document: number, count: number, length: number): void {
    const entries = this.#lengths[term]!;
    // A list is full when its length is a power of two.
    if ((entries & (entries - 1)) === 0) this.#lengthen(term, entries);
    const isLong = entries >= LONG;
    const position = this.#positions[term]!;
    const { documents, counts } = isLong ? this.#long.get(term)! : this.#space.pageOf(position);
    const at = isLong ? entries : this.#space.offsetOf(position) + entries;
    documents[at] = document;
    counts[at] = Math.min(LARGE, count);
    if (count >= LARGE) this.#noteLarge(term, document, count);
    this.#lengths[term] = entries + 1;
    this.#mostCounts[term] = Math.max(this.#mostCounts[term]!, Math.min(LARGE, count));
    const shortest = CLASSES * term + Math.min(CLASSES, count) - 1;
    const known = this.#shortest[shortest]!;
    if (known === 0 || length + 1 < known) this.#shortest[shortest] = Math.min(LARGE, length + 1);
  }

  /** Returns the list of a term: those of its documents that are below `end`. */
  list(term: number, end: number): PostingList {
    const entries = this.#lengths[term]!;
    if (entries === 0) return NO_LIST;
    const { documents, counts } = this.#entriesOf(term, entries);
    const length = documents[entries - 1]! < end ? entries : firstFrom(documents, end, 0, entries);
    const large = this.#large.get(term);
    const most = this.#mostCounts[term]!;
    return {
      term,
      documents,
      counts,
      length,
      mostCount: most < LARGE ? most : Number.POSITIVE_INFINITY,
      shortest: this.#shortestOf(term),
      countAt: (entry) => (counts[entry] === LARGE ? large!.get(documents[entry]!)! : counts[entry]!),
    };
  }

  #shortestOf(term: number): number[] {
    const all = this.#shortest.subarray(CLASSES * term, CLASSES * (term + 1));
    return Array.from(all, (length) => (length === 0 ? Number.POSITIVE_INFINITY : length - 1));
  }

  #entriesOf(term: number, entries: number): Entries {
    const long = this.#long.get(term);
    if (long)
      return { documents: long.documents.subarray(0, entries), counts: long.counts.subarray(0, entries) };
    const page = this.#space.pageOf(this.#positions[term]!);
    const from = this.#space.offsetOf(this.#positions[term]!);
    return {
      documents: page.documents.slice(from, from + entries),
      counts: page.counts.slice(from, from + entries),
    };
  }

  /** Gives a list of a power of two of entries, or of none, space for as many more. */
  #lengthen(term: number, entries: number): void {
    const power = entries === 0 ? 0 : 32 - Math.clz32(entries);
    const before = entries === 0 ? null : this.#entriesOf(term, entries);
    const freed = this.#positions[term]!;
    let to: Entries;
    let at = 0;
    if (power > MAX_POWER) {
      to = newEntries(2 ** power);
      this.#long.set(term, to);
      this.#bytes += (2 ** power - (entries > LONG ? entries : 0)) * LONG_ENTRY_BYTES;
    } else {
      const position = this.#space.take(power);
      this.#positions[term] = position;
      to = this.#space.pageOf(position);
      at = this.#space.offsetOf(position);
    }
    if (before === null) return;
    to.documents.set(before.documents, at);
    to.counts.set(before.counts, at);
    if (entries <= LONG) this.#space.give(freed, power - 1);
  }

  #noteLarge(term: number, document: number, count: number): void {
    const large = this.#large.get(term) ?? new Map<number, number>();
    this.#large.set(term, large.set(document, count));
    this.#bytes += LARGE_BYTES;
  }

  #resize(terms: number): void {
    this.#positions = grown(this.#positions, new Uint32Array(terms));
    this.#lengths = grown(this.#lengths, new Uint32Array(terms));
    this.#shortest = grown(this.#shortest, new Uint8Array(CLASSES * terms));
    this.#mostCounts = grown(this.#mostCounts, new Uint8Array(terms));
  }
}

/** Entries of a list that are read between two yields. */
const ENTRIES_PER_YIELD = 2 ** 15;

/** Visits the documents that are in all of the lists, ascending. */
export function* eachCommon(lists: readonly PostingList[], visit: (document: number) => void): Sliced<void> {
  const [shortest = NO_LIST, ...others] = [...lists].sort((a, b) => a.length - b.length);
  const at = new Uint32Array(others.length);
  next: for (let i = 0; i < shortest.length; i++) {
    if (i % ENTRIES_PER_YIELD === ENTRIES_PER_YIELD - 1) yield;
    const document = shortest.documents[i]!;
    for (const [other, { documents, length }] of others.entries()) {
      const entry = firstFrom(documents, document, at[other]!, length);
      if (entry === length) return;
      at[other] = entry;
      if (documents[entry] !== document) continue next;
    }
    visit(document);
  }
}

/** Returns the first entry from `from` whose document is not below the given one; `to` if there is none. */
export function firstFrom(documents: Uint32Array, document: number, from: number, to: number): number {
  // The entry is often near, so the distance is doubled until it is passed.
  let low = from;
  let step = 1;
  while (low + step < to && documents[low + step]! < document) {
    low += step;
    step *= 2;
  }
  let high = Math.min(to, low + step);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return low;
}
