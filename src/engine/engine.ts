// The interface of the engine for the core: vector stores by number, vectors by slot, no addresses.
// The decision: one asynchronous interface with two implementations, in this thread (local.ts) and in worker threads
// (pool.ts), and the worker protocol is the interface itself. One caller at a time may write to a store; searches and
// reads may run at any moment, beside the writes and the indexing that follows them.

import type { MemoryLimit } from "../memory/memory-limit.ts";
import type { GraphView, ViewOptions } from "./graph-view.ts";
import type { Neighbours } from "./neighbours.ts";
import type { Basis, Projected } from "./projection.ts";
import type { Reads } from "./read-queue.ts";
import type { SavedStore } from "./restore.ts";
import type { SparseEngine } from "./sparse-engine.ts";
import type { TracedSearch } from "./trace.ts";
import type {
  GraphFaults,
  Hits,
  RestoredStore,
  SavedColumn,
  SearchOptions,
  StoreHandle,
  StoreSpec,
  StoreStats,
  StoreWrite,
} from "./types.ts";

export interface Engine extends SparseEngine {
  /** The account in which the memory of all stores is reserved. */
  readonly memory: MemoryLimit;
  /** Accepts or refuses a search once, before its stores are searched. */
  readonly reads: Reads;
  /** The linear memory of all stores in bytes, without dropped ones. */
  readonly wasmBytes: number;
  create(spec: StoreSpec): Promise<StoreHandle>;
  /**
   * Creates a store from its saved state. Slots outside of its graph are indexed in the background.
   * @throws DamagedFile if the rows are not as they were written; OutOfMemory
   */
  restore(spec: StoreSpec, saved: SavedStore): Promise<RestoredStore>;
  /**
   * Reserves memory for `slots` slots in total, so that writing them cannot fail.
   * @returns the number of slots with memory, at least `slots`
   * @throws OutOfMemory, DiskFull, with nothing changed; SegmentFull if another segment could take the slots
   */
  reserve(store: StoreHandle, slots: number): Promise<number>;
  /** Applies the writes in order; when it resolves, every search finds the new vectors. */
  write(writes: StoreWrite[]): Promise<void>;
  /**
   * Returns the `k` nearest live slots; fewer only if fewer may be found. Distances are those of the f32 rows, however
   * the slots were found. A slot that is deleted or added while the search runs may be among them or not; of a slot and
   * its replacement at least one is considered.
   */
  search(store: StoreHandle, query: Float32Array, options: SearchOptions): Promise<Hits>;
  /** Searches inline; returns null if another thread should do it. */
  searchNow(store: StoreHandle, query: Float32Array, options: SearchOptions): Hits | null;
  /** Searches for several queries, one row after another; exact searches compare four queries at a time. */
  searchBatch(store: StoreHandle, queries: Float32Array, options: SearchOptions): Promise<Hits[]>;
  /**
   * Searches like `searchBatch`, except that the walk of each query passes over one slot, as if it were not in the
   * graph; `NO_SLOT` for none. So a stored vector is searched for as a new one would be.
   */
  searchWithout(
    store: StoreHandle,
    queries: Float32Array,
    slots: Uint32Array,
    options: SearchOptions,
  ): Promise<Hits[]>;
  /** Returns the stored rows of the given slots, one after another; deleted slots keep theirs. */
  read(store: StoreHandle, slots: Uint32Array): Promise<Float32Array>;
  /**
   * Returns the distance of each slot from each query. Queries are given one row after another; the result has, query
   * by query, the distances of an exact search in the order of the slots. Deleted slots keep their distances; the
   * value for a slot without a vector is undefined. One call occupies a thread until it is done, so callers divide
   * large requests.
   */
  distances(store: StoreHandle, queries: Float32Array, slots: Uint32Array): Promise<Float32Array>;
  /**
   * Returns the `k` nearest live slots of each given slot, without the slot itself, or of each query, which are given
   * one row after another. It works like a search that begins at the slot. A filter applies to the returned slots.
   */
  neighbours(store: StoreHandle, of: Uint32Array | Float32Array, options: SearchOptions): Promise<Neighbours>;
  /**
   * Returns the coordinates of the slots along some axes and, with `sums`, their sums. Deleted slots keep their
   * vectors; one call occupies a thread until it is done.
   */
  project(store: StoreHandle, slots: Uint32Array, basis: Basis, sums: boolean): Promise<Projected>;
  /** Searches and records the steps of the walk, at most `mostSteps`. */
  watch(
    store: StoreHandle,
    query: Float32Array,
    options: SearchOptions,
    mostSteps: number,
  ): Promise<TracedSearch>;
  /** Returns the part of the graph around a slot; null if the slot is not in the graph. */
  view(store: StoreHandle, slot: number, options: ViewOptions): Promise<GraphView | null>;
  /** Resolves when the graph covers every slot, or cannot for lack of memory. Indexing runs without this call, too. */
  indexed(store: StoreHandle): Promise<void>;
  /** Sets the number of slots at which the graph is begun; an existing graph stays. */
  indexFrom(store: StoreHandle, slots: number): Promise<void>;
  /**
   * From the moment of the call, the graph accepts no slot from `slots` on; null removes the limit. Searches compare
   * the slots that are not in the graph.
   */
  limitGraph(store: StoreHandle, slots: number | null): Promise<void>;
  /**
   * While graphs are held, and for a moment afterwards, none is begun or continued in the background, except those that
   * a caller waits for with `indexed`.
   */
  holdGraphs(held: boolean): Promise<void>;
  stats(store: StoreHandle): Promise<StoreStats>;
  validate(store: StoreHandle): Promise<GraphFaults>;
  /**
   * Returns the bytes of a column for the written slots from `from` to before `to`, in slot order: views on shared
   * memory that are valid until the store is dropped. The result is empty if the store does not keep the column in
   * memory: rows in a file, codes other than 8-bit codes, and 8-bit codes while there is no centre. The centre
   * precedes the code of slot 0.
   */
  column(store: StoreHandle, column: SavedColumn, from: number, to: number): Promise<Uint8Array[]>;
  /**
   * Returns a copy of the graph in its present state, which `restore` reads, in shared memory: its bytes are on the
   * account until the caller passes them to `noteGarbage`. Empty if there is no graph. Nothing is written while the
   * copy is made, at the speed of memory. @throws OutOfMemory
   */
  graph(store: StoreHandle): Promise<Uint8Array[]>;
  /** Drops the store; the file of its rows stays. */
  drop(store: StoreHandle): Promise<void>;
  /** Counts bytes of this thread without references until they have been collected. */
  noteGarbage(bytes: number): void;
  /** Frees garbage; to be tried before a request is refused for lack of memory. @returns whether there was any */
  reclaim(): Promise<boolean>;
  /** Runs the garbage collectors of the engine's threads, which have small heaps and rarely collect while idle. */
  tidyThreads(): Promise<void>;
  /** Collects the garbage of every thread, this one included, which takes 2 ms for each MiB of its heap. */
  collectGarbage(): Promise<void>;
  close(): Promise<void>;
}
