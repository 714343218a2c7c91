// A store of sparse vectors: one WebAssembly memory, and the module that works on it.
// The decision: it is what vector-store.ts is for dense vectors, one object for each thread's view. Rows are passed and
// kept in the bytes of the log record, so writing and restoring copy blocks.
import { DamagedFile } from "../errors/failures.ts";
import type { MemoryLimit } from "../memory/memory-limit.ts";
import { SPARSE_STATS, STATS } from "./abi.ts";
import type { SparseCalls } from "./calls.ts";
import type { StoreFiles } from "./files.ts";
import { check, type Exports, instantiateOver } from "./instance.ts";
import { LinearMemory } from "./linear-memory.ts";
import { bitsBelow } from "./restore.ts";
import { ensureWritten } from "./rows.ts";
import { readSaved } from "./saved.ts";
import { bytesOfRow, indicesOf, rowsWithin } from "./sparse-rows.ts";
import { countTerms, measureSparse, searchSparse } from "./sparse-search.ts";
import type {
  SavedSparse,
  SparseSearchOptions,
  SparseStats,
  SparseWrite,
  TermStatistics,
} from "./sparse-types.ts";
import type { StoreHost } from "./store-host.ts";
import { Growth, newMemory, sizeOf } from "./store-memory.ts";
import type { Hits } from "./types.ts";

const ENTRY_BYTES = 8;
/** Rows are copied in parts of this size, so that little of a block of rows stays unused. */
const PART_BYTES = 64 * 1024;

export class SparseStore implements SparseCalls {
  readonly memory: WebAssembly.Memory;
  readonly #exports: Exports;
  readonly #linear: LinearMemory;
  readonly #growth: Growth;

  /** Creates a store in its own memory. @throws OutOfMemory */
  static create(host: StoreHost): SparseStore {
    return SparseStore.#construct(host, () => {});
  }

  /** Restores a store from its saved state in its own memory. @throws DamagedFile, OutOfMemory */
  static restore(host: StoreHost, saved: SavedSparse, files: StoreFiles): SparseStore {
    return SparseStore.#construct(host, (store) => store.#fill(saved, files));
  }

  /** Creates another thread's view of a store. The host's `worker` must be used by this thread only. */
  static attach(host: StoreHost, memory: WebAssembly.Memory): SparseStore {
    return new SparseStore(host, memory, host.account);
  }

  /** A store that cannot be filled leaves nothing on the account. */
  static #construct(host: StoreHost, fill: (store: SparseStore) => void): SparseStore {
    const memory = newMemory(host.maximumPages, host.account);
    try {
      const store = new SparseStore(host, memory, host.account);
      store.#growth.lasting(() => {
        check(store.#exports.createSparse());
        fill(store);
      });
      return store;
    } catch (error) {
      host.account.release(sizeOf(memory));
      throw error;
    }
  }

  private constructor({ module, worker }: StoreHost, memory: WebAssembly.Memory, account: MemoryLimit) {
    this.#growth = new Growth(memory, account);
    this.#exports = instantiateOver(module, memory, this.#growth.grow);
    this.#linear = new LinearMemory(this.#exports, memory, worker);
    this.memory = memory;
  }

  /** @returns the number of slots with memory @throws OutOfMemory, SegmentFull */
  reserveSparse(slots: number, bytes: number): number {
    const entries = Math.ceil(bytes / ENTRY_BYTES);
    return this.#growth.lasting(() => check(this.#exports.reserveSparse(slots, entries)));
  }

  /** Writes rows first, then the count, and last the slots to delete. */
  write({ first, slots, vectors, dead }: SparseWrite): void {
    this.#growth.lasting(() => this.#put(first, slots, vectors));
    check(this.#exports.publish(first + slots));
    for (const slot of dead) check(this.#exports.killSparse(slot));
  }

  #put(first: number, slots: number, vectors: Uint8Array): void {
    for (let slot = first, at = 0; slot < first + slots; ) {
      const part = rowsWithin(vectors, at, PART_BYTES);
      this.#rowInput(part.bytes).set(vectors.subarray(at, at + part.bytes));
      check(this.#exports.putSparse(slot, part.rows));
      slot += part.rows;
      at += part.bytes;
    }
  }

  #rowInput(bytes: number): Uint8Array {
    return this.#linear.writable(this.#exports.sparseInput(bytes), bytes);
  }

  searchSparse(queries: readonly Uint8Array[], options: SparseSearchOptions): Hits[] {
    return queries.map((query) => searchSparse(this.#linear, query, options));
  }

  measureSparse(queries: readonly Uint8Array[], slots: Uint32Array): Float32Array {
    ensureWritten(slots, this.#exports.stat(STATS.Count) >>> 0);
    return measureSparse(this.#linear, queries, slots);
  }

  /** Returns the bytes of the vectors of the slots, one after another. */
  readSparse(slots: Uint32Array): Uint8Array {
    ensureWritten(slots, this.#exports.stat(STATS.Count) >>> 0);
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
    const address = this.#exports.sparseRow(slot);
    return this.#linear.bytes(address, bytesOfRow(this.#linear.words(address, 1)[0]!));
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

  #fill({ slots, dead, rows }: SavedSparse, files: StoreFiles): void {
    check(this.#exports.reserveSparse(slots, 0));
    for (const slot of bitsBelow(slots, dead)) check(this.#exports.markDead(slot));
    if (rows.bytes > 0) {
      const input = this.#rowInput(rows.bytes);
      readSaved(files, rows, (reader) => reader.read(input));
      if (rowsWithin(input, 0).rows !== slots) {
        throw new DamagedFile(rows.file, 0, `it does not have the vectors of ${slots} slots`);
      }
    }
    check(this.#exports.putSparse(0, slots));
    check(this.#exports.publish(slots));
  }
}
