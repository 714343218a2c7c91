// Arguments and results of the engine for sparse vectors. A vector is the bytes of shared/sparse-vector.ts.
import type { SavedBytes } from "./saved.ts";
import type { StoreHandle } from "./types.ts";

/** The bytes of a slot without a vector. */
export const NO_SPARSE_VECTOR = new Uint8Array(4).fill(0xff);

/** The vectors that one operation adds to one store of sparse vectors. */
export interface SparseWrite {
  readonly store: StoreHandle;
  /** The first new slot: the number of slots written so far. */
  readonly first: number;
  /** New slots, with and without a vector; all become visible together. */
  readonly slots: number;
  /** For each new slot the bytes of its vector, or `NO_SPARSE_VECTOR`, one after another. */
  readonly vectors: Uint8Array;
  /** Older slots that this operation deletes. */
  readonly dead: Uint32Array;
}

export interface SparseSearchOptions {
  /** The number of requested hits. */
  readonly k: number;
  /** The bits of the slots that may be found, as in `SearchOptions`. */
  readonly filter?: Uint32Array;
  /** Absent: the search is exact. */
  readonly approximate?: {
    /** The part of the sum of the largest products of the query whose terms are left out at first, 0 to 1. */
    readonly drop: number;
    /** The number of vectors that are compared with the whole query, as a multiple of `k`, 1 at least. */
    readonly oversampling: number;
  };
}

export interface SparseStats {
  /** Written slots, deleted ones included. */
  readonly count: number;
  readonly live: number;
  readonly capacity: number;
  /** Live slots whose vector has entries. */
  readonly vectors: number;
  /** Entries of all vectors. */
  readonly entries: number;
  /** Indices that some vector has had. */
  readonly terms: number;
  readonly usedBytes: number;
}

/** The statistics of a set of terms, from which IDF is computed. */
export interface TermStatistics {
  /** Live slots whose vector has entries. */
  readonly vectors: number;
  /** For each term, the live slots whose vector has it. */
  readonly frequencies: Uint32Array;
}

/** The way in which a store is made. */
export interface SparseSpec {
  /** The key of the file for the rows; absent: they are in memory. Row r of this file is its r-th word of 32 bits. */
  readonly rowsFile?: string;
}

export interface SavedSparse {
  readonly slots: number;
  /** The bits of the slots that are deleted or never had a vector, slot 0 in bit 0 of word 0. */
  readonly dead: Uint32Array;
  /** The bytes of all slots, one after another; with `rowsFile` that same file. */
  readonly rows: SavedBytes;
  /** The postings of `sealedWindows(slots)` windows; null: they are made of the rows. */
  readonly postings: SavedBytes | null;
}

export interface RestoredSparse {
  readonly store: StoreHandle;
  /** The parts that could not be used, each with the reason; they were made again. */
  readonly faults: string[];
}

/** Where the copying of sealed postings is. The first one is made by `postingsFrom`. */
export type PostingsCursor = Uint32Array;

export interface PostingsPart {
  /** Empty: there are no more. */
  readonly bytes: Uint8Array;
  readonly next: PostingsCursor;
}
