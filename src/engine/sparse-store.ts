// A store of sparse vectors: one WebAssembly memory, and the module that works on it.
// The decision: it is what vector-store.ts is for dense vectors, one object for each thread's view. Rows are passed and
// kept in the bytes of the log record, so writing and restoring copy blocks. Rows may be in a file, see rows.ts: then
// the module asks for those that it compares.
import { DamagedFile } from "../errors/failures.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { SPARSE_STATS, STATS } from "./abi.ts";
import type { SparseCalls } from "./calls.ts";
import type { RowFile, StoreFiles } from "./files.ts";
import { check, type Exports, instantiateOver, type ReadWords } from "./instance.ts";
import { LinearMemory } from "./linear-memory.ts";
import { bitsBelow } from "./restore.ts";
import { readSparseRows } from "./restored-rows.ts";
import { ensureWritten } from "./rows.ts";
import { bytesOfRow, indicesOf, rowsWithin } from "./sparse-rows.ts";
import { copyPostings, sealedWindows, takePostings, WINDOW_SLOTS } from "./sparse-saved.ts";
import { countTerms, measureSparse, searchSparse } from "./sparse-search.ts";
import type {
  PostingsCursor,
  PostingsPart,
  SavedSparse,
  SparseSearchOptions,
  SparseStats,
  SparseWrite,
  TermStatistics,
} from "./sparse-types.ts";
import type { StoreHost } from "./store-host.ts";
import { Growth, newMemory, sizeOf } from "./store-memory.ts";
import type { Hits } from "./types.ts";

const WORD = Uint32Array.BYTES_PER_ELEMENT;
const ENTRY_BYTES = 2 * WORD;
/** Rows are copied in parts of this size, so that little of a block of rows stays unused. */
const PART_BYTES = 64 * 1024;

export class SparseStore implements SparseCalls {
  readonly memory: WebAssembly.Memory;
  readonly #exports: Exports;
  readonly #linear: LinearMemory;
  readonly #growth: Growth;
  /** The file of the rows if they are in one; then they are not in memory. */
  readonly #rows: RowFile | null;

  /** Creates a store in its own memory. @throws OutOfMemory */
  static create(host: StoreHost, rows: RowFile | null = null): SparseStore {
    return SparseStore.#construct(host, rows, () => {});
  }

  /**
   * Restores a store from its saved state in its own memory.
   * @param rows its file of rows, if it has one
   * @returns also the parts that could not be used and were made again
   * @throws DamagedFile, OutOfMemory
   */
  static restore(
    host: StoreHost,
    saved: SavedSparse,
    files: StoreFiles,
    rows: RowFile | null = null,
  ): { readonly store: SparseStore; readonly faults: string[] } {
    const restored = (postings: SavedSparse["postings"]) =>
      SparseStore.#construct(host, rows, (store) => store.#fill({ ...saved, postings }, files));
    try {
      return { store: restored(saved.postings), faults: [] };
    } catch (error) {
      if (!(error instanceof DamagedFile) || error.file !== saved.postings?.file) throw error;
      return { store: restored(null), faults: [error.damage] };
    }
  }

  /** Creates another thread's view of a store. The host's `worker` must be used by this thread only. */
  static attach(host: StoreHost, memory: WebAssembly.Memory, rows: RowFile | null = null): SparseStore {
    return new SparseStore(host, memory, rows);
  }

