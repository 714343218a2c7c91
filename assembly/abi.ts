// The interface between the module and its host: the numbers that both use.
// The decision: `src/engine/abi.ts` has the same numbers and a test compares the two files, so that neither can change
// alone.

/** Increased with every change of an export's meaning or of the memory layout. The host refuses any other version. */
export const ABI_VERSION: u32 = 18;

/**
 * How distances are computed; `src/shared/distances.ts` has the same numbers. Inside the engine a smaller distance is
 * always nearer.
 */
export enum Metric {
  /** Negated dot product of vectors that were normalised when stored. */
  Cosine = 0,
  /** Negated dot product. */
  Dot = 1,
  /** Sum of squared differences; the root is taken when a score is made. */
  Euclid = 2,
  /** Sum of absolute differences. */
  Manhattan = 3,
}

/** The data on which the graph is built and walked. Scores are computed from the f32 vectors with any encoding. */
export enum Encoding {
  /** The f32 vectors themselves. */
  None = 0,
  /** 8-bit codes, one scale for each vector. */
  Int8 = 1,
  /** 1-bit codes, centred and rotated. */
  Binary = 2,
}

/** The result of an export that could not do its work. Values >= 0 are counts. */
export enum Status {
  Ok = 0,
  /** The memory cannot grow: its maximum is reached or the system refuses. Nothing has changed. */
  OutOfMemory = -1,
  /** A number is outside its documented range. Nothing has changed. */
  InvalidArgument = -2,
  /** The slot is not one that this call may touch. Nothing has changed. */
  InvalidSlot = -3,
  /** The bytes are no valid graph: links lead to slots or levels that do not exist. The graph has to be cleared. */
  UnsoundGraph = -4,
}

/** The counters that `stat` returns. */
export enum Stat {
  /** Slots published, dead ones included. */
  Count = 0,
  /** Slots published and not dead. */
  Live = 1,
  /** Slots that memory is allocated for. */
  Capacity = 2,
  /** Bytes of linear memory handed out by the arena. */
  UsedBytes = 3,
  /** Slots that the graph covers: all below this number that were alive when they were to be added are in it. */
  Indexed = 4,
  /** Nodes of the graph, dead ones included. */
  Nodes = 5,
  /** Slots that are linked to a node with the same vector. */
  Duplicates = 6,
  EntryLevel = 7,
  /** The entry point as slot + 1; 0: the graph is empty. */
  EntrySlot = 8,
  /**
   * Slots added to the graph since the last look for nodes without links to them; 0 unless it is time for another look.
   */
  Unchecked = 9,
  /** Nodes that no link led to at the last check. */
  Unreachable = 10,
  /** Nodes that were linked because no link led to them, since the graph was begun. */
  Relinked = 11,
}

/** The data of each slot, one column each; see memory/column.ts. */
export enum Column {
  /** f32 rows; absent when the host keeps the rows. */
  Vectors = 0,
  /** One bit per slot; its item size is in bits. */
  Dead = 1,
  /** Codes with their trailer (see codes/). */
  Codes = 2,
  /** Links of level 0 as slot + 1; 0 ends a list. */
  Links = 3,
  /** Address of the links of the upper levels, 0 for most slots. */
  Upper = 4,
  /** The number of links of level 0 that lead to a node. */
  Degree = 5,
  /** The next slot with the same vector, as slot + 1; 0: none. */
  Duplicate = 6,
  /** For Dot: links to the vectors with the largest product, in the form of Links. */
  Products = 7,
  /** Spare columns of the graph, in the order of its columns; see memory/spare.ts. */
  SpareLinks = 8,
  SpareUpper = 9,
  SpareDegree = 10,
  SpareDuplicate = 11,
  SpareProducts = 12,
}

/** How a search was executed. */
export enum SearchMethod {
  /** Every live f32 vector was compared. */
  Exact = 0,
  /** The graph was walked; the slots that it does not cover yet were compared one by one. */
  Walk = 1,
  /** Every slot that the filter lets through was compared. */
  Matches = 2,
}

/** Switches of a search; they are added. */
export enum Flag {
  /** Compares all f32 vectors. */
  Exact = 1,
  /** Walks with the f32 vectors even if there are codes; without effect if the host keeps the vectors. */
  IgnoreCodes = 2,
  /** Leaves out the slots that the graph does not cover yet. */
  IndexedOnly = 4,
  /** Finds only slots whose bit is set at `filterInput`. */
  Filter = 8,
  /** Begins the walk on level 0 at the node whose slot is at `startInput`, if that is a node. */
  Start = 16,
  /** The walk passes over the node whose slot is at `startInput`, as if it were not in the graph. */
  Without = 32,
}

/** The counters of a graph that `validate` returns. */
export enum Fault {
  /** Nodes that no walk from the entry point reaches. */
  Unreachable = 0,
  /** Links without one in the other direction; pruning leaves some intentionally. */
  OneWay = 1,
  /** Link lists with an invalid link, a link to their own node, or two to the same one. */
  Broken = 2,
}

export const MAX_DIMENSION: u32 = 65_536;

/** The limits of M. */
export const MIN_M: u32 = 2;
export const MAX_M: u32 = 512;

/** The most candidates of a walk, in a search and in an insertion. */
export const MAX_EF: u32 = 1 << 20;

/** The most queries of one batch. */
export const MAX_QUERIES: u32 = 64;

/** The most threads that may search one vector store at the same time, the writer included. */
export const MAX_WORKERS: u32 = 64;

/** The most builder threads that search for a batch of insertions; they have the numbers from `MAX_WORKERS` on. */
export const MAX_BATCH_THREADS: u32 = 16;

/** The counters that `sparseStat` returns: five of a store of sparse vectors, then those of a search. */
export enum SparseStat {
  /** Live slots whose vector has entries. */
  Vectors = 0,
  /** Entries of all rows, at most 2^32 - 1. */
  Entries = 1,
  /** Indices that some row has had. */
  Dictionary = 2,
  /** Windows whose postings do not change any more. */
  Sealed = 3,
  /** Words of all rows, if they are in a file. */
  FileWords = 4,
  /** Indices of the query that some row has had. */
  Terms = 5,
  /** Postings that were added, and entries of rows that were compared. */
  Postings = 6,
  Windows = 7,
  Skipped = 8,
  /** Rows that were compared. */
  Compared = 9,
  Strategy = 10,
}

/** How a search among sparse vectors was executed. */
export enum Strategy {
  /** The products were added window by window, and the sums of each window read. */
  Windows = 0,
  /** Products were added so, too, and only the sums of slots with postings were read, because there were few. */
  Merge = 1,
  /** Rows were compared one by one. */
  Rows = 2,
}
