// The closed list of writes: what the log records and what `apply` understands. Nothing else changes a database.
// The decision: an operation carries everything that applying it needs (ids, times, packed vectors), so applying it
// again after a restart, or on another machine, gives the same result. Numbers of kinds are never used twice.
import type { CollectionConfig } from "../config/types.ts";
import type { PackedIds } from "../slots/point-id.ts";
import type { VectorRow, VectorRows } from "./vector-rows.ts";

/** The type of each kind of operation in the log: 1 to 15 concern collections, 16 and above points. */
export const RECORD_TYPES = {
  create_collection: 1,
  drop_collection: 2,
  mark_collection: 3,
  restore_collection: 4,
  update_collection: 5,
  update_aliases: 6,
  replace_collection: 7,
  no_operation: 8,
  set_parameters: 9,
  upsert_points: 16,
  delete_points: 17,
  set_payloads: 18,
} as const;

/** The log names a collection by its UUID, so its name can be used again while it has old records. */
export interface CreateCollection {
  readonly kind: "create_collection";
  readonly collection: string;
  readonly name: string;
  readonly config: CollectionConfig;
  /** True: the collection takes its name with a later `replace_collection`. */
  readonly aside?: boolean;
  /** The server of a cluster that fills a collection aside; absent: this one is alone. */
  readonly filledBy?: string;
}

interface DropCollection {
  readonly kind: "drop_collection";
  readonly collection: string;
}

/** Deletes a collection, which `restore_collection` can bring back until a time in milliseconds since 1970. */
interface MarkCollection {
  readonly kind: "mark_collection";
  readonly collection: string;
  readonly deletedUntil: number;
}

interface RestoreCollection {
  readonly kind: "restore_collection";
  readonly collection: string;
}

/** Sets the whole configuration of a collection, with payload indexes and metadata. */
interface UpdateCollection {
  readonly kind: "update_collection";
  readonly collection: string;
  readonly config: CollectionConfig;
}

/** Changes aliases, all at once. A null collection removes the alias. */
export interface UpdateAliases {
  readonly kind: "update_aliases";
  readonly aliases: readonly { readonly alias: string; readonly collection: string | null }[];
}

/** Gives its name to a collection that was filled aside, and drops the collection that had the name. */
export interface ReplaceCollection {
  readonly kind: "replace_collection";
  readonly collection: string;
  readonly name: string;
  readonly replaces: string | null;
}

/** Sets the parameters that the servers of a cluster share, all at once. */
interface SetParameters {
  readonly kind: "set_parameters";
  /** Their form is that of the layers above; see storage/shared-params.ts. */
  readonly document: string;
  /** True: they are set whatever they were before. */
  readonly unconditional?: boolean;
}

/** Stands for a record of a cluster that takes no effect, so that the log of each server has the same LSNs. */
interface NoOperation {
  readonly kind: "no_operation";
}

export interface UpsertPoints {
  readonly kind: "upsert_points";
  readonly collection: string;
  readonly ids: PackedIds;
  readonly fields: readonly FieldVectors[];
  /** JSON bytes of each point, or null. */
  readonly payloads: readonly (Uint8Array | null)[];
}

export interface FieldVectors {
  readonly name: string;
  /** Numbers of the points that have this vector, ascending; null: all have. */
  readonly rows: Uint32Array | null;
  readonly vectors: VectorRows;
}

export interface DeletePoints {
  readonly kind: "delete_points";
  readonly collection: string;
  readonly ids: PackedIds;
}

/** Replaces the payloads of existing points; vectors stay where they are. Absent ids are ignored. */
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
/** The operations of which one runs at a time in the whole database. */
export type CatalogueOperation = CollectionOperation | UpdateAliases | SetParameters;
export type PointOperation = UpsertPoints | DeletePoints | SetPayloads;
export type Operation = CatalogueOperation | PointOperation | NoOperation;

/** An upsert that is not encoded yet: each vector is an array of its own, as the request was read. */
export interface UpsertDraft {
  readonly kind: "upsert_points";
  readonly collection: string;
  readonly ids: PackedIds;
  readonly fields: readonly FieldDraft[];
  readonly payloads: readonly (Uint8Array | null)[];
}

export interface FieldDraft {
  readonly name: string;
  /** The numbers of each vector; 0: the vectors are byte strings of another kind. */
  readonly dimension: number;
  readonly rows: number[];
  readonly vectors: VectorRow[];
}

export type PointDraft = DeletePoints | SetPayloads | UpsertDraft;
export type OperationDraft = CatalogueOperation | PointDraft;

/** Whether the operation is about one collection, or its points. */
export function isAboutCollection(operation: Operation): operation is CollectionOperation | PointOperation {
  return "collection" in operation;
}

export function isAboutPoints(operation: Operation): operation is PointOperation {
  const { kind } = operation;
  return kind === "upsert_points" || kind === "delete_points" || kind === "set_payloads";
}

/** Returns the number of vectors that a write contains. */
export function writtenVectors(operation: PointOperation): number {
  if (operation.kind !== "upsert_points") return 0;
  const { ids, fields } = operation;
  return fields.reduce((sum, { rows }) => sum + (rows?.length ?? ids.length), 0);
}
