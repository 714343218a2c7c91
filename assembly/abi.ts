// The contract between the module and its host: numbers that both sides spell out.
// `src/engine/abi.ts` mirrors them and a test compares the two files, so neither can change alone.

/** Raised with every change of an export's meaning or of the memory layout. The host refuses any other. */
export const ABI_VERSION: u32 = 11;

/**
 * How far two vectors are apart; `src/shared/distances.ts` has the same numbers. Inside the engine a distance is always "lower is
 * nearer".
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

/** What the graph is built on and walked on. Scores are made from the f32 vectors whatever it is. */
export enum Encoding {
  /** The f32 vectors themselves. */
  None = 0,
  /** 8-bit codes, one scale for each vector. */
  Int8 = 1,
  /** 1-bit codes, centred and rotated. */
  Binary = 2,
}

/** What an export returns when it cannot do what was asked. Zero and above are counts. */
export enum Status {
  Ok = 0,
  /** The memory cannot grow: its maximum is reached or the system refuses. Nothing has changed. */
  OutOfMemory = -1,
  /** A number is outside its documented range. Nothing has changed. */
  InvalidArgument = -2,
  /** The slot is not one that this call may touch. Nothing has changed. */
  InvalidSlot = -3,
  /** What was read is not a graph: it leads to slots or levels that there are not. It has to be cleared. */
  UnsoundGraph = -4,
}

/** The counters that `stat` answers. */
export enum Stat {
  /** Slots published, dead ones included. */
  Count = 0,
  /** Slots published and not dead. */
  Live = 1,
  /** Slots that memory has been set aside for. */
  Capacity = 2,
  /** Bytes of linear memory handed out by the arena. */
  UsedBytes = 3,
  /** Slots that the graph covers: all below this number that were alive when their turn came are in it. */
  Indexed = 4,
  /** Nodes of the graph, dead ones included. */
  Nodes = 5,
  /** Slots that stand behind a node with the same vector. */
  Duplicates = 6,
  /** The level of the node where every walk begins. */
  EntryLevel = 7,
  /** That node as slot + 1; 0: the graph is empty. */
  EntrySlot = 8,
  /** Slots that the graph has got since it was looked at for nodes that nothing leads to; 0 unless it is time to look. */
  Unchecked = 9,
  /** Nodes that nothing led to when the graph was last looked at. */
  Unreachable = 10,
  /** Nodes that were linked because nothing led to them, since the graph was begun. */
  Relinked = 11,
}

/** What there is of each slot, one array each; see memory/column.ts. */
export enum Column {
  /** f32 rows; absent when the originals are kept elsewhere. */
  Vectors = 0,
  /** One bit a slot; its item size is in bits, so it has a width of its own. */
  Dead = 1,
  /** Codes with their trailer (see codes/). */
  Codes = 2,
  /** Links of level 0 as slot + 1; 0 ends a list. */
  Links = 3,
  /** Address of the links of the upper levels, 0 for most slots. */
  Upper = 4,
  /** How many links of level 0 lead to a node. */
  Degree = 5,
  /** The next slot with the same vector, as slot + 1; 0: none. */
  Duplicate = 6,
  /** For Dot: links to those whose product with the vector is largest, like Links. */
  Products = 7,
}

/** How a search found what it found. */
export enum Served {
  /** Every live f32 vector was compared. */
  Exact = 0,
  /** The graph was walked, the slots it does not cover yet were compared one by one. */
  Walk = 1,
  /** Every slot that the filter allows was compared. */
  Matches = 2,
}

/** Switches of a search, added together. */
export enum Flag {
  /** Compare all f32 vectors. */
  Exact = 1,
  /** Walk on the f32 vectors even where there are codes; where the host keeps the vectors this does nothing. */
  IgnoreCodes = 2,
  /** Leave out the slots that the graph does not cover yet. */
  IndexedOnly = 4,
  /** Only slots whose bit is set at `filterInput`. */
  Filter = 8,
  /** A walk begins on level 0 at the node whose slot is at `startInput`, where that is a node. */
  Start = 16,
}

/** The counters of a graph that `validate` answers. */
export enum Fault {
  /** Nodes that no walk from the entry point comes to. */
  Unreachable = 0,
  /** Links without one in the other direction; pruning leaves some on purpose. */
  OneWay = 1,
  /** Link lists with a link to nowhere, to their own node, or twice to the same. */
  Broken = 2,
}

export const MAX_DIMENSION: u32 = 65_536;

/** Links of a node on the upper levels. */
export const MIN_M: u32 = 2;
export const MAX_M: u32 = 512;

/** Candidates that a walk can hold: of a search and of an insertion. */
export const MAX_EF: u32 = 1 << 20;

/** Queries of one batch. */
export const MAX_QUERIES: u32 = 64;

/** Threads that may search one segment at the same time, the writer included. */
export const MAX_WORKERS: u32 = 64;
