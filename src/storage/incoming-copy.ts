// Makes an empty data directory the copy of another server's: what a new follower begins with.
// The decision: the copy is extracted and verified in a folder of the directory, then moved into place, the history of
// the log last. Every start removes the folder before it opens anything, with or without a leader to follow: so data
// beside a folder that has a whole backup, and no history, was moved from it and is not complete. Any other data is the
// directory's own and is never touched.

import { BACKUP_FILE } from "./backup-list.ts";
import { restoreParams } from "./backup-params.ts";
import { EPOCHS_FILE } from "./epochs.ts";
import { type ExtractedBackup, extractBackup } from "./extract-backup.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import { PARAMS_FILE } from "./params-file.ts";

const INCOMING = "incoming";
/** The folders of data, which an incomplete copy may have moved already. */
const DATA = ["wal", "checkpoints", "collections"];

/**
 * Removes a copy that a crash has left incomplete. To be called at every start, before the data is opened.
 * @returns false if there was none
 */
export function removeIncompleteCopy(fs: FileSystem, dataDir: string): boolean {
  const incoming = joinPath(dataDir, INCOMING);
  if (!fs.exists(incoming)) return false;
  const wasBeingMoved =
    fs.exists(joinPath(incoming, BACKUP_FILE)) && !fs.exists(joinPath(dataDir, EPOCHS_FILE));
  if (wasBeingMoved) {
    for (const name of DATA) fs.remove(joinPath(dataDir, name));
    fs.syncDir(dataDir);
  }
  fs.remove(incoming);
  fs.syncDir(dataDir);
  return true;
}

/** Tells whether a directory has no data, so that a copy may be made of it. */
export function isReadyForCopy(fs: FileSystem, dataDir: string): boolean {
  return ![...DATA, EPOCHS_FILE].some((name) => fs.exists(joinPath(dataDir, name)));
}

/**
 * Extracts the backup of a leader into a directory without data.
 * @throws InvalidArgument if it is no whole backup, an error of `chunks` or of the file system
 */
export async function installCopy(
  fs: FileSystem,
  dataDir: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<ExtractedBackup> {
  const incoming = joinPath(dataDir, INCOMING);
  fs.mkdir(incoming);
  fs.syncDir(dataDir);
  const copy = await extractBackup(chunks, fs, incoming);
  const names = fs.list(incoming).filter((name) => name !== BACKUP_FILE && name !== EPOCHS_FILE);
  for (const name of names) fs.rename(joinPath(incoming, name), joinPath(dataDir, name));
  fs.syncDir(dataDir);
  // The follower has its own logins, and must not be more open than its leader before it has them.
  if (!fs.exists(joinPath(dataDir, PARAMS_FILE))) restoreParams(fs, dataDir, copy.auth, null, Date.now());
  fs.rename(joinPath(incoming, EPOCHS_FILE), joinPath(dataDir, EPOCHS_FILE));
  fs.syncDir(dataDir);
  fs.remove(incoming);
  fs.syncDir(dataDir);
  return copy;
}
