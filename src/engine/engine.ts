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
   * Sets memory aside for `slots` slots in all, so that writing them cannot fail.
   * @returns the slots there is memory for now, at least as many
   * @throws OutOfMemory, DiskFull, with nothing changed; SegmentFull when another segment could take what this one cannot
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
  /** The same at once; null when another thread should do it. */
  searchNow(segment: SegmentHandle, query: Float32Array, options: SearchOptions): Hits | null;
  /** The same for several queries, one row after another; exact ones are measured four at a time. */
  searchBatch(segment: SegmentHandle, queries: Float32Array, options: SearchOptions): Promise<Hits[]>;
  /** The stored rows of the given slots, one after another; dead slots keep theirs. */
  read(segment: SegmentHandle, slots: Uint32Array): Promise<Float32Array>;
  /**
   * How far each of the slots is from each of the queries, which are given one row after another: for one query after
   * another the distances that an exact search tells of, in the order of the slots. Dead slots keep theirs; what a slot
   * without a vector answers means nothing. One call holds a thread until it is done: whoever asks for much asks in parts.
   */
  distances(segment: SegmentHandle, queries: Float32Array, slots: Uint32Array): Promise<Float32Array>;
  /**
   * The nearest live slots to each of the given ones, `k` for each, itself left out; or to each of the queries, which are
   * given one row after another. Like searches, with the walk beginning at the slot. A filter is of the slots that are found.
   */
  neighbours(
    segment: SegmentHandle,
    of: Uint32Array | Float32Array,
    options: SearchOptions,
  ): Promise<Neighbours>;
  /**
   * Where the vectors of the slots lie along some axes, and what they add up to, if `sums`. Dead slots keep their vectors;
   * one call holds a thread until it is done.
   */
  project(segment: SegmentHandle, slots: Uint32Array, basis: Basis, sums: boolean): Promise<Projected>;
  /** A search that writes down what its walk does, up to `mostSteps` steps. */
  watch(
    segment: SegmentHandle,
    query: Float32Array,
    options: SearchOptions,
    mostSteps: number,
  ): Promise<TracedSearch>;
  /** What the graph has around a slot; null where the slot is not in it. */
  view(segment: SegmentHandle, slot: number, options: ViewOptions): Promise<GraphView | null>;
  /** Resolves when the graph covers every slot, or cannot for want of memory. Indexing goes on without being asked. */
  indexed(segment: SegmentHandle): Promise<void>;
  /** From now on the graph is begun when the segment has this many slots; one that is there stays. */
  indexFrom(segment: SegmentHandle, slots: number): Promise<void>;
  /**
   * From now on, and from the moment of the call, the graph takes no slot from `slots` on; null: it takes all. What it has not
   * is compared by searches.
   */
  holdIndex(segment: SegmentHandle, slots: number | null): Promise<void>;
  stats(segment: SegmentHandle): Promise<SegmentStats>;
  validate(segment: SegmentHandle): Promise<GraphFaults>;
  /**
   * The bytes of a column of the slots from `from` to before `to`, which have been written, in slot order: views on
   * shared memory that stay good until the segment is dropped. None where the segment does not keep the column in
   * memory: rows that are in a file, codes other than 8-bit codes, and these while there is no centre. Before the code of
   * slot 0 stands the centre.
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
  /** Collects the garbage of the engine's own threads, whose heaps are small and which do not do it by themselves while idle. */
  tidyThreads(): Promise<void>;
  /** Collects the garbage of every thread, this one included, which takes 2 ms for each MiB of its heap. */
  collectGarbage(): Promise<void>;
  close(): Promise<void>;
}
