// What the core asks of the engine: segments by number, vectors by slot. Nothing here knows an address.
// The decision: one asynchronous interface with two implementations, in this thread (local.ts) and in worker threads
// (pool.ts), and the worker protocol is the interface itself. One caller at a time may write to a segment; searches
// and reads may run at any moment, beside the writes.
import type { Metric } from "./abi.ts";

/** A number the engine gave to a segment; it means nothing outside the engine that gave it. */
export type SegmentHandle = number;

export interface SegmentSpec {
  /** 1 to 65,536. */
  readonly dimension: number;
  readonly metric: Metric;
}

/** The vectors that one operation adds to one segment. */
export interface SegmentWrite {
  readonly segment: SegmentHandle;
  /** The first new slot: the number of slots written so far. */
  readonly first: number;
  /** New slots, with and without a vector; all become visible together. */
  readonly slots: number;
  /** Which of the new slots have a vector, counted from `first`, ascending; `null`: all of them. */
  readonly rows: Uint32Array | null;
  /** One row of `dimension` floats for each of `rows`. May be a view on shared memory. */
  readonly vectors: Float32Array;
  /** Older slots that die with this operation. */
  readonly dead: Uint32Array;
}

/** The nearest slots, nearest first. Distances are the engine's: lower is nearer (see score.ts in the core). */
export interface Hits {
  readonly slots: Uint32Array;
  readonly distances: Float32Array;
  /** There was room for more: every live slot is among them. */
  readonly complete: boolean;
}

export interface SegmentStats {
  /** Slots written, dead ones included. */
  readonly count: number;
  readonly live: number;
  readonly capacity: number;
  /** Bytes of linear memory in use. */
  readonly usedBytes: number;
}

export interface Engine {
  create(spec: SegmentSpec): Promise<SegmentHandle>;
  /**
   * Sets memory aside for `slots` slots in all, so that writing them cannot fail.
   * @returns the slots there is memory for now, at least as many
   * @throws OutOfMemory, with nothing changed
   */
  reserve(segment: SegmentHandle, slots: number): Promise<number>;
  /** Applies the writes in order; when it resolves, every search finds the new vectors. */
  write(writes: SegmentWrite[]): Promise<void>;
  /**
   * The `k` nearest live slots by exact comparison; fewer when the segment holds fewer. A slot that dies, or is added,
   * while the search runs may be among them or not; of a slot and the one that replaces it at least one is considered.
   */
  search(segment: SegmentHandle, query: Float32Array, k: number): Promise<Hits>;
  /** The stored rows of the given slots, one after another; dead slots keep theirs. */
  read(segment: SegmentHandle, slots: Uint32Array): Promise<Float32Array>;
  stats(segment: SegmentHandle): Promise<SegmentStats>;
  drop(segment: SegmentHandle): Promise<void>;
  close(): Promise<void>;
}
