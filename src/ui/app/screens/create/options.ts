// The options of a collection as in the server's schema (src/schema/collection-config.ts), one row for each option.
// The decision: the form is drawn from this table, so a new option of the API is one line here. Options that the server
// accepts without an effect, for programs written for other databases, are not offered.

export interface Option {
  /** The path in the request, relative to the object of the table. */
  readonly path: string;
  readonly label: string;
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

const YES_NO = ["true", "false"];

const HNSW: readonly Option[] = [
  {
    path: "hnsw_config.m",
    label: "m",
    usual: "16",
    hint: "Links per node, 2 to 512. More: better recall, more memory. 0: no graph, every search is an exact scan.",
  },
  {
    path: "hnsw_config.ef_construct",
    label: "ef_construct",
    usual: "100",
    hint: "Candidates considered while building, 4 to 10,000. More: a better graph, built more slowly.",
  },
  {
    path: "hnsw_config.ef_search",
    label: "ef_search",
    usual: "64",
    hint: "Default search effort, 1 to 10,000. Set it only if recall should not be the target.",
  },
  {
    path: "hnsw_config.recall",
    label: "recall",
    usual: "0.95",
    hint: "Target recall of searches, 0.5 to 1; ef is chosen for it. Takes precedence over ef_search.",
  },
  {
    path: "hnsw_config.full_scan_threshold",
    label: "full_scan_threshold",
    usual: "10000",
    hint: "In KB of vectors. Smaller segments are searched by an exact scan.",
  },
];

const ON_DISK: Option = {
  path: "on_disk",
  label: "on_disk",
  choices: YES_NO,
  usual: "false",
  hint: "Keep the original vectors on disk; codes and graph stay in memory.",
};

/** The options of one vector, which override those of the collection. */
export const VECTOR_GROUPS: readonly Group[] = [
  { title: "Storage and index of this vector", options: [ON_DISK, ...HNSW] },
];

/** The options of a single vector; it has the index of the collection. */
export const SINGLE_GROUPS: readonly Group[] = [{ title: "Storage of the vector", options: [ON_DISK] }];

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
      {
        path: "optimizers_config.deleted_threshold",
        label: "deleted_threshold",
        usual: "0.2",
        hint: "Share of deleted points, 0 to 1.",
      },
      {
        path: "optimizers_config.vacuum_min_vector_number",
        label: "vacuum_min_vector_number",
        usual: "1000",
        hint: "Segments with fewer points are left alone; at least 100.",
      },
      {
        path: "optimizers_config.max_segment_size",
        label: "max_segment_size",
        usual: "no limit",
        hint: "In KB of vectors.",
      },
    ],
  },
  {
    title: "Shards",
    options: [
      {
        path: "shard_number",
        label: "shard_number",
        usual: "1",
        hint: "Parts with graphs of their own, 1 to 64, which servers of a cluster can share.",
      },
      {
        path: "replication_factor",
        label: "replication_factor",
        hint: "Servers that have each shard. Default: all servers.",
        isOfCluster: true,
      },
    ],
  },
  {
    title: "Metadata",
    options: [
      {
        path: "metadata",
        label: "metadata",
        isJson: true,
        hint: "Any JSON object to store with the collection.",
      },
    ],
  },
];

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
  {
    kind: "scalar",
    name: "Scalar: 8 bits per number",
    given: { type: "int8" },
    options: [],
  },
  {
    kind: "binary",
    name: "Binary: 1 bit per number",
    given: {},
    options: [
      { path: "encoding", label: "encoding", choices: ["one_bit", "two_bits", "one_and_half_bits"] },
      {
        path: "query_encoding",
        label: "query_encoding",
        choices: ["default", "binary", "scalar4bits", "scalar8bits"],
      },
    ],
  },
  {
    kind: "product",
    name: "Product: stored as 8-bit codes",
    given: { compression: "x4" },
    options: [{ path: "compression", label: "compression", choices: ["x4", "x8", "x16", "x32", "x64"] }],
  },
  {
    kind: "turbo",
    name: "Turbo: 1 bit per number; bits4 and bits8 as 8-bit codes",
    given: {},
    options: [{ path: "bits", label: "bits", choices: ["bits1", "bits1_5", "bits2", "bits4", "bits8"] }],
  },
];
