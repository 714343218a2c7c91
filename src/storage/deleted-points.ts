// The files of points that were deleted and can be restored.
// The decision: each deletion has one file with the format of a snapshot, and the same code writes and reads it; only
// its folder and its head are others. A file is complete and durable before its deletion is logged. It is a copy of
// what one server had: it is in no checkpoint, no snapshot and no backup.
//
//   <data dir>/deleted-points/<moment>-<8 hex digits>.snapshot      see snapshot-file.ts; plus `.tmp` while incomplete
import { type FileSystem, joinPath } from "./fs.ts";
import { Snapshots } from "./snapshots.ts";

export const DELETED_POINTS = "deleted-points";

/** The description of a deletion in the first frame of its file. */
export interface DeletionHead {
  /** When it was made, as in RFC 3339. */
  readonly created: string;
  /** The UUID of the collection. */
  readonly collection: string;
  readonly points: number;
  /** The vectors of all its points. */
  readonly vectors: number;
  /** The names of the vectors of the collection, with their ids. */
  readonly fields: readonly { readonly name: string; readonly id: number }[];
  /** The LSN of the last record about the collection before the deletion. */
  readonly after: number;
  /** Until when it can be restored, in milliseconds since 1970. */
  readonly until: number;
}

/** The methods that a thread serves. */
type DeletionCalls = Pick<
  Snapshots<DeletionHead>,
  "begin" | "append" | "finish" | "abandon" | "tidy" | "list" | "remove" | "open" | "next" | "close"
>;

export interface DeletedPointStore {
  /** Returns, without starting a thread, whether there are no files. */
  readonly isEmpty: () => boolean;
  /** Runs work with the files, which are open for as long as the work takes. */
  readonly use: <T>(work: (files: DeletionCalls) => Promise<T>) => Promise<T>;
}

/** Returns the store in a data directory, whose files the calling thread reads and writes. */
export function deletedPointsIn(fs: FileSystem, dataDir: string): DeletedPointStore {
  const files = new Snapshots<DeletionHead>(fs, dataDir, DELETED_POINTS);
  return { isEmpty: () => !hasDeletedPoints(fs, dataDir), use: (work) => work(files) };
}

export function hasDeletedPoints(fs: FileSystem, dataDir: string): boolean {
  const folder = joinPath(dataDir, DELETED_POINTS);
  return fs.exists(folder) && fs.list(folder).length > 0;
}
