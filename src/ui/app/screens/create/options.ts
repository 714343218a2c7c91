// The options of a collection as in the server's schema (src/schema/collection-config.ts), one row for each option.
// The decision: the form is drawn from this table, so a new option of the API is one line here. Options that the server
// accepts without an effect, for programs written for other databases, are not offered.

export interface Option {
  /** The path in the request, relative to the object of the table; its last part is the name of the field. */
  readonly path: string;
  readonly hint?: string;
  /** The default value. */
  readonly usual?: string;
  /** The values to choose from; without them a text is typed. */
  readonly choices?: readonly string[];
  readonly isJson?: boolean;
  /** Whether it has an effect in a cluster only. */
  readonly isOfCluster?: boolean;
}

interface Group {
  readonly title: string;
  readonly about?: string;
  readonly options: readonly Option[];
}

function option(path: string, usual: string, hint: string): Option {
  return { path, usual, hint };
}

const HNSW: readonly Option[] = [
  option(
    "hnsw_config.m",
    "16",
    "Links per node, 2 to 512. More: better recall, more memory. 0: no graph, every search is an exact scan.",
  ),
  option(
    "hnsw_config.ef_construct",
    "100",
    "Candidates considered for each link, 4 to 10,000. More: a better graph, built more slowly.",
  ),
  option(
    "hnsw_config.ef_search",
    "64",
    "Default search effort, 1 to 10,000. Set it only if recall should not be the target.",
  ),
  option(
    "hnsw_config.recall",
    "0.95",
    "Target recall of searches, 0.5 to 1; ef is chosen for it. Takes precedence over ef_search.",
  ),
  option(
    "hnsw_config.full_scan_threshold",
    "10000",
    "In KB of vectors. Smaller segments are searched by an exact scan.",
  ),
];

const ON_DISK: Option = {
  ...option("on_disk", "false", "Keep the original vectors on disk; codes and graph stay in memory."),
  choices: ["true", "false"],
};

/** The options of one of several vectors, which override those of the collection. */
export const VECTOR_OPTIONS: readonly Option[] = [ON_DISK, ...HNSW];

/** The options of a single vector; it has the index of the collection. */
export const SINGLE_OPTIONS: readonly Option[] = [ON_DISK];

export const GROUPS: readonly Group[] = [
  {
    title: "Index (HNSW)",
    about: "The graph is built in the background once there are enough vectors.",
    options: HNSW,
  },
  {
    title: "Optimizer",
    about: "When segments with deleted points are rebuilt.",
    options: [
      option("optimizers_config.deleted_threshold", "0.2", "Share of deleted points, 0 to 1."),
      option(
        "optimizers_config.vacuum_min_vector_number",
        "1000",
        "Segments with fewer points are left alone; at least 100.",
      ),
      option("optimizers_config.max_segment_size", "no limit", "In KB of vectors."),
    ],
  },
  {
    title: "Shards",
    options: [
      option(
        "shard_number",
        "1",
        "Parts with graphs of their own, 1 to 64, which servers of a cluster can share.",
      ),
      {
        path: "replication_factor",
        hint: "Servers that have each shard. Default: all servers.",
        isOfCluster: true,
      },
    ],
  },
  {
    title: "Metadata",
    options: [{ path: "metadata", isJson: true, hint: "Any JSON object to store with the collection." }],
  },
];

/** The descriptions of the options by their paths. */
export const HINTS: Readonly<Record<string, string>> = Object.fromEntries(
  [ON_DISK, ...GROUPS.flatMap(({ options }) => options)].map(({ path, hint = "" }) => [path, hint]),
);

export const QUANTIZATION = "quantization_config";

interface Quantization {
  /** The key of the request. The server uses "Disabled" for none. */
  readonly kind: string;
  readonly name: string;
  /** Further members that the request must have. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly options: readonly Option[];
}

export const QUANTIZATIONS: readonly Quantization[] = [
  { kind: "Disabled", name: "None: full vectors", given: {}, options: [] },
  { kind: "scalar", name: "Scalar: 8 bits per number", given: { type: "int8" }, options: [] },
  {
    kind: "binary",
    name: "Binary: 1 bit per number",
    given: {},
    options: [
      { path: "encoding", choices: ["one_bit", "two_bits", "one_and_half_bits"] },
      { path: "query_encoding", choices: ["default", "binary", "scalar4bits", "scalar8bits"] },
    ],
  },
  {
    kind: "product",
    name: "Product: stored as 8-bit codes",
    given: { compression: "x4" },
    options: [{ path: "compression", choices: ["x4", "x8", "x16", "x32", "x64"] }],
  },
  {
    kind: "turbo",
    name: "Turbo: 1 bit per number; bits4 and bits8 as 8-bit codes",
    given: {},
    options: [{ path: "bits", choices: ["bits1", "bits1_5", "bits2", "bits4", "bits8"] }],
  },
];
