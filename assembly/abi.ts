// The contract between the module and its host: numbers that both sides spell out.
// `src/engine/abi.ts` mirrors them and a test compares the two files, so neither can change alone.

/** Raised with every change of an export's meaning or of the memory layout. The host refuses any other. */
export const ABI_VERSION: u32 = 1;

/** How far two vectors are apart. Inside the engine a distance is always "lower is nearer". */
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

/** What an export returns when it cannot do what was asked. Zero and above are counts. */
export enum Status {
  Ok = 0,
  /** The memory cannot grow: its maximum is reached or the system refuses. Nothing has changed. */
  OutOfMemory = -1,
  /** A number is outside its documented range. Nothing has changed. */
  InvalidArgument = -2,
  /** The slot is not one that this call may touch. Nothing has changed. */
  InvalidSlot = -3,
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
}

export const MAX_DIMENSION: u32 = 65_536;

/** Threads that may search one segment at the same time, the writer included. */
export const MAX_WORKERS: u32 = 64;
