// The options of a collection as in the server's schema (src/schema/collection-config.ts), one row for each option.
// The decision: the form is drawn from this table, so a new option of the API is one line here. Options without an
// effect on this server are separate and marked.

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
    hint: "Links of a node, 2 to 512. More: better recall, more memory. 0: no graph, every search is exact.",
  },
  {
    path: "hnsw_config.ef_construct",
    label: "ef_construct",
    usual: "100",
    hint: "Candidates looked at while building, 4 to 10,000. More: a better graph, built more slowly.",
  },
  {
    path: "hnsw_config.ef_search",
    label: "ef_search",
    usual: "64",
    hint: "Width of a search that does not say its own, 1 to 10,000; set it only where no recall should rule.",
  },
  {
    path: "hnsw_config.recall",
    label: "recall",
    usual: "0.95",
    hint: "Share of the nearest that searches find, 0.5 to 1; ef is chosen for it. Rules over ef_search.",
  },
  {
    path: "hnsw_config.full_scan_threshold",
    label: "full_scan_threshold",
    usual: "10000",
    hint: "In KB of vectors: below it a segment is searched exactly.",
  },
];

const IDLE_HNSW: readonly Option[] = [
  { path: "hnsw_config.max_indexing_threads", label: "hnsw max_indexing_threads" },
  { path: "hnsw_config.on_disk", label: "hnsw on_disk", choices: YES_NO },
  { path: "hnsw_config.payload_m", label: "hnsw payload_m" },
  { path: "hnsw_config.inline_storage", label: "hnsw inline_storage", choices: YES_NO },
];

const ON_DISK: Option = {
  path: "on_disk",
  label: "on_disk",
  choices: YES_NO,
  usual: "false",
  hint: "Keep the original vectors in a file; codes and graph stay in memory.",
};

const IDLE_VECTOR: readonly Option[] = [
  { path: "memory", label: "memory", choices: ["cold", "cached"] },
  {
    path: "datatype",
    label: "datatype",
    choices: ["float32", "uint8", "float16", "turbo4", "turbo8", "turbo16"],
  },
];

/** The options of one vector, which override those of the collection. */
export const VECTOR_GROUPS: readonly Group[] = [
  { title: "Storage and index of this vector", options: [ON_DISK, ...HNSW] },
];
export const VECTOR_IDLE: readonly Option[] = [...IDLE_VECTOR, ...IDLE_HNSW];

/** The options of a single vector; it has the index of the collection. */
export const SINGLE_GROUPS: readonly Group[] = [{ title: "Storage of the vector", options: [ON_DISK] }];
export const SINGLE_IDLE: readonly Option[] = IDLE_VECTOR;

export const GROUPS: readonly Group[] = [
  {
    title: "Index (HNSW)",
    about: "The graph that searches walk. It is built in the background once there are enough vectors.",
    options: HNSW,
  },
  {
    title: "Optimizer",
    about: "When segments with deleted points are made anew.",
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
        usual: "as large as can be",
        hint: "In KB of vectors.",
      },
    ],
  },
  {
    title: "Notes",
    options: [
      {
        path: "metadata",
        label: "metadata",
        isJson: true,
        hint: "Anything you want to keep with it, as JSON.",
      },
    ],
  },
];

/** Options that are accepted so that existing programs work; the collection lists them in its warnings. */
export const IDLE: readonly Option[] = [
  { path: "on_disk_payload", label: "on_disk_payload", choices: YES_NO },
  { path: "payload.memory", label: "payload memory", choices: ["cold", "cached"] },
  { path: "shard_number", label: "shard_number" },
  { path: "sharding_method", label: "sharding_method", choices: ["auto"] },
  { path: "replication_factor", label: "replication_factor" },
  { path: "write_consistency_factor", label: "write_consistency_factor" },
  { path: "read_fan_out_factor", label: "read_fan_out_factor" },
  { path: "read_fan_out_delay_ms", label: "read_fan_out_delay_ms" },
  ...IDLE_HNSW,
  { path: "optimizers_config.default_segment_number", label: "default_segment_number" },
  { path: "optimizers_config.indexing_threshold", label: "indexing_threshold" },
  { path: "optimizers_config.memmap_threshold", label: "memmap_threshold" },
  { path: "optimizers_config.flush_interval_sec", label: "flush_interval_sec" },
  { path: "optimizers_config.max_optimization_threads", label: "max_optimization_threads" },
  { path: "optimizers_config.prevent_unoptimized", label: "prevent_unoptimized", choices: YES_NO },
  { path: "wal_config.wal_capacity_mb", label: "wal_capacity_mb" },
  { path: "wal_config.wal_segments_ahead", label: "wal_segments_ahead" },
  { path: "wal_config.wal_retain_closed", label: "wal_retain_closed" },
  { path: "strict_mode_config", label: "strict_mode_config", isJson: true },
];

export const QUANTIZATION = "quantization_config";

const RAM: Omit<Option, "path"> = {
  label: "always_ram",
  choices: YES_NO,
  hint: "Codes are in memory in any case.",
};

interface Quantization {
  /** The key of the request. The server uses "Disabled" for none. */
  readonly kind: string;
  readonly name: string;
  /** Further members that the request must have. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly options: readonly Option[];
}

export const QUANTIZATIONS: readonly Quantization[] = [
  { kind: "Disabled", name: "None: walk on the original vectors", given: {}, options: [] },
  {
    kind: "scalar",
    name: "Scalar: 8 bits a number",
    given: { type: "int8" },
    options: [
      {
        path: "quantile",
        label: "quantile",
        hint: "0.5 to 1. Without effect: nothing is clipped.",
      },
      { path: "always_ram", ...RAM },
    ],
  },
  {
    kind: "binary",
    name: "Binary: one bit a number",
    given: {},
    options: [
      { path: "encoding", label: "encoding", choices: ["one_bit", "two_bits", "one_and_half_bits"] },
      {
        path: "query_encoding",
        label: "query_encoding",
        choices: ["default", "binary", "scalar4bits", "scalar8bits"],
      },
      { path: "always_ram", ...RAM },
    ],
  },
  {
    kind: "product",
    name: "Product: served by 8-bit codes",
    given: { compression: "x4" },
    options: [
      { path: "compression", label: "compression", choices: ["x4", "x8", "x16", "x32", "x64"] },
      { path: "always_ram", ...RAM },
    ],
  },
  {
    kind: "turbo",
    name: "Turbo: one bit a number, bits4 and bits8 by 8-bit codes",
    given: {},
    options: [
      { path: "bits", label: "bits", choices: ["bits1", "bits1_5", "bits2", "bits4", "bits8"] },
      { path: "always_ram", ...RAM },
    ],
  },
];
