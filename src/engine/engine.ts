// What the core asks of the engine: segments by number, vectors by slot. Nothing here knows an address.
// The decision: one asynchronous interface with two implementations, in this thread (local.ts) and in worker threads
// (pool.ts), and the worker protocol is the interface itself. One caller at a time may write to a segment; searches
// and reads may run at any moment, beside the writes and the indexing that follows them.

import type { MemoryLimit } from "../memory/memory-limit.ts";
import type { GraphView, ViewOptions } from "./graph-view.ts";
import type { Neighbours } from "./neighbours.ts";
import type { Basis, Projected } from "./projection.ts";
import type { Reads } from "./read-queue.ts";
import type { SavedSegment } from "./restore.ts";
import type { TracedSearch } from "./trace.ts";
import type {
  GraphFaults,
  Hits,
  RestoredSegment,
  SavedColumn,
  SearchOptions,
  SegmentHandle,
  SegmentSpec,
  SegmentStats,
  SegmentWrite,
} from "./types.ts";

export interface Engine {
  /** Where the memory of all segments is counted. */
  readonly memory: MemoryLimit;
  /** Where a search is taken once, before its segments are asked. */
  readonly reads: Reads;
  /** Linear memory of all segments, dropped ones not included. */
  readonly wasmBytes: number;
  create(spec: SegmentSpec): Promise<SegmentHandle>;
  /**
   * Makes a segment from what was saved of it. What its graph does not cover is indexed in the background.
   * @throws DamagedFile when the rows are not as they were written; OutOfMemory
   */
  restore(spec: SegmentSpec, saved: SavedSegment): Promise<RestoredSegment>;
  /**
   * Reserves memory for `slots` slots in total, so that writing them cannot fail.
   * @returns the number of slots with memory, at least `slots`
   * @throws OutOfMemory, DiskFull, with nothing changed; SegmentFull if another segment could take the slots
   */
  reserve(segment: SegmentHandle, slots: number): Promise<number>;
  /** Applies the writes in order; when it resolves, every search finds the new vectors. */
  write(writes: SegmentWrite[]): Promise<void>;
  /**
   * The `k` nearest live slots; fewer only when fewer may be found. Distances are those of the f32 vectors, however the
   * slots were found. A slot that dies, or is added, while the search runs may be among them or not; of a slot and the
   * one that replaces it at least one is considered.
   */
  search(segment: SegmentHandle, query: Float32Array, options: SearchOptions): Promise<Hits>;
  /** Searches inline; returns null if another thread should do it. */
  searchNow(segment: SegmentHandle, query: Float32Array, options: SearchOptions): Hits | null;
  /** Searches for several queries, one row after another; exact searches compare four queries at a time. */
  searchBatch(segment: SegmentHandle, queries: Float32Array, options: SearchOptions): Promise<Hits[]>;
  /** The stored rows of the given slots, one after another; dead slots keep theirs. */
  read(segment: SegmentHandle, slots: Uint32Array): Promise<Float32Array>;
  /**
   * Returns the distance of each slot from each query. Queries are given one row after another; the result has, query
   * by query, the distances of an exact search in the order of the slots. Deleted slots keep their distances; the
   * value for a slot without a vector is undefined. One call occupies a thread until it is done, so callers divide
   * large requests.
   */
  distances(segment: SegmentHandle, queries: Float32Array, slots: Uint32Array): Promise<Float32Array>;
  /**
   * Returns the `k` nearest live slots of each given slot, without the slot itself, or of each query, which are given
   * one row after another. It works like a search that begins at the slot. A filter applies to the returned slots.
   */
  neighbours(
    segment: SegmentHandle,
    of: Uint32Array | Float32Array,
    options: SearchOptions,
  ): Promise<Neighbours>;
  /**
   * Returns the coordinates of the slots along some axes and, with `sums`, their sums. Deleted slots keep their
   * vectors; one call occupies a thread until it is done.
   */
  project(segment: SegmentHandle, slots: Uint32Array, basis: Basis, sums: boolean): Promise<Projected>;
  /** A search that writes down what its walk does, up to `mostSteps` steps. */
  watch(
    segment: SegmentHandle,
    query: Float32Array,
    options: SearchOptions,
    mostSteps: number,
  ): Promise<TracedSearch>;
  /** Returns the part of the graph around a slot; null if the slot is not in the graph. */
  view(segment: SegmentHandle, slot: number, options: ViewOptions): Promise<GraphView | null>;
  /** Resolves when the graph covers every slot, or cannot for want of memory. Indexing goes on without being asked. */
  indexed(segment: SegmentHandle): Promise<void>;
  /** From now on the graph is begun when the segment has this many slots; one that is there stays. */
  indexFrom(segment: SegmentHandle, slots: number): Promise<void>;
  /**
   * From the moment of the call, the graph accepts no slot from `slots` on; null removes the limit. Searches compare
   * the slots that are not in the graph.
   */
  holdIndex(segment: SegmentHandle, slots: number | null): Promise<void>;
  stats(segment: SegmentHandle): Promise<SegmentStats>;
  validate(segment: SegmentHandle): Promise<GraphFaults>;
  /**
   * Returns the bytes of a column for the written slots from `from` to before `to`, in slot order: views on shared
   * memory that are valid until the segment is dropped. The result is empty if the segment does not keep the column in
   * memory: rows in a file, codes other than 8-bit codes, and 8-bit codes while there is no centre. The centre
   * precedes the code of slot 0.
   */
  column(segment: SegmentHandle, column: SavedColumn, from: number, to: number): Promise<Uint8Array[]>;
  /**
   * A copy of the graph as it is at this moment, which `restore` reads, in shared memory: its bytes are on the account
   * until the caller gives them to `noteGarbage`. None when there is no graph. It is made while nothing is written, at
   * the speed of memory. @throws OutOfMemory
   */
  graph(segment: SegmentHandle): Promise<Uint8Array[]>;
  /** The file of its rows stays. */
  drop(segment: SegmentHandle): Promise<void>;
  /** Bytes of this thread to which nothing refers any more: they are counted until they have been collected. */
  noteGarbage(bytes: number): void;
  /** To be tried before anybody is told that there is no memory. @returns whether there was any garbage to give back */
  reclaim(): Promise<boolean>;
  /** Runs the garbage collectors of the engine's threads, which have small heaps and hardly collect while idle. */
  tidyThreads(): Promise<void>;
  /** Collects the garbage of every thread, this one included, which takes 2 ms for each MiB of its heap. */
  collectGarbage(): Promise<void>;
  close(): Promise<void>;
}
