// What the engine is given and gives back: handles, specifications, writes, options, hits.
import type { Encoding, Metric, Served } from "./abi.ts";

/** A number the engine gave to a segment; it means nothing outside the engine that gave it. */
export type SegmentHandle = number;

export interface SegmentSpec {
  /** 1 to 65,536. */
  readonly dimension: number;
  readonly metric: Metric;
  /** What the graph is built on and walked on; "none": the f32 vectors. */
  readonly encoding: Encoding;
  /** Key of the file that keeps the f32 vectors; then only the codes are in memory, which must be 8-bit codes. */
  readonly rowsFile?: string;
  /** Links of a node on the upper levels, twice as many on level 0. 0: never a graph, every search compares all. */
  readonly m: number;
  /** Candidates that are looked at for the links of a new node. */
  readonly efConstruct: number;
  /** The graph is begun when the segment has this many slots; until then every search compares all vectors. */
  readonly indexFrom: number;
  /** What 8-bit codes of a new segment count from; unless given it is taken from the first vectors. */
  readonly centre?: Float32Array;
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

export interface SearchOptions {
  /** How many hits are wanted. */
  readonly k: number;
  /** Candidates that the walk keeps; at least `k` whatever is said. */
  readonly ef: number;
  /** Compare all f32 vectors. */
  readonly exact?: boolean;
  /**
   * Bits of the slots that may be found, slot 0 in bit 0 of word 0; slots beyond the end may not. May be a view on shared
   * memory, which nobody may change meanwhile.
   */
  readonly filter?: Uint32Array;
  /** How many candidates are compared on the f32 vectors at the end; what is good for the encoding unless given. */
  readonly rescore?: number;
  /**
   * Walk on the f32 vectors even where there are codes. Vectors in a file are not walked on: there the walk is on the
   * codes as ever, and all candidates that it keeps are compared on the vectors.
   */
  readonly ignoreCodes?: boolean;
  /** Leave out what the graph does not cover yet. */
  readonly indexedOnly?: boolean;
}

/** The nearest slots, nearest first. Distances are the engine's: lower is nearer (see score.ts in the core). */
export interface Hits {
  readonly slots: Uint32Array;
  readonly distances: Float32Array;
  /** There was room for more: every slot that may be found is among them. */
  readonly complete: boolean;
  /** Vectors and codes that were measured. */
  readonly compared: number;
  /** Of those, vectors that were measured for the score, after their codes or a second time. */
  readonly rescored: number;
  /** Candidates that a walk may keep; 0: there was none. */
  readonly ef: number;
  /** Slots that the graph covered. */
  readonly indexed: number;
  readonly served: Served;
}

export interface SegmentStats {
  /** Slots written, dead ones included. */
  readonly count: number;
  readonly live: number;
  readonly capacity: number;
  /** Slots that the graph covers. */
  readonly indexed: number;
  /** Nodes of the graph, dead ones included. */
  readonly nodes: number;
  /** Slots that the graph has got since it was looked at for nodes that nothing leads to; 0 unless it is time to look. */
  readonly unchecked: number;
  /** Nodes that nothing led to when the graph was last looked at, because they could not be linked. */
  readonly unreachable: number;
  /** Nodes that were linked because nothing led to them, since the graph was begun or restored. */
  readonly relinked: number;
  /** Bytes of linear memory in use. */
  readonly usedBytes: number;
}

/** The state of a graph. Only the first and the last count are ever wrong in a sound one. */
export interface GraphFaults {
  /** Nodes that no walk from the entry point comes to. */
  readonly unreachable: number;
  /** Links without one in the other direction: pruning leaves them on purpose. */
  readonly oneWay: number;
  /** Lists with a link to nowhere, to their own node, or twice to the same. */
  readonly broken: number;
}

/** What is written once of each slot and can be saved as it lies in memory. */
export type SavedColumn = "rows" | "codes";

export interface RestoredSegment {
  readonly segment: SegmentHandle;
  /** What was saved and could not be used, and why: it is made anew. */
  readonly faults: readonly string[];
  /** Its codes are others than those that were saved: all of them have to be saved again. */
  readonly recoded: boolean;
}
