// The part of the engine's interface for sparse vectors. A store of sparse vectors has a handle and is dropped like a
// vector store; a vector is the bytes of shared/sparse-vector.ts.
import type {
  PostingsCursor,
  PostingsPart,
  RestoredSparse,
  SavedSparse,
  SparseSearchOptions,
  SparseSpec,
  SparseStats,
  SparseWrite,
  TermStatistics,
} from "./sparse-types.ts";
import type { Hits, StoreHandle } from "./types.ts";

export interface SparseEngine {
  createSparse(spec?: SparseSpec): Promise<StoreHandle>;
  /** Creates a store from its saved state. @throws DamagedFile if rows are not as they were written; OutOfMemory */
  restoreSparse(spec: SparseSpec, saved: SavedSparse): Promise<RestoredSparse>;
  /**
   * Reserves memory for `slots` slots in total, and for new vectors of `bytes` bytes together, so that writing them
   * cannot fail.
   * @returns the slots with memory, at least `slots`
   * @throws OutOfMemory, with nothing changed; SegmentFull if another segment could take them
   */
  reserveSparse(store: StoreHandle, slots: number, bytes: number): Promise<number>;
  /** Applies the writes in order; when it resolves, every search finds the new vectors. */
  writeSparse(writes: SparseWrite[]): Promise<void>;
  /**
   * Returns for each query the `k` live slots with the largest scores among those that share an index with it. A
   * distance is the negated score: the sum of the products over the shared indices in ascending order, rounded to f32
   * at every step. Of equal scores the smaller slot comes first.
   */
  searchSparse(
    store: StoreHandle,
    queries: readonly Uint8Array[],
    options: SparseSearchOptions,
  ): Promise<Hits[]>;
  /** Searches inline; returns null if another thread should do it. */
  searchSparseNow(
    store: StoreHandle,
    queries: readonly Uint8Array[],
    options: SparseSearchOptions,
  ): Hits[] | null;
  /**
   * Returns the distance of each slot, dead or not, for one query after another: 0 where no index is shared, NaN where
   * there is no vector.
   */
  measureSparse(
    store: StoreHandle,
    queries: readonly Uint8Array[],
    slots: Uint32Array,
  ): Promise<Float32Array>;
  /** Returns the bytes of the vectors of the slots, one after another; deleted slots keep theirs. */
  readSparse(store: StoreHandle, slots: Uint32Array): Promise<Uint8Array>;
  /**
   * Returns how many live vectors there are, and how many of them have each index.
   * @param within the bits of the slots that count; then empty vectors count, too. null: all slots
   */
  termStatistics(
    store: StoreHandle,
    indices: Uint32Array,
    within: Uint32Array | null,
  ): Promise<TermStatistics>;
  sparseStats(store: StoreHandle): Promise<SparseStats>;
  /**
   * Returns the bytes of the written slots from `from` to before `to`, in slot order, each of its vector or
   * `NO_SPARSE_VECTOR`: views on shared memory that are valid until the store is dropped. Rows in a file are not read.
   */
  sparseRows(store: StoreHandle, from: number, to: number): Promise<Uint8Array[]>;
  /** Returns the bytes of the vectors of the written slots below `slots`. */
  sparseSizes(store: StoreHandle, slots: number): Promise<Uint32Array>;
  /** Copies a part of the sealed postings: about 256 KiB. Vectors may be written and searched between two parts. */
  sparsePostings(store: StoreHandle, cursor: PostingsCursor): Promise<PostingsPart>;
}
