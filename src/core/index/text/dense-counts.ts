// The counts of frequent tokens by document, so that a count is found without a search in a list.
// The decision: they are made when a query needs them, for the tokens that many documents have, and a few are kept:
// they are the words that most queries have. A list only grows, so its counts are continued where they ended. Four bits
// hold a count, and a larger one is searched for in the list: so twice as many tokens fit into the same memory.
import { grown } from "../../slots/slot-tables.ts";
import type { PostingList } from "./postings.ts";

/** A token is frequent if one of this many documents has it, or more. */
const FREQUENT = 64;
/** Tokens whose counts are kept, and documents below which a search in a list is as fast. */
const MAX_KEPT = 64;
const FEW_DOCUMENTS = 2 ** 12;
/** The count that stands for this number or a larger one. */
export const LARGE_COUNT = 15;
const PER_BYTE = 2;

interface Kept {
  /** Four bits for each document. */
  counts: Uint8Array;
  /** The entries of the list that are in the counts. */
  entries: number;
}

export class DenseCounts {
  /** By token; those that were used last are at the end. */
  readonly #kept = new Map<number, Kept>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the counts of a list for all documents below `end`; null if the token is not frequent. */
  of(list: PostingList, end: number): Uint8Array | null {
    const { term, length } = list;
    if (term < 0 || end < FEW_DOCUMENTS || length * FREQUENT < end) return null;
    const kept = this.#kept.get(term) ?? { counts: new Uint8Array(0), entries: 0 };
    this.#kept.delete(term);
    this.#kept.set(term, kept);
    const before = kept.counts.length;
    if (before * PER_BYTE < end) {
      const bytes = Math.ceil(end / PER_BYTE);
      kept.counts = grown(kept.counts, new Uint8Array(Math.max(bytes, before + (before >> 3))));
      this.#bytes += kept.counts.length - before;
    }
    const { documents, counts } = list;
    for (; kept.entries < length; kept.entries++) {
      const document = documents[kept.entries]!;
      kept.counts[document >>> 1]! |= Math.min(LARGE_COUNT, counts[kept.entries]!) << ((document & 1) << 2);
    }
    if (this.#kept.size > MAX_KEPT) this.#drop(this.#kept.keys().next().value!);
    return kept.counts;
  }

  /** Returns the counts only if they have been made before. */
  known({ term, length }: PostingList, end: number): Uint8Array | null {
    const kept = this.#kept.get(term);
    return kept && kept.entries >= length && kept.counts.length * PER_BYTE >= end ? kept.counts : null;
  }

  #drop(term: number): void {
    this.#bytes -= this.#kept.get(term)!.counts.length;
    this.#kept.delete(term);
  }
}

/** Returns the count of a document: numbers above 14 as 15. */
export function denseCount(counts: Uint8Array, document: number): number {
  return (counts[document >>> 1]! >>> ((document & 1) << 2)) & LARGE_COUNT;
}
