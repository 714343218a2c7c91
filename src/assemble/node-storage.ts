// Storage in a data directory in Node. One process locks the directory; files are used by the calling thread or by
// threads of their own.
import { join } from "node:path";
import type { BackupParts } from "../service/backups.ts";
import { DOWNLOADS, removeDownloads } from "../storage/backup-copies.ts";
import { backupThread } from "../storage/backup-thread.ts";
import { ThreadCheckpoints } from "../storage/checkpoint-thread.ts";
import { COLLECTIONS } from "../storage/checkpoints.ts";
import { DELETED_POINTS, type DeletionHead, hasDeletedPoints } from "../storage/deleted-points.ts";
import { EpochsFile } from "../storage/epochs.ts";
import { type Takeover, takeOver } from "../storage/format.ts";
import { DirectoryLock } from "../storage/lock.ts";
import { ThreadLog } from "../storage/log-thread.ts";
import { nodeFs, nodeProcesses } from "../storage/node-fs.ts";
import { NodePayloadFiles } from "../storage/node-payload-files.ts";
import { snapshotThread } from "../storage/snapshot-thread.ts";
import { SNAPSHOTS, Snapshots } from "../storage/snapshots.ts";
import { type Storage, storageIn } from "./storage.ts";

/**
 * Locks the directory, removes incomplete snapshots and copies that a crash left, and converts the directory to the
 * format of this version.
 * @throws StartRefused, with the lock released
 */
export async function holdDataDir(
  dataDir: string,
): Promise<{ readonly lock: DirectoryLock; readonly takeover: Takeover }> {
  const lock = await DirectoryLock.acquire(nodeFs, dataDir, nodeProcesses);
  try {
    // Files that cannot be removed do no harm.
    await removeIncomplete(dataDir).catch(() => {});
    return { lock, takeover: takeOver(nodeFs, dataDir) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function removeIncomplete(dataDir: string): Promise<void> {
  removeDownloads(nodeFs, dataDir);
  await new Snapshots(nodeFs, dataDir).tidy();
}

/** Returns storage whose files the calling thread reads and writes. */
export function storageHere(dataDir: string): Storage {
  return storageIn(nodeFs, dataDir, undefined, (folder) => new NodePayloadFiles(folder));
}

/** Returns storage whose log, checkpoints and snapshots are read and written by threads of their own. */
export function storageInThreads(dataDir: string): Storage & { readonly log: ThreadLog } {
  return {
    log: ThreadLog.start(dataDir),
    payloadFiles: new NodePayloadFiles(join(dataDir, COLLECTIONS)),
    checkpoints: new ThreadCheckpoints(nodeFs, dataDir),
    epochs: new EpochsFile(nodeFs, dataDir),
    sums: nodeFs,
    snapshots: {
      use: snapshotThread(dataDir),
      files: new NodePayloadFiles(join(dataDir, SNAPSHOTS)),
    },
    deletedPoints: {
      isEmpty: () => !hasDeletedPoints(nodeFs, dataDir),
      use: snapshotThread<DeletionHead>(dataDir, DELETED_POINTS),
    },
  };
}

/** Returns the backups of a server's directory, which a thread of their own makes. @param version of the program */
export function backupsInThread(dataDir: string, version: string): BackupParts {
  return {
    use: backupThread("assemble/backup-worker", { dataDir, version }),
    files: new NodePayloadFiles(join(dataDir, DOWNLOADS)),
  };
}
