// The closed list of writes: what the log records and what `apply` understands. Nothing else changes a database.
// The decision: an operation carries everything that applying it needs (ids, times, packed vectors), so applying it
// again after a restart, or on another machine, gives the same result. Numbers of kinds are never used twice.
import type { CollectionConfig } from "../config/types.ts";
import type { PackedIds } from "../slots/point-id.ts";
import type { VectorRow, VectorRows } from "./vector-rows.ts";

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

/** A collection is named by its UUID in the log, so a name can be used again while old records are about. */
export interface CreateCollection {
  readonly kind: "create_collection";
  readonly collection: string;
  readonly name: string;
  readonly config: CollectionConfig;
  /** It does not have the name before `replace_collection` gives it to it. */
  readonly aside?: boolean;
}

interface DropCollection {
  readonly kind: "drop_collection";
  readonly collection: string;
}

/** Deleted, but kept for `restore_collection` until a moment in milliseconds since 1970. */
interface MarkCollection {
  readonly kind: "mark_collection";
  readonly collection: string;
  readonly deletedUntil: number;
}

interface RestoreCollection {
  readonly kind: "restore_collection";
  readonly collection: string;
}

/** From now on the collection is configured like this: whole, payload indexes and metadata included. */
interface UpdateCollection {
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
  /** Numbers of the points that have this vector, ascending; null: all have. */
  readonly rows: Uint32Array | null;
  readonly vectors: VectorRows;
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
  /** How many numbers each vector has; 0: they are byte strings of another kind. */
  readonly dimension: number;
  readonly rows: number[];
  readonly vectors: VectorRow[];
}

export type PointDraft = DeletePoints | SetPayloads | UpsertDraft;
export type OperationDraft = CollectionOperation | PointDraft | UpdateAliases;

/** The vectors that a write of points brings along. */
export function writtenVectors(operation: PointOperation): number {
  if (operation.kind !== "upsert_points") return 0;
  const { ids, fields } = operation;
  return fields.reduce((sum, { rows }) => sum + (rows?.length ?? ids.length), 0);
}
