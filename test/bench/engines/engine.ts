// The interface of every engine, ours and others': add rows, build the index, answer queries one at a time. The
// decision: an adapter follows the documentation of its package. Work that is not the engine's own (converting the
// query, reading ids from the result) is a separate method, which is not measured.

/** Parameters of the index in all engines. */
export const M = 16;
export const EF_CONSTRUCT = 200;

export interface IndexSpec {
  readonly dimension: number;
  readonly rows: number;
  readonly metric: "euclid" | "cosine";
  /** `flat`: no index; every search compares all rows. */
  readonly kind: "hnsw" | "flat";
  /** A number below 100 for each row, for filters. */
  readonly buckets: Uint8Array | null;
  /** A folder for this engine alone. */
  readonly folder: string;
}

export interface SearchSpec {
  readonly k: number;
  /** ef of the search; engines without an index ignore it. */
  readonly ef: number;
  /** Searches with a filter: only rows whose bucket is below this, which are as many percent; absent: no filter. */
  readonly below?: number | undefined;
  /** Azimuth only: the kind of field in the filter; `plain` is an integer without an index. */
  readonly field?: "integer" | "keyword" | "plain";
  /** Azimuth only: every call has a filter that no call had before. */
  readonly isNew?: boolean;
  /** Azimuth only: what is called instead of a search. */
  readonly operation?: "search" | "count" | "facet";
}

/** `Query` is the type of a query in the engine, `Answer` the type of its result. */
export interface BenchEngine<Query = unknown, Answer = unknown> {
  /** Creates an empty index. */
  open(spec: IndexSpec): Promise<void>;
  /** Adds the next rows; `first` is the id of the first of them. */
  add(first: number, rows: Float32Array): Promise<void>;
  /** Resolves when searches use the index for every row that was added. */
  finish(): Promise<void>;
  /** Writes the finished index to the folder; an engine without this method is built again in each run. */
  save?(): Promise<void>;
  /** Opens what `save` wrote, instead of adding rows. */
  load?(spec: IndexSpec): Promise<void>;
  /** Sets the parameters of the next searches. */
  configure(search: SearchSpec): Promise<void>;
  readonly queriesPerCall: number;
  prepare(queries: Float32Array): Query;
  /** The method that is measured. Engines that return a result directly do so here, so that no promise is measured. */
  search(query: Query): Answer | Promise<Answer>;
  /** Returns the ids for each query of the call. */
  ids(answer: Answer): ArrayLike<number>[];
}
