// Warnings about options of a collection that have no effect, or another effect than their name says: one sentence
// each.
// The decision: there is no warning for a value that describes what happens anyway, so a tool that sends defaults sees
// none.
import { encodingOf, fieldConfigs, staysOnDisk } from "../core/config/collection-config.ts";
import { activeOf } from "../core/config/placement.ts";
import {
  type CollectionConfig,
  type OptimizerConfig,
  type QuantizationConfig,
  SPARSE,
  type VectorField,
} from "../core/config/types.ts";
import { MIN_SEGMENT_KB } from "../schema/limits.ts";
import { indexParams } from "../schema/payload-index.ts";
import { paramsOf } from "../shared/payload-indexes.ts";
import { textIndexWarnings } from "./text-index-warnings.ts";

const ONE_COPY = "one server keeps one copy of all points";

/** By option: the values that describe what happens, and a description of what happens. */
const OF_PARAMS = {
  replication_factor: [[1], ONE_COPY],
  write_consistency_factor: [[1], ONE_COPY],
  read_fan_out_factor: [[0], ONE_COPY],
  read_fan_out_delay_ms: [[0], ONE_COPY],
  on_disk_payload: [[true], "payloads leave memory with the next checkpoint and are read through a cache"],
  payload: [[], "payloads leave memory with the next checkpoint and are read through a cache"],
  id_tracker: [[], "ids are in memory"],
} as const;

const { replication_factor: _, ...OF_PLACED } = OF_PARAMS;

const OF_GRAPHS = {
  max_indexing_threads: [[0], "one thread writes and indexes"],
  on_disk: [[false], "graphs are always in memory"],
  payload_m: [[0], "filtered searches walk the one graph there is and pass over what does not match"],
  inline_storage: [[false], "vectors lie beside the graph"],
} as const;

const OF_VECTORS = {
  memory: [["cached"], "on_disk says where vectors are"],
  datatype: [["float32"], "vectors are kept as 32-bit floats and lose nothing"],
} as const;

const OF_SPARSE = {
  full_scan_threshold: [[], "every search chooses the cheapest way to compare the matches of its filter"],
  memory: [["pinned", "cold"], "sparse vectors are in memory unless it is cold"],
  datatype: [["float32"], "values are kept as 32-bit floats and lose nothing"],
} as const;

const OF_OPTIMIZERS = {
  default_segment_number: "segments are made as they are needed",
  indexing_threshold: "the graph is begun at hnsw_config.full_scan_threshold; hnsw_config.m 0 turns it off",
  memmap_threshold: "vectors are kept in a file where on_disk says so",
  flush_interval_sec: "every write is on disk before it is answered",
  max_optimization_threads: "one thread writes and indexes",
  prevent_unoptimized: "new points are searched at once, indexed or not; indexed_only leaves them out",
} as const satisfies Partial<Record<keyof OptimizerConfig, string>>;

export function warningsOf(config: CollectionConfig): string[] {
  const { vectors, optimizer_config, quantization_config, params, wal_config, strict_mode_config } = config;
  const paths = vectors.map(({ name }) => (isUnnamed(vectors) ? "vectors_config" : `vectors_config.${name}`));
  return [
    ...warningsOfQuantization(quantization_config, "quantization_config"),
    ...vectors.flatMap((field, i) => [
      ...warningsOfQuantization(field.quantization_config, `${paths[i]}.quantization_config`),
      ...idle(field, OF_VECTORS, `${paths[i]}.`),
      ...idle(field.hnsw_config ?? {}, OF_GRAPHS, `${paths[i]}.hnsw_config.`),
    ]),
    ...vectors.flatMap(({ name, sparse }) =>
      idle(sparse?.index ?? {}, OF_SPARSE, `sparse_vectors.${name}.index.`),
    ),
    ...warningsOfFiles(config, paths),
    ...idle(config.hnsw_config, OF_GRAPHS, "hnsw_config."),
    ...Object.entries(OF_OPTIMIZERS).flatMap(([option, instead]) =>
      optimizer_config[option as keyof typeof OF_OPTIMIZERS] === undefined
        ? []
        : [`optimizers_config.${option} has no effect: ${instead}`],
    ),
    ...warningsOfShards(config),
    ...idle(params, config.placement ? OF_PLACED : OF_PARAMS, ""),
    ...warningsOfReplicas(config),
    ...(Object.keys(wal_config).length > 0
      ? ["wal_config has no effect: one log serves all collections"]
      : []),
    ...(strict_mode_config.enabled === true
      ? [
          "strict_mode_config has no effect, except for sparse_config: the server's own limits hold for every collection",
        ]
      : []),
    ...warningsOfSize(optimizer_config),
    ...warningsOfGraphs(config, paths),
    ...warningsOfFieldIndexes(config),
  ];
}

/** Warns of a number of shards that came too late, or that an earlier version stored without effect. */
function warningsOfShards({ params: { shard_number = 1 }, shards = 1 }: CollectionConfig): string[] {
  if (shard_number === shards) return [];
  const made = shards === 1 ? "one shard" : `${shards} shards`;
  return [`shard_number ${shard_number} has no effect: the collection was created with ${made}`];
}

