// Requests and results about snapshots of collections, backups of all of them, and the upkeep of collections.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";

export const SnapshotRequestSchema = Type.Object({ ...CollectionName, snapshot_name: Type.String() });
export type SnapshotRequest = Static<typeof SnapshotRequestSchema>;

/** Recovers the collection of the path from one of its own snapshots. */
export const RecoverByLocationSchema = Type.Object({
  ...CollectionName,
  /** The bare name of a snapshot; paths and addresses are refused. */
  location: Type.String(),
  // Fields that Qdrant's clients send; they have no effect, because the snapshot is one of this server.
  priority: Type.Optional(Type.Unknown()),
  checksum: Type.Optional(Type.Unknown()),
  api_key: Type.Optional(Type.Unknown()),
});
export type RecoverByLocation = Static<typeof RecoverByLocationSchema>;

export const SnapshotSchema = Type.Object({
  name: Type.String(),
  /** RFC 3339; null if its head cannot be read. */
  creation_time: Type.Union([Type.String(), Type.Null()]),
  /** Bytes. */
  size: Type.Integer(),
  /** Null: every record of the file has a checksum of its own. */
  checksum: Type.Null(),
});
export type SnapshotDescription = Static<typeof SnapshotSchema>;

export const SnapshotListSchema = Type.Array(SnapshotSchema);

/** A file that is sent unchanged. */
export interface FileAnswer {
  readonly name: string;
  readonly bytes: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}
export const FileSchema = Type.Unsafe<FileAnswer>({ type: "string", format: "binary" });

/**
 * Bytes that are sent unchanged, whose number is not known before. `return` of the iterator is called when the client
 * leaves, also before the first chunk and while one is awaited; it releases what the chunks hold.
 */
export interface StreamAnswer {
  readonly contentType: string;
  /** The name of a file to store them in; null: they are no file. */
  readonly name: string | null;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** @param contentMediaType the content type of the answers, for the description of the API */
export function streamSchema(contentMediaType: string) {
  return Type.Unsafe<StreamAnswer>({ type: "string", format: "binary", contentMediaType });
}

export const BackupRequestSchema = Type.Object({
  /** Any text by which a new follower is known: the log keeps what it needs after the copy. */
  follower: Type.Optional(Type.String({ maxLength: 64 })),
});
export type BackupRequest = Static<typeof BackupRequestSchema>;

export const BACKUP_TYPE = "application/x-tar";
export const BackupSchema = streamSchema(BACKUP_TYPE);

const SegmentStatusSchema = Type.Object({
  number: Type.Integer(),
  points: Type.Integer(),
  /** Deleted and overwritten points whose memory a vacuum would free. */
  deleted: Type.Integer(),
  /** True if it accepts new points. */
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
  /** True if the newest checkpoint covers all of it. */
  saved: Type.Boolean(),
});
export type CollectionStatus = Static<typeof CollectionStatusSchema>;
