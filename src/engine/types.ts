// Arguments and results of the engine: handles, specifications, writes, options, hits.
import type { Encoding, Metric, SearchMethod, Strategy } from "./abi.ts";
import type { GraphWork } from "./graph-work.ts";

/** The number that the engine gave to a vector store; it is valid only in the engine that gave it. */
export type StoreHandle = number;

export interface StoreSpec {
  /** 1 to 65,536. */
  readonly dimension: number;
  readonly metric: Metric;
  /** The codes on which the graph is built and walked; "none": the f32 rows. */
  readonly encoding: Encoding;
  /** The key of the file for the f32 rows; then only the codes are in memory, which must be 8-bit codes. */
  readonly rowsFile?: string;
  /** Links of a node on the upper levels, twice as many on level 0. 0: no graph, every search compares all slots. */
  readonly m: number;
  /** Candidates for the links of a new node. */
  readonly efConstruct: number;
  /** The number of slots at which the graph is begun; until then every search compares all slots. */
  readonly indexFrom: number;
  /** The centre of the 8-bit codes of a new store; absent: it is computed from the first vectors. */
  readonly centre?: Float32Array;
}

/** The vectors that one operation adds to one store. */
export interface StoreWrite {
  readonly store: StoreHandle;
  /** The first new slot: the number of slots written so far. */
  readonly first: number;
  /** New slots, with and without a vector; all become visible together. */
  readonly slots: number;
  /** The new slots that have a vector, relative to `first`, ascending; `null`: all of them. */
  readonly rows: Uint32Array | null;
  /** One row of `dimension` floats for each of `rows`. May be a view of shared memory. */
  readonly vectors: Float32Array;
  /** Older slots that this operation deletes. */
  readonly dead: Uint32Array;
}

export interface SearchOptions {
  /** The number of requested hits. */
  readonly k: number;
  /** Candidates that the walk keeps; at least `k`. */
  readonly ef: number;
  /** Candidates that it keeps if nearly all nodes near the query pass the filter, if those are more. */
  readonly denseEf?: number;
  /** Compare all f32 rows. */
  readonly exact?: boolean;
  /**
   * The bits of the slots that may be found, slot 0 in bit 0 of word 0; slots beyond the end may not. May be a view of
   * shared memory, which must not change meanwhile.
   */
  readonly filter?: Uint32Array;
  /** Candidates that are compared on the f32 rows at the end; absent: the default of the encoding. */
  readonly rescore?: number;
  /**
   * Walk on the f32 rows even if there are codes. There is no walk on rows in a file: such a walk uses the codes as
   * usual, and all candidates that it keeps are compared on the rows.
   */
  readonly ignoreCodes?: boolean;
  /** Leave out slots that the graph does not cover yet. */
  readonly indexedOnly?: boolean;
}

/** The nearest slots, nearest first. Distances are the engine's: lower is nearer (see score.ts in the core). */
export interface Hits {
  readonly slots: Uint32Array;
  readonly distances: Float32Array;
  /** Whether the hits include every slot that may be found, because there are fewer than requested. */
  readonly complete: boolean;
  /** Measured rows and codes; a rescored slot counts twice. */
  readonly compared: number;
  /** The number of rows among them that were measured for the score, after their codes or a second time. */
  readonly rescored: number;
  /** Candidates that a walk may keep; 0: there was no walk. */
  readonly ef: number;
  /** Slots that the graph covered. */
  readonly indexed: number;
  readonly method: SearchMethod;
  /** Present for a search among sparse vectors. */
  readonly sparse?: SparseFigures;
}

/** Counts of one search among sparse vectors. */
export interface SparseFigures {
  /** The indices of the query that some vector has. */
  readonly terms: number;
  /** Entries of posting lists, and entries of rows, that were read. */
  readonly postings: number;
  readonly windows: number;
  readonly windowsSkipped: number;
  readonly strategy: Strategy;
}

export interface StoreStats {
  /** Written slots, deleted ones included. */
  readonly count: number;
  readonly live: number;
  readonly capacity: number;
  /** Slots that the graph covers. */
  readonly indexed: number;
  /** Nodes of the graph, deleted ones included. */
  readonly nodes: number;
  /** Slots added to the graph since its last check for unreachable nodes; 0 unless a check is due. */
  readonly unchecked: number;
  /** Nodes that were unreachable at the last check and could not be linked. */
  readonly unreachable: number;
  /** Unreachable nodes that were linked, since the graph was begun or restored. */
  readonly relinked: number;
  /** Bytes of linear memory in use. */
  readonly usedBytes: number;
  /** The work on the graph; null: none is under way. */
  readonly work: GraphWork | null;
}

/** The state of a graph. Only the first and the last count show a fault. */
export interface GraphFaults {
  /** Nodes that no walk from the entry point reaches. */
  readonly unreachable: number;
  /** Links without one in the other direction, which the selection of links leaves on purpose. */
  readonly oneWay: number;
  /** Lists with a link to no node, to their own node, or twice to the same. */
  readonly broken: number;
}

/** The columns that are written once for each slot and can be saved with their layout in memory. */
export type SavedColumn = "rows" | "codes";

export interface RestoredStore {
  readonly store: StoreHandle;
  /** The saved parts that could not be used and are built again, each with the reason. */
  readonly faults: readonly string[];
  /** Whether its codes differ from the saved ones: all of them have to be saved again. */
  readonly recoded: boolean;
}