/** Warns of shards that are on fewer servers than was asked for. */
function warningsOfReplicas({
  params: { replication_factor = 1 },
  placement = [],
}: CollectionConfig): string[] {
  return placement.flatMap((_, shard) => {
    const active = activeOf(placement, shard).length;
    if (active >= replication_factor) return [];
    return `shard ${shard} is on ${active} of the ${replication_factor} servers that replication_factor asks for`;
  });
}

function warningsOfFieldIndexes({ payload_schema }: CollectionConfig): string[] {
  return Object.entries(payload_schema).flatMap(([path, schema]) => {
    const params = indexParams(schema);
    const fieldPath = `payload_schema.${path}`;
    const ofText = params.type === "text" ? textIndexWarnings(params) : [];
    const ofNone = paramsOf(params.type).flatMap(([name, { idle: without }]) =>
      without ? [[name, without]] : [],
    );
    return [
      ...idle(params, Object.fromEntries(ofNone), `${fieldPath}.`),
      ...ofText.map((text) => `${fieldPath}: ${text}`),
    ];
  });
}

export function denseFields(vectors: readonly VectorField[]): VectorField[] {
  return vectors.filter(({ kind }) => kind !== SPARSE);
}

/** Whether there is one dense vector, which has no name. */
export function isUnnamed(vectors: readonly VectorField[]): boolean {
  const dense = denseFields(vectors);
  return dense.length === 1 && dense[0]!.name === "";
}

type Idle = Readonly<Record<string, readonly [usual: readonly unknown[], instead: string]>>;

function idle(options: object, table: Idle, prefix: string): string[] {
  return Object.entries(table).flatMap(([option, [usual, instead]]) => {
    const value = (options as Record<string, unknown>)[option];
    if (value === undefined || usual.includes(value)) return [];
    return `${prefix}${option} ${JSON.stringify(value)} has no effect: ${instead}`;
  });
}

const CODES = { none: "no codes", int8: "8-bit codes", binary: "codes of one bit" } as const;

function warningsOfQuantization(quantization: QuantizationConfig | undefined, path: string): string[] {
  if (quantization === undefined || quantization === "Disabled") return [];
  const [[kind, options]] = Object.entries(quantization) as [[string, Record<string, unknown>]];
  const codes = CODES[encodingOf(quantization)];
  const warnings: string[] = [];
  if (kind === "product" || kind === "turbo") warnings.push(`${path}.${kind} is served by ${codes}`);
  if ((options.encoding ?? "one_bit") !== "one_bit") {
    warnings.push(`${path}.${kind}.encoding ${JSON.stringify(options.encoding)} is served by ${codes}`);
  }
  if ((options.query_encoding ?? "default") !== "default") {
    warnings.push(`${path}.${kind}.query_encoding has no effect: queries are compared at full precision`);
  }
  if ("quantile" in options) {
    warnings.push(
      `${path}.scalar.quantile has no effect: every vector has a scale of its own and nothing is clipped`,
    );
  }
  if (options.always_ram === false) {
    warnings.push(`${path}.${kind}.always_ram false has no effect: codes are always in memory`);
  }
  return warnings;
}

/** Warns of vectors that stay in memory despite `on_disk`, because graphs are built on them. */
function warningsOfFiles(config: CollectionConfig, paths: readonly string[]): string[] {
  return fieldConfigs(config).flatMap((field, i) =>
    field.onDisk && !staysOnDisk(field)
      ? `${paths[i]}.on_disk has no effect: ${field.encoding === "none" ? "without" : "with binary"} quantization ` +
        "the graph is built on the vectors, which stay in memory; scalar quantization lets them be in a file"
      : [],
  );
}

/**
 * Warns of a size of segments below the least, which Qdrant's clients gave, or which was stored before there was a
 * least one.
 */
function warningsOfSize({ max_segment_size }: OptimizerConfig): string[] {
  if (max_segment_size === null || max_segment_size >= MIN_SEGMENT_KB) return [];
  return [
    `optimizers_config.max_segment_size ${max_segment_size} is taken as ${MIN_SEGMENT_KB}: ` +
      "a segment holds at least 1 MiB of vectors",
  ];
}

/** Warns of vectors that get no graph although this was not requested. */
function warningsOfGraphs(config: CollectionConfig, paths: readonly string[]): string[] {
  const { max_segment_size } = config.optimizer_config;
  return fieldConfigs(config).flatMap(({ kind, hnsw: { m, full_scan_threshold } }, i) => {
    if (kind === SPARSE) return [];
    // The first version accepted it.
    if (m === 1) {
      return `${paths[i]} never gets a graph: hnsw_config.m is 1; every search compares all vectors`;
    }
    if (m === 0 || max_segment_size === null || full_scan_threshold <= max_segment_size) return [];
    return (
      `${paths[i]} never gets a graph: optimizers_config.max_segment_size ${max_segment_size} is below ` +
      `hnsw_config.full_scan_threshold ${full_scan_threshold}`
    );
  });
}
