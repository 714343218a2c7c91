// The configuration of a collection, as stored in the log and in manifests.

import type { FieldSchema } from "../../schema/payload-index.ts";
import type { Distance } from "../../shared/distances.ts";
import type { Placement } from "./placement.ts";

/** The codes on which the graph is built and walked, as requested. "Disabled": the f32 rows. */
export type QuantizationConfig =
  | { readonly scalar: { readonly type: "int8"; readonly quantile?: number; readonly always_ram?: boolean } }
  | { readonly product: { readonly compression: string; readonly always_ram?: boolean } }
  | {
      readonly binary: {
        readonly encoding?: string;
        readonly query_encoding?: string;
        readonly always_ram?: boolean;
      };
    }
  | { readonly turbo: { readonly bits?: string; readonly always_ram?: boolean } }
  | "Disabled";

/**
 * The parameters of the graph. The first three are always present; those from `max_indexing_threads` on have no effect
 * and are stored to be shown.
 */
export interface HnswConfig {
  readonly m: number;
  readonly ef_construct: number;
  readonly full_scan_threshold: number;
  /** Absent: no fixed number of candidates was set. Records of earlier versions always have it. */
  readonly ef_search?: number;
  /** The share of the nearest neighbours that searches should find. */
  readonly recall?: number;
  readonly max_indexing_threads?: number;
  readonly on_disk?: boolean;
  readonly payload_m?: number;
  readonly inline_storage?: boolean;
}

/** The first three are always present; the others have no effect and are stored as given, to be shown. */
export interface OptimizerConfig {
  readonly deleted_threshold: number;
  readonly vacuum_min_vector_number: number;
  /** In KB of vectors; null: as large as a segment can be. */
  readonly max_segment_size: number | null;
  readonly default_segment_number?: number;
  readonly indexing_threshold?: number;
  readonly memmap_threshold?: number;
  readonly flush_interval_sec?: number;
  readonly max_optimization_threads?: number | "auto";
  readonly prevent_unoptimized?: boolean;
}

/** The kind of a vector field whose vectors are sparse, see core/vectors/kinds.ts. */
export const SPARSE = "sparse";

/** The settings of sparse vectors as given. Those of `index` have no effect and are stored to be shown. */
export interface SparseConfig {
  readonly index?: {
    readonly full_scan_threshold?: number;
    readonly on_disk?: boolean;
    readonly memory?: string;
    readonly datatype?: string;
  };
  /** "idf": values of queries are multiplied by the inverse document frequency of their index. */
  readonly modifier?: "none" | "idf";
}

/** A vector field as requested; absent members have the values of the collection (see collection-config.ts). */
export interface VectorField {
  /** The vector name, "" for the unnamed vector. */
  readonly name: string;
  /** A number that no other vector of the collection has or had; absent: its position. Names of files contain it. */
  readonly id?: number;
  /** The components of a dense vector; 0 for sparse vectors. */
  readonly size: number;
  /** "Dot" for sparse vectors. */
  readonly distance: Distance;
  /** The kind of its index, see core/vectors/kinds.ts; absent: dense. */
  readonly kind?: string;
  /** Present if the kind is "sparse". */
  readonly sparse?: SparseConfig;
  readonly hnsw_config?: Partial<HnswConfig>;
  readonly quantization_config?: QuantizationConfig;
  readonly on_disk?: boolean;
  /** Without effect, like `datatype`. */
  readonly memory?: string;
  readonly datatype?: string;
}

/** Settings for clusters and for other ways to store payloads; they have no effect and are stored to be shown. */
interface CollectionParams {
  readonly shard_number?: number;
  readonly sharding_method?: string;
  readonly replication_factor?: number;
  readonly write_consistency_factor?: number;
  readonly read_fan_out_factor?: number;
  readonly read_fan_out_delay_ms?: number;
  readonly on_disk_payload?: boolean;
  readonly payload?: { readonly memory?: string };
}

export interface CollectionConfig {
  readonly vectors: readonly VectorField[];
  /** The id of the next vector that is added; absent: none was added or removed since the creation. */
  readonly next_vector?: number;
  readonly hnsw_config: HnswConfig;
  readonly quantization_config: QuantizationConfig;
  readonly optimizer_config: OptimizerConfig;
  /** The payload indexes by the canonical path of their field. */
  readonly payload_schema: Readonly<Record<string, FieldSchema>>;
  /** Free data of the owner of the collection. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly params: CollectionParams;
  /** The number of shards; absent: 1. Earlier versions stored `params.shard_number`, without effect. */
  readonly shards?: number;
  /** The servers of a cluster that have the shards; absent: every server has all of them. */
  readonly placement?: Placement;
  /** Without effect and stored to be shown, like `strict_mode_config`. */
  readonly wal_config: Readonly<Record<string, unknown>>;
  readonly strict_mode_config: Readonly<Record<string, unknown>>;
}
