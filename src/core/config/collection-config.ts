// What holds for a collection and for each of its vectors, once the defaults and the collection's word are filled in.
// The decision: a new collection's record holds every value, so a later change of a default changes no collection that
// exists; what a record of an earlier version does not mention gets the default of the version that introduced it.
import type { Encoding } from "../../engine/abi.ts";
import { distanceRow } from "../../shared/distances.ts";
import type {
  CollectionConfig,
  HnswConfig,
  OptimizerConfig,
  QuantizationConfig,
  VectorField,
} from "./types.ts";

/** decisions.md, "Points"; quantization and upkeep: DECISIONS.md. */
const HNSW: HnswConfig = { m: 16, ef_construct: 100, ef_search: 64, full_scan_threshold: 10_000 };
const QUANTIZATION: QuantizationConfig = { scalar: { type: "int8" } };
const OPTIMIZER: OptimizerConfig = {
  deleted_threshold: 0.2,
  vacuum_min_vector_number: 1000,
  max_segment_size: null,
};

/** A configuration as a request or an earlier version's record gives it. */
export interface GivenConfig {
  readonly vectors: readonly VectorField[];
  readonly hnsw_config?: Partial<HnswConfig> | undefined;
  readonly quantization_config?: QuantizationConfig | undefined;
  readonly optimizer_config?: Partial<OptimizerConfig> | undefined;
  readonly payload_schema?: CollectionConfig["payload_schema"] | undefined;
  readonly metadata?: CollectionConfig["metadata"] | undefined;
  readonly params?: CollectionConfig["params"] | undefined;
  readonly wal_config?: CollectionConfig["wal_config"] | undefined;
  readonly strict_mode_config?: CollectionConfig["strict_mode_config"] | undefined;
}

export function completeConfig(given: GivenConfig): CollectionConfig {
  return {
    vectors: given.vectors,
    hnsw_config: { ...HNSW, ...given.hnsw_config },
    quantization_config: given.quantization_config ?? QUANTIZATION,
    optimizer_config: { ...OPTIMIZER, ...given.optimizer_config },
    payload_schema: given.payload_schema ?? {},
    metadata: given.metadata ?? {},
    params: given.params ?? {},
    wal_config: given.wal_config ?? {},
    strict_mode_config: given.strict_mode_config ?? {},
  };
}

/** One vector of a collection and everything that holds for it. */
export interface FieldConfig {
  readonly name: string;
  readonly size: number;
  readonly distance: VectorField["distance"];
  /** Absent: dense. */
  readonly kind?: string;
  readonly hnsw: HnswConfig;
  readonly encoding: Encoding;
  readonly onDisk: boolean;
  /** What walks on the configured codes found, for which they were given up; see code-probe.ts. */
  readonly onRows?: number;
  /** Those codes. */
  readonly givenUp?: Encoding;
}

export function fieldConfigs(config: CollectionConfig): FieldConfig[] {
  return config.vectors.map(({ name, size, distance, kind, hnsw_config, quantization_config, on_disk }) => ({
    name,
    size,
    distance,
    ...(kind !== undefined && { kind }),
    hnsw: { ...config.hnsw_config, ...hnsw_config },
    encoding: fitting(encodingOf(quantization_config ?? config.quantization_config), distance),
    onDisk: on_disk ?? false,
  }));
}

/** The same for those whose graphs are walked on f32 vectors whatever codes are configured. */
export function withoutCodes(
  fields: readonly FieldConfig[],
  recalls: ReadonlyMap<string, number>,
): FieldConfig[] {
  return fields.map((field) => {
    const onRows = recalls.get(field.name);
    const stays = onRows === undefined || field.encoding === "none" || staysOnDisk(field);
    return stays ? field : { ...field, encoding: "none", onRows, givenUp: field.encoding };
  });
}

/** Kinds that this engine does not have are served by the one that finds as much for about the memory asked for. */
export function encodingOf(quantization: QuantizationConfig): Encoding {
  if (quantization === "Disabled") return "none";
  if ("binary" in quantization) return "binary";
  if ("turbo" in quantization)
    return ["bits4", "bits8"].includes(quantization.turbo.bits ?? "") ? "int8" : "binary";
  return "int8";
}

/** Without 8-bit codes for the distance, graphs are walked on the f32 rows. Binary codes are refused instead, by the service. */
function fitting(encoding: Encoding, distance: FieldConfig["distance"]): Encoding {
  return encoding === "int8" && !distanceRow(distance).codes.includes("int8") ? "none" : encoding;
}

/** Whether vectors can be kept in a file as they are meant to: graphs are then built and walked on 8-bit codes alone. */
export function staysOnDisk({ onDisk, encoding }: FieldConfig): boolean {
  return onDisk && encoding === "int8";
}
