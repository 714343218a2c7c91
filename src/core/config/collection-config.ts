// The settings in force for a collection and for each of its vector fields, with all defaults filled in.
// The decision: the record of a new collection has every value, so a later change of a default changes no existing
// collection. A value that a record of an earlier version lacks is the default of the version that introduced it.
import type { Encoding } from "../../engine/abi.ts";
import { distanceRow } from "../../shared/distances.ts";
import type {
  CollectionConfig,
  HnswConfig,
  OptimizerConfig,
  QuantizationConfig,
  SparseConfig,
  VectorField,
} from "./types.ts";

const HNSW: HnswConfig = { m: 16, ef_construct: 100, full_scan_threshold: 10_000 };
/** The candidates of a search for which neither their number nor a recall is set. */
export const DEFAULT_EF = 64;
const QUANTIZATION: QuantizationConfig = { scalar: { type: "int8" } };
const OPTIMIZER: OptimizerConfig = {
  deleted_threshold: 0.2,
  vacuum_min_vector_number: 1000,
  max_segment_size: null,
};

/** A configuration as a request or the record of an earlier version gives it. */
export interface GivenConfig {
  readonly vectors: readonly VectorField[];
  readonly next_vector?: number | undefined;
  readonly hnsw_config?: Partial<HnswConfig> | undefined;
  readonly quantization_config?: QuantizationConfig | undefined;
  readonly optimizer_config?: Partial<OptimizerConfig> | undefined;
  readonly payload_schema?: CollectionConfig["payload_schema"] | undefined;
  readonly metadata?: CollectionConfig["metadata"] | undefined;
  readonly params?: CollectionConfig["params"] | undefined;
  readonly shards?: number | undefined;
  readonly placement?: CollectionConfig["placement"] | undefined;
  readonly wal_config?: CollectionConfig["wal_config"] | undefined;
  readonly strict_mode_config?: CollectionConfig["strict_mode_config"] | undefined;
}

export function completeConfig(given: GivenConfig): CollectionConfig {
  return {
    vectors: given.vectors,
    ...(given.next_vector !== undefined && { next_vector: given.next_vector }),
    hnsw_config: { ...HNSW, ...given.hnsw_config },
    quantization_config: given.quantization_config ?? QUANTIZATION,
    optimizer_config: { ...OPTIMIZER, ...given.optimizer_config },
    payload_schema: given.payload_schema ?? {},
    metadata: given.metadata ?? {},
    params: given.params ?? {},
    ...(given.shards !== undefined && { shards: given.shards }),
    ...(given.placement !== undefined && { placement: given.placement }),
    wal_config: given.wal_config ?? {},
    strict_mode_config: given.strict_mode_config ?? {},
  };
}

/** One vector field of a collection with all settings in force. */
export interface FieldConfig {
  readonly name: string;
  /** See VectorField. */
  readonly id: number;
  readonly size: number;
  readonly distance: VectorField["distance"];
  /** The kind of the index; absent: dense. */
  readonly kind?: string;
  /** Present if the kind is "sparse". */
  readonly sparse?: SparseConfig;
  readonly hnsw: HnswConfig & { readonly ef_search: number };
  /** The recall that was set for it; null: none was. */
  readonly recall: number | null;
  /** Whether a number of candidates was set for it, which rules as long as no recall is asked for. */
  readonly hasEf: boolean;
  readonly encoding: Encoding;
  readonly onDisk: boolean;
  /** The recall of walks on the configured codes, for which these codes were given up; see code-probe.ts. */
  readonly onRows?: number;
  /** The encoding on which walks had too low a recall. */
  readonly givenUp?: Encoding;
}

export function fieldConfigs(config: CollectionConfig): FieldConfig[] {
  return config.vectors.map(
    ({ name, id, size, distance, kind, sparse, hnsw_config, quantization_config, on_disk }, position) => ({
      name,
      id: id ?? position,
      size,
      distance,
      ...(kind !== undefined && { kind }),
      ...(sparse !== undefined && { sparse }),
      hnsw: { ef_search: DEFAULT_EF, ...config.hnsw_config, ...hnsw_config },
      ...rulingOf(config.hnsw_config, hnsw_config ?? {}),
      encoding: fitting(encodingOf(quantization_config ?? config.quantization_config), distance),
      onDisk: on_disk ?? false,
    }),
  );
}

/** Decides whether a recall or a number of candidates rules: what is set for the vector, then for the collection. */
function rulingOf(
  ofCollection: Partial<HnswConfig>,
  ofVector: Partial<HnswConfig>,
): Pick<FieldConfig, "recall" | "hasEf"> {
  for (const { recall, ef_search } of [ofVector, ofCollection]) {
    if (recall !== undefined) return { recall, hasEf: false };
    if (ef_search !== undefined) return { recall: null, hasEf: true };
  }
  return { recall: null, hasEf: false };
}

/** Returns the fields with those in `recalls` changed to walks on f32 rows, whatever codes are configured. */
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

/**
 * Returns the encoding for a quantization. A kind that the engine lacks gets the encoding with similar recall and
 * memory.
 */
export function encodingOf(quantization: QuantizationConfig): Encoding {
  if (quantization === "Disabled") return "none";
  if ("binary" in quantization) return "binary";
  if ("turbo" in quantization)
    return ["bits4", "bits8"].includes(quantization.turbo.bits ?? "") ? "int8" : "binary";
  return "int8";
}

/**
 * Replaces 8-bit codes by f32 rows if the distance has no 8-bit codes. The service refuses binary codes in this case.
 */
function fitting(encoding: Encoding, distance: FieldConfig["distance"]): Encoding {
  return encoding === "int8" && !distanceRow(distance).codes.includes("int8") ? "none" : encoding;
}

/**
 * Returns whether the rows of a field are kept in a file: its graphs have to be built and walked on 8-bit codes alone.
 */
export function staysOnDisk({ onDisk, encoding }: FieldConfig): boolean {
  return onDisk && encoding === "int8";
}

/** Returns whether the rows of a field of sparse vectors are kept in a file; `memory` rules over `on_disk`. */
export function sparseOnDisk({ sparse }: Pick<FieldConfig, "sparse">): boolean {
  const { memory, on_disk } = sparse?.index ?? {};
  return memory === undefined ? on_disk === true : memory === "cold";
}
