// BACKUP.json: what makes a directory a backup.
// The decision: it is put in place last and lists every file with its sums. Without it, or with one file more, less or
// other than it says, there is no backup; so whatever interrupts one leaves nothing that could be taken for one.
//
// A backup is a directory laid out as a data directory (checkpoints.ts, wal-segment.ts), with one checkpoint at most, with
// a log that ends where an orderly stop would have left it, and with BACKUP.json, a sealed file of kind "backup":
//   created      when it was begun, ISO 8601         by    the version that made it
//   checkpoint   number of its checkpoint, or null: all of it is in the log
//   lsn          the LSN of its last record: every write acknowledged before it was begun is in it, later ones may be
//   auth         whether authentication was on: then it is on in what is restored, too. Version 1 did not know any
//   secrets      whether it has the parameters of the server (backup-params.ts), encrypted; never in clear
//   note         both as a sentence
//   collections  [{uuid, name, points}] of the checkpoint; what the log holds above it is not counted
//   files        [{file, bytes, sums}]: path, length, a CRC-32 for each MiB as eight hex digits
import { DamagedFile } from "../errors/failures.ts";
import type { FileSums } from "./data-file.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import { hexOf, isCollectionFile, sumsFromJson } from "./manifest.ts";
import { placeSealed, readSealed, type SealedKind } from "./sealed-file.ts";

const BACKUP: SealedKind = { kind: "backup", version: 2 };
export const BACKUP_FILE = "BACKUP.json";
/** There while a directory is being restored: whatever it holds is not all of it. */
export const UNFINISHED = "RESTORE-NOT-FINISHED";
/** Secrets of the server, encrypted. */
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

/** Whether a path below a data directory is one that a backup may hold. */
function isBackupFile(path: string): boolean {
  if (path === FORMAT_FILE || path === SECRETS_FILE || path === "wal/WATERMARK") return true;
  if (/^wal\/\d{8,}\.wal$/.test(path) || /^checkpoints\/\d{8,}\.json$/.test(path)) return true;
  if (/^collections\/[0-9a-f-]{36}\/\d{8,}\.json$/.test(path)) return true;
  return path.startsWith("collections/") && isCollectionFile(path.slice("collections/".length));
}

/** From now on the directory is a backup. */
export function placeBackupList(fs: FileSystem, dir: string, { files, ...rest }: BackupList): void {
  const note = noteOf(rest);
  const listed = Array.from(files, ([file, { bytes, sums }]) => ({ file, bytes, sums: hexOf(sums) }));
  placeSealed(fs, dir, BACKUP_FILE, BACKUP, { ...rest, note, files: listed });
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

/** @returns null when the directory is no backup. @throws DamagedFile, StartRefused for one of a newer version */
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
