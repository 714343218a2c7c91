// What the benchmark asks of every engine, ours and others': take rows, index them, answer queries one at a time.
// The decision: an adapter keeps to what its package documents, and everything that is not the engine's own work
// (making the query the type it wants, reading ids out of its answer) is a method of its own, outside the clock.

/** The index all engines build. */
export const M = 16;
export const EF_CONSTRUCT = 200;

export interface IndexSpec {
  readonly dimension: number;
  readonly rows: number;
  readonly metric: "euclid" | "cosine";
  /** `flat`: no index, every search compares all rows. */
  readonly kind: "hnsw" | "flat";
  /** A number below 100 for each row, to filter by. */
  readonly buckets: Uint8Array | null;
  /** A folder of this engine's own. */
  readonly folder: string;
}

export interface SearchSpec {
  readonly k: number;
  /** Width of the walk; engines without an index ignore it. */
  readonly ef: number;
  /** Only rows whose bucket is below this; 100: all rows. */
  readonly below: number;
}

/** `Query` is what the engine wants a query to be, `Answer` what it returns. */
export interface BenchEngine<Query = unknown, Answer = unknown> {
  /** Makes an empty index. */
  open(spec: IndexSpec): Promise<void>;
  /** Adds the next rows; `first` is the id of the first of them. */
  add(first: number, rows: Float32Array): Promise<void>;
  /** Resolves when searches use the index for everything that was added. */
  finish(): Promise<void>;
  /** Writes the finished index to the folder; an engine without this is built anew each time. */
  save?(): Promise<void>;
  /** Instead of adding: opens what `save` wrote. */
  load?(spec: IndexSpec): Promise<void>;
  /** Sets what the next searches are to do. */
  configure(search: SearchSpec): Promise<void>;
  /** How many queries one call takes. */
  readonly queriesPerCall: number;
  prepare(queries: Float32Array): Query;
  /** What is measured. Engines that answer at once do, so that no clock counts a promise they do not need. */
  search(query: Query): Answer | Promise<Answer>;
  /** Ids, for each query of the call. */
  ids(answer: Answer): ArrayLike<number>[];
}
