// What a collection says about itself: its state, its configuration as stored, and which options have no effect.
import type { Collection } from "../core/collection.ts";
import { fieldConfigs } from "../core/collection-config.ts";
import type {
  CollectionConfig,
  OptimizerConfig,
  QuantizationConfig,
  VectorField,
} from "../core/operation.ts";
import { OutOfMemory } from "../errors.ts";
import type { CollectionInfo } from "../schema/collection.ts";
import { UNNAMED } from "./collection-config.ts";

/** Options of `optimizers_config` that mean nothing to this engine, and what holds instead. */
const WITHOUT_EFFECT = {
  default_segment_number: "segments are made as they are needed",
  indexing_threshold: "the graph is begun at hnsw_config.full_scan_threshold; hnsw_config.m 0 turns it off",
  memmap_threshold: "vectors are kept in a file where on_disk says so",
  flush_interval_sec: "every write is on disk before it is answered",
  max_optimization_threads: "one thread writes and indexes",
  prevent_unoptimized: "new points are searched at once, indexed or not; indexed_only leaves them out",
} as const satisfies Partial<Record<keyof OptimizerConfig, string>>;

export async function describe(collection: Collection): Promise<CollectionInfo> {
  const { indexed, segments, busy } = await collection.indexState();
  const { config, damage, points } = collection;
  const warnings = warningsOf(config);
  return {
    status: damage ? "red" : busy ? "yellow" : "green",
    optimizer_status: optimizerStatus(collection),
    indexed_vectors_count: indexed,
    points_count: points,
    segments_count: segments,
    config: {
      params: { vectors: vectorsOf(config) },
      hnsw_config: config.hnsw_config,
      quantization_config: config.quantization_config,
      optimizer_config: config.optimizer_config,
    },
    payload_schema: {},
    ...(warnings.length > 0 && { warnings: warnings.map((message) => ({ message })) }),
  };
}

/** A rebuild that failed has lost nothing: the old segments go on, and it is tried again. */
function optimizerStatus({ damage, upkeep }: Collection): CollectionInfo["optimizer_status"] {
  if (damage) return { error: damage.reason };
  if (!upkeep.failure) return "ok";
  const reason = upkeep.failure instanceof OutOfMemory ? "out of memory" : "the engine failed";
  return { error: `${reason} while segments were made anew; it is tried again, searches and writes go on` };
}

function vectorsOf({ vectors }: CollectionConfig): CollectionInfo["config"]["params"]["vectors"] {
  const params = vectors.map(({ name, ...rest }) => [name, rest] as const);
  return isUnnamed(vectors) ? params[0]![1] : Object.fromEntries(params);
}

function isUnnamed(vectors: readonly VectorField[]): boolean {
  return vectors.length === 1 && vectors[0]!.name === UNNAMED;
}

/** An option that is accepted and has no effect is named here. */
export function warningsOf(config: CollectionConfig): string[] {
  const { vectors, optimizer_config, quantization_config } = config;
  const places = vectors.map(({ name }) =>
    isUnnamed(vectors) ? "vectors_config" : `vectors_config.${name}`,
  );
  return [
    ...warningsOfQuantization(quantization_config, "quantization_config"),
    ...vectors.flatMap((field, i) => [
      ...warningsOfQuantization(field.quantization_config, `${places[i]}.quantization_config`),
      ...(field.on_disk
        ? [`${places[i]}.on_disk has no effect yet: this version keeps all vectors in memory`]
        : []),
    ]),
    ...Object.entries(WITHOUT_EFFECT).flatMap(([option, instead]) =>
      optimizer_config[option as keyof typeof WITHOUT_EFFECT] === undefined
        ? []
        : [`optimizers_config.${option} has no effect: ${instead}`],
    ),
    ...warningsOfGraphs(config, places),
  ];
}

function warningsOfQuantization(quantization: QuantizationConfig | undefined, place: string): string[] {
  if (quantization === undefined || quantization === "Disabled") return [];
  const [kind, options] =
    "scalar" in quantization ? ["scalar", quantization.scalar] : ["binary", quantization.binary];
  const warnings: string[] = [];
  if ("quantile" in options) {
    warnings.push(
      `${place}.scalar.quantile has no effect: every vector has a scale of its own and nothing is clipped`,
    );
  }
  if (options.always_ram === false) {
    warnings.push(`${place}.${kind}.always_ram false has no effect: codes are always in memory`);
  }
  return warnings;
}

/** Vectors that get no graph although nobody asked for that. */
function warningsOfGraphs(config: CollectionConfig, places: readonly string[]): string[] {
  const { max_segment_size } = config.optimizer_config;
  return fieldConfigs(config).flatMap(({ hnsw: { m, full_scan_threshold } }, i) => {
    // The first version took it.
    if (m === 1) {
      return `${places[i]} never gets a graph: hnsw_config.m is 1; every search compares all vectors`;
    }
    if (m === 0 || max_segment_size === null || full_scan_threshold <= max_segment_size) return [];
    return (
      `${places[i]} never gets a graph: optimizers_config.max_segment_size ${max_segment_size} is below ` +
      `hnsw_config.full_scan_threshold ${full_scan_threshold}`
    );
  });
}
