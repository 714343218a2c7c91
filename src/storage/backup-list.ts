// BACKUP.json: the list of files that makes a directory a backup.
// The decision: it is written last, by rename, and lists every file with its checksums. A directory without it, or with
// files that differ from the list, is not accepted as a backup; an interrupted backup therefore leaves nothing that
// could be mistaken for one.
//
// A backup has the layout of a data directory (checkpoints.ts, wal-segment.ts), with at most one checkpoint, a log that
// ends as after an orderly stop, and BACKUP.json, a sealed file of kind "backup":
//   created      when the backup was started, ISO 8601         by    the version that made it
//   checkpoint   number of its checkpoint, or null if all data is in the log
//   lsn          the LSN of its last record; it has all writes acknowledged before the backup started, maybe later ones
//   auth         whether authentication was on; a restored directory has it on, too. Absent in version 1
//   secrets      whether it has the parameters of the server (backup-params.ts), which are always encrypted
//   note         `auth` and `secrets` as a sentence
//   collections  [{uuid, name, points}] of the checkpoint, without the records of the log
//   files        [{file, bytes, sums}]: path, length, and a CRC-32 for each MiB as eight hex digits
import { DamagedFile } from "../errors/failures.ts";
import type { FileSums } from "./data-file.ts";
import { EPOCHS_FILE } from "./epochs.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import { hexOf, isCollectionFile, sumsFromJson } from "./saved-file.ts";
import { readSealed, type SealedKind, writeSealed } from "./sealed-file.ts";

const BACKUP: SealedKind = { kind: "backup", version: 2 };
export const BACKUP_FILE = "BACKUP.json";
/** The name of the mark file that exists while a directory is being restored. A directory that has it is incomplete. */
export const UNFINISHED = "RESTORE-NOT-FINISHED";
export const SECRETS_FILE = "server_params.enc";
export const FORMAT_FILE = "VERSION";

export interface BackedUpCollection {
  readonly uuid: string;
  readonly name: string;
  readonly points: number;
}

export interface BackupList {
  readonly created: string;
  readonly by: string;
  readonly checkpoint: number | null;
  readonly lsn: number;
  readonly auth: boolean;
  readonly secrets: boolean;
  readonly collections: readonly BackedUpCollection[];
  readonly files: ReadonlyMap<string, FileSums>;
}

/** Returns whether a backup may contain this path, relative to a data directory. */
export function isBackupFile(path: string): boolean {
  if ([FORMAT_FILE, SECRETS_FILE, EPOCHS_FILE, "wal/WATERMARK"].includes(path)) return true;
  if (/^wal\/\d{8,}\.wal$/.test(path) || /^checkpoints\/\d{8,}\.json$/.test(path)) return true;
  if (/^collections\/[0-9a-f-]{36}\/\d{8,}\.json$/.test(path)) return true;
  return path.startsWith("collections/") && isCollectionFile(path.slice("collections/".length));
}

/** Writes BACKUP.json, which completes the backup. */
export function writeBackupList(fs: FileSystem, dir: string, { files, ...rest }: BackupList): void {
  const note = noteOf(rest);
  const listed = Array.from(files, ([file, { bytes, sums }]) => ({ file, bytes, sums: hexOf(sums) }));
  writeSealed(fs, dir, BACKUP_FILE, BACKUP, { ...rest, note, files: listed });
}

function noteOf({ auth, secrets }: { auth: boolean; secrets: boolean }): string {
  const what = secrets
    ? `This backup contains the admin, tokens and licenses of the server, encrypted with a passphrase (${SECRETS_FILE}).`
    : "This backup contains no secrets of the server, and so neither its admin nor tokens nor licenses.";
  const then = auth
    ? " Authentication was on, and will be on in what is restored from it."
    : " Authentication was off.";
  return `${what}${then} It does contain all data of the server: keep it as safe as that.`;
}

/**
 * Reads BACKUP.json.
 * @returns null when the directory is not a backup
 * @throws DamagedFile, StartRefused when a newer version wrote it
 */
export function readBackupList(fs: FileSystem, dir: string): BackupList | null {
  const path = joinPath(dir, BACKUP_FILE);
  const json = readSealed(fs, path, BACKUP);
  if (json === undefined) return null;
  try {
    const list = json as BackupList & { files: { file: string; bytes: number; sums: string }[] };
    const files = new Map<string, FileSums>();
    for (const { file, bytes, sums } of list.files) {
      if (!isBackupFile(file)) throw new Error(`"${file}" is not a file of a backup`);
      if (files.has(file)) throw new Error(`"${file}" is listed twice`);
      files.set(file, sumsFromJson({ bytes, sums }));
    }
    return { ...list, auth: list.auth ?? false, files };
  } catch (error) {
    throw new DamagedFile(path, 0, `it is not a list of a backup: ${(error as Error).message}`);
  }
}
