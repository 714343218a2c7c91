// Snapshots of collections, and the maintenance that one can ask of a collection.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";

export const SnapshotRequestSchema = Type.Object({ ...CollectionName, snapshot_name: Type.String() });
export type SnapshotRequest = Static<typeof SnapshotRequestSchema>;

/** Recovers the collection of the path from one of its own snapshots. */
export const RecoverByLocationSchema = Type.Object({
  ...CollectionName,
  /** The bare name of a snapshot: no path or address is ever followed. */
  location: Type.String(),
  // Of Qdrant's clients, and without effect: the snapshot is one of this server.
  priority: Type.Optional(Type.Unknown()),
  checksum: Type.Optional(Type.Unknown()),
  api_key: Type.Optional(Type.Unknown()),
});
export type RecoverByLocation = Static<typeof RecoverByLocationSchema>;

export const SnapshotSchema = Type.Object({
  name: Type.String(),
  /** RFC 3339; null when its beginning cannot be read. */
  creation_time: Type.Union([Type.String(), Type.Null()]),
  /** Bytes. */
  size: Type.Integer(),
  /** Null: every record of the file vouches for itself. */
  checksum: Type.Null(),
});
export type SnapshotDescription = Static<typeof SnapshotSchema>;

export const SnapshotListSchema = Type.Array(SnapshotSchema);

/** A file that is sent as it is. */
export interface FileAnswer {
  readonly name: string;
  readonly bytes: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}
export const FileSchema = Type.Unsafe<FileAnswer>({ type: "string", format: "binary" });

const SegmentStatusSchema = Type.Object({
  number: Type.Integer(),
  points: Type.Integer(),
  /** Deleted and overwritten points that a vacuum would give back. */
  deleted: Type.Integer(),
  /** It takes new points. */
  open: Type.Boolean(),
});

export const CollectionStatusSchema = Type.Object({
  status: Type.Union([Type.Literal("green"), Type.Literal("yellow"), Type.Literal("red")]),
  optimizer_status: Type.Union([Type.Literal("ok"), Type.Object({ error: Type.String() })]),
  points_count: Type.Integer(),
  indexed_vectors_count: Type.Integer(),
  segments: Type.Array(SegmentStatusSchema),
  /** LSN of the last write to the collection. */
  last_operation_id: Type.Integer(),
  /** Whether the newest checkpoint has all of it. */
  saved: Type.Boolean(),
});
export type CollectionStatus = Static<typeof CollectionStatusSchema>;
