// The closed list of writes: what the log records and what `apply` understands. Nothing else changes a database.
// The decision: an operation carries everything that applying it needs (ids, times, packed vectors), so applying it
// again after a restart, or on another machine, gives the same result. Numbers of kinds are never used twice.
import type { Distance } from "../schema/collection-config.ts";
import type { FieldSchema } from "../schema/payload-index.ts";
import type { PackedIds } from "./point-id.ts";

/** Kind -> the record type in the log. 1-15: collections, 16 and up: points. */
export const RECORD_TYPES = {
  create_collection: 1,
  drop_collection: 2,
  mark_collection: 3,
  restore_collection: 4,
  update_collection: 5,
  update_aliases: 6,
  replace_collection: 7,
  upsert_points: 16,
  delete_points: 17,
  set_payloads: 18,
} as const;

/** What the graph is built on and walked on, as it was asked for. "Disabled": the original vectors. */
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

/** Parameters of the index. The first four are always there; the others have no effect and are kept to be shown. */
export interface HnswConfig {
  readonly m: number;
  readonly ef_construct: number;
  readonly ef_search: number;
  readonly full_scan_threshold: number;
  readonly max_indexing_threads?: number;
  readonly on_disk?: boolean;
  readonly payload_m?: number;
  readonly inline_storage?: boolean;
}

/** The first three are always there; the others have no effect and are kept where they were given, to be shown. */
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

/** A vector as it was asked for; what is absent is as the collection has it (see collection-config.ts). */
export interface VectorField {
  /** "" for the unnamed vector. */
  readonly name: string;
  readonly size: number;
  readonly distance: Distance;
  readonly hnsw_config?: Partial<HnswConfig>;
  readonly quantization_config?: QuantizationConfig;
  readonly on_disk?: boolean;
  /** Without effect, like `datatype`. */
  readonly memory?: string;
  readonly datatype?: string;
}

/** What a cluster or another way to keep payloads would want to know: kept to be shown. */
export interface CollectionParams {
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
  readonly hnsw_config: HnswConfig;
  readonly quantization_config: QuantizationConfig;
  readonly optimizer_config: OptimizerConfig;
  /** Canonical path of a payload field -> its index. */
  readonly payload_schema: Readonly<Record<string, FieldSchema>>;
  /** The owner's own words about the collection. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly params: CollectionParams;
  /** Kept to be shown, like `strict_mode_config`. */
  readonly wal_config: Readonly<Record<string, unknown>>;
  readonly strict_mode_config: Readonly<Record<string, unknown>>;
}

/** A collection is named by its UUID in the log, so a name can be used again while old records are about. */
export interface CreateCollection {
  readonly kind: "create_collection";
  readonly collection: string;
  readonly name: string;
  readonly config: CollectionConfig;
  /** It does not have the name before `replace_collection` gives it to it. */
  readonly aside?: boolean;
}

export interface DropCollection {
  readonly kind: "drop_collection";
  readonly collection: string;
}

/** Deleted, but kept for `restore_collection` until a moment in milliseconds since 1970. */
export interface MarkCollection {
  readonly kind: "mark_collection";
  readonly collection: string;
  readonly deletedUntil: number;
}

export interface RestoreCollection {
  readonly kind: "restore_collection";
  readonly collection: string;
}

/** From now on the collection is configured like this: whole, payload indexes and metadata included. */
export interface UpdateCollection {
  readonly kind: "update_collection";
  readonly collection: string;
  readonly config: CollectionConfig;
}

/** All changes at once; null: the alias is gone. */
export interface UpdateAliases {
  readonly kind: "update_aliases";
  readonly aliases: readonly { readonly alias: string; readonly collection: string | null }[];
}

/** A collection that was being made aside takes a name, and what had the name is dropped. */
export interface ReplaceCollection {
  readonly kind: "replace_collection";
  readonly collection: string;
  readonly name: string;
  readonly replaces: string | null;
}

export interface UpsertPoints {
  readonly kind: "upsert_points";
  readonly collection: string;
  readonly ids: PackedIds;
  readonly fields: readonly FieldVectors[];
  /** JSON bytes of each point, or null. */
  readonly payloads: readonly (Uint8Array | null)[];
}

/** The vectors of one name. */
export interface FieldVectors {
  readonly name: string;
  readonly dimension: number;
  /** Numbers of the points that have this vector, ascending; null: all have. */
  readonly rows: Uint32Array | null;
  /** The rows one after another. */
  readonly vectors: Float32Array;
}

export interface DeletePoints {
  readonly kind: "delete_points";
  readonly collection: string;
  readonly ids: PackedIds;
}

/** Points that exist get these payloads in place of theirs; vectors stay where they are. Absent ids are passed over. */
export interface SetPayloads {
  readonly kind: "set_payloads";
  readonly collection: string;
  readonly ids: PackedIds;
  /** JSON bytes of each point, or null for none. */
  readonly payloads: readonly (Uint8Array | null)[];
}

export type CollectionOperation =
  | CreateCollection
  | DropCollection
  | MarkCollection
  | RestoreCollection
  | UpdateCollection
  | ReplaceCollection;
export type PointOperation = UpsertPoints | DeletePoints | SetPayloads;
export type Operation = CollectionOperation | PointOperation | UpdateAliases;

/** An operation to be written: vectors are still where the request left them, one array a row. */
export interface UpsertDraft {
  readonly kind: "upsert_points";
  readonly collection: string;
  readonly ids: PackedIds;
  readonly fields: readonly FieldDraft[];
  readonly payloads: readonly (Uint8Array | null)[];
}

export interface FieldDraft {
  readonly name: string;
  readonly dimension: number;
  readonly rows: number[];
  readonly vectors: Float32Array[];
}

export type PointDraft = DeletePoints | SetPayloads | UpsertDraft;
export type Draft = CollectionOperation | PointDraft | UpdateAliases;
