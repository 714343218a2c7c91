// Storage of a database: in memory, or in a file system that the calling thread uses.
// The decision: both, and the threads of node-storage.ts, have one interface, so the database does not know which one
// it has.
import type { DatabaseParts } from "../core/database/parts.ts";
import type { BackupParts } from "../service/backups.ts";
import type { SnapshotParts } from "../service/snapshots.ts";
import { Checkpoints, COLLECTIONS } from "../storage/checkpoints.ts";
import { deletedPointsIn } from "../storage/deleted-points.ts";
import { EpochsFile } from "../storage/epochs.ts";
import { type FileSystem, joinPath } from "../storage/fs.ts";
import { FsPayloadFiles } from "../storage/fs-payload-files.ts";
import { LocalLog } from "../storage/local-log.ts";
import { MemoryFs } from "../storage/memory-fs.ts";
import { NoLog } from "../storage/no-log.ts";
import type { PayloadFiles } from "../storage/payload-files.ts";
import { SNAPSHOTS, Snapshots } from "../storage/snapshots.ts";

export interface Storage
  extends Pick<
    DatabaseParts,
    "log" | "payloadFiles" | "checkpoints" | "holds" | "epochs" | "sums" | "deletedPoints"
  > {
  readonly snapshots: Pick<SnapshotParts, "use" | "files">;
  /** Absent: no backups can be downloaded. */
  readonly backups?: BackupParts;
}

/** Returns storage that keeps everything, snapshots included, in memory. Nothing outlives the process. */
export function storageInMemory(): Storage {
  const files = new MemoryFs();
  const stored = new Snapshots(files, "memory");
  return {
    log: new NoLog(),
    deletedPoints: deletedPointsIn(files, "memory"),
    snapshots: {
      use: (work) => work(stored),
      files: new FsPayloadFiles(files, joinPath("memory", SNAPSHOTS)),
    },
  };
}

/**
 * Returns storage in a data directory that the calling thread reads and writes.
 * @param payloadFilesIn opens the files of payloads and snapshots in a folder
 */
export function storageIn(
  files: FileSystem,
  dataDir: string,
  log?: ConstructorParameters<typeof LocalLog>[2],
  payloadFilesIn: (folder: string) => PayloadFiles = (folder) => new FsPayloadFiles(files, folder),
): Storage {
  const stored = new Snapshots(files, dataDir);
  return {
    log: new LocalLog(files, dataDir, log),
    payloadFiles: payloadFilesIn(joinPath(dataDir, COLLECTIONS)),
    checkpoints: new Checkpoints(files, dataDir),
    epochs: new EpochsFile(files, dataDir),
    sums: files,
    deletedPoints: deletedPointsIn(files, dataDir),
    snapshots: {
      use: (work) => work(stored),
      files: payloadFilesIn(joinPath(dataDir, SNAPSHOTS)),
    },
  };
}