  /** A store that cannot be filled leaves nothing on the account. */
  static #construct(host: StoreHost, rows: RowFile | null, fill: (store: SparseStore) => void): SparseStore {
    const memory = newMemory(host.maximumPages, host.account);
    try {
      const store = new SparseStore(host, memory, rows);
      store.#growth.lasting(() => {
        check(store.#exports.createSparse(rows !== null));
        fill(store);
      });
      return store;
    } catch (error) {
      host.account.release(sizeOf(memory));
      throw error;
    }
  }

  private constructor(
    { module, worker, account }: StoreHost,
    memory: WebAssembly.Memory,
    rows: RowFile | null,
  ) {
    this.#growth = new Growth(memory, account);
    const readWords: ReadWords = (first, words, address) => this.#read(first, words, address);
    this.#exports = instantiateOver(module, memory, this.#growth.grow, readWords);
    this.#linear = new LinearMemory(this.#exports, memory, worker);
    this.#rows = rows;
    this.memory = memory;
  }

  /** @returns the number of slots with memory @throws OutOfMemory, SegmentFull */
  reserveSparse(slots: number, bytes: number): number {
    const entries = Math.ceil(bytes / ENTRY_BYTES);
    return this.#growth.lasting(() => {
      const capacity = check(this.#exports.reserveSparse(slots, entries));
      // Slots without a vector have a word each.
      this.#rows?.reserve(this.#fileWords + Math.ceil(bytes / WORD) + slots - this.#count);
      return capacity;
    });
  }

  get #count(): number {
    return this.#exports.stat(STATS.Count) >>> 0;
  }

  get #fileWords(): number {
    return this.#exports.sparseStat(0, SPARSE_STATS.FileWords) >>> 0;
  }

  /** Writes rows first, then the count, and last the slots to delete. */
  write({ first, slots, vectors, dead }: SparseWrite): void {
    this.#growth.lasting(() => this.#put(first, slots, vectors));
    check(this.#exports.publish(first + slots));
    for (const slot of dead) this.#kill(slot);
  }

  #put(first: number, slots: number, vectors: Uint8Array): void {
    for (let slot = first, at = 0; slot < first + slots; ) {
      const part = rowsWithin(vectors, at, PART_BYTES);
      const rows = vectors.subarray(at, at + part.bytes);
      this.#rowInput(part.bytes).set(rows);
      // A row that cannot be written to its file fails the write, with nothing changed.
      this.#rows?.write(this.#fileWords, rows);
      check(this.#exports.putSparse(slot, part.rows, 0));
      slot += part.rows;
      at += part.bytes;
    }
  }

  #kill(slot: number): void {
    check(this.#exports.killSparse(slot, this.#rows ? this.#addressOfCopy(slot) : 0));
  }

  /** Copies a row from the file to where rows are passed. */
  #addressOfCopy(slot: number): number {
    const { sparseRow, sparseEntries, sparseInput } = this.#exports;
    const bytes = bytesOfRow(sparseEntries(slot) >>> 0);
    const address = sparseInput(bytes);
    this.#read(sparseRow(slot), bytes / WORD, address);
    return address;
  }

  #read(first: number, words: number, address: number): void {
    this.#readInto(first >>> 0, this.#linear.writable(address, (words >>> 0) * WORD));
  }

  /** Fills `into` from a word of the file on. */
  #readInto(first: number, into: Uint8Array): void {
    if (this.#rows?.read(first, into) === into.length) return;
    throw new VectorDbError(
      "INTERNAL",
      `the file of sparse vectors ends before byte ${first * WORD + into.length}: ` +
        "it was truncated; restart the server, which rebuilds it",
    );
  }

  #rowInput(bytes: number): Uint8Array {
    return this.#linear.writable(this.#exports.sparseInput(bytes), bytes);
  }

  searchSparse(queries: readonly Uint8Array[], options: SparseSearchOptions): Hits[] {
    return queries.map((query) => searchSparse(this.#linear, query, options));
  }

  measureSparse(queries: readonly Uint8Array[], slots: Uint32Array): Float32Array {
    ensureWritten(slots, this.#count);
    return measureSparse(this.#linear, queries, slots);
  }

  /** Returns the bytes of the vectors of the slots, one after another. */
  readSparse(slots: Uint32Array): Uint8Array {
    ensureWritten(slots, this.#count);
    const rows = Array.from(slots, (slot) => this.#row(slot));
    const joined = new Uint8Array(rows.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const row of rows) {
      joined.set(row, at);
      at += row.length;
    }
    return joined;
  }

  #row(slot: number): Uint8Array {
    const { sparseRow, sparseEntries } = this.#exports;
    const bytes = bytesOfRow(sparseEntries(slot) >>> 0);
    if (this.#rows === null) return this.#linear.bytes(sparseRow(slot), bytes);
    const row = new Uint8Array(bytes);
    this.#readInto(sparseRow(slot) >>> 0, row);
    return row;
  }

  termStatistics(indices: Uint32Array, within: Uint32Array | null): TermStatistics {
    return countTerms(this.#linear, indices, within);
  }

  /** Returns an upper limit of the postings that a search for the query reads. */
  postingsOf(query: Uint8Array): number {
    const indices = indicesOf(query);
    return indices.reduce((sum, index) => sum + (this.#exports.sparseRowsWith(index) >>> 0), 0);
  }

  sparseStats(): SparseStats {
    const { stat, sparseStat } = this.#exports;
    return {
      count: stat(STATS.Count) >>> 0,
      live: stat(STATS.Live) >>> 0,
      capacity: stat(STATS.Capacity) >>> 0,
      vectors: sparseStat(0, SPARSE_STATS.Vectors) >>> 0,
      entries: sparseStat(0, SPARSE_STATS.Entries) >>> 0,
      terms: sparseStat(0, SPARSE_STATS.Dictionary) >>> 0,
      usedBytes: stat(STATS.UsedBytes) >>> 0,
    };
  }

  /** Returns the bytes of the slots from `from` to before `to`, as views that are valid until the store is dropped. */
  sparseRows(from: number, to: number): Uint8Array[] {
    const { sparseRow, sparseRun } = this.#exports;
    const runs: Uint8Array[] = [];
    for (let slot = from; slot < to; ) {
      const run = this.#linear.bytes(sparseRow(slot), sparseRun(slot, to) >>> 0);
      runs.push(run);
      slot += rowsWithin(run, 0).rows;
    }
    return runs;
  }

  sparseSizes(slots: number): Uint32Array {
    const { sparseEntries } = this.#exports;
    return Uint32Array.from({ length: slots }, (_, slot) => bytesOfRow(sparseEntries(slot) >>> 0));
  }

  /** Copies the next part of the sealed postings. */
  sparsePostings(cursor: PostingsCursor): PostingsPart {
    return this.#growth.lasting(() => copyPostings(this.#linear, cursor));
  }

  #fill({ slots, dead, rows, postings }: SavedSparse, files: StoreFiles): void {
    check(this.#exports.reserveSparse(slots, 0));
    const windows = postings === null ? 0 : sealedWindows(slots);
    if (postings !== null) takePostings(this.#linear, postings, windows, files);
    const sealed = windows * WINDOW_SLOTS;
    readSparseRows(this.#linear, { slots, rows, sealed, inFile: this.#rows !== null }, files);
    check(this.#exports.publish(slots));
    for (const slot of bitsBelow(slots, dead)) this.#kill(slot);
  }
}
