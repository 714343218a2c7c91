// Copies of a data directory that are made to be sent, and removed afterwards.
// The decision: a copy is made before its first byte is sent, because files of a checkpoint may be removed while a
// client reads slowly, and because a failure can be told as long as nothing is sent. At most one exists at a time, so
// every other that is found was left by a crash or by a thread that was ended.
//
//   <data dir>/downloads/backup-<8 hex digits>/      see backup-list.ts
import { DamagedFile } from "../errors/failures.ts";
import { makeBackup } from "./backup.ts";
import { BACKUP_FILE, readBackupList } from "./backup-list.ts";
import { type FileSystem, joinPath, sizeOf } from "./fs.ts";
import type { DropOf } from "./log-reader.ts";

export const DOWNLOADS = "downloads";
/** The form of the names that are given here; whatever else is in the folder belongs to someone else. */
const NAME = /^backup-[0-9a-f]{8}$/;

interface CopyOptions {
  /** The version of the program, for BACKUP.json. */
  readonly version: string;
  readonly dropOf: DropOf;
}

interface BackupCopy {
  /** The name of its directory below downloads/. */
  readonly name: string;
  /** When it was begun, ISO 8601. */
  readonly created: string;
  /** All files, BACKUP.json at the end. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
}

export class BackupCopies {
  readonly #fs: FileSystem;
  readonly #dataDir: string;
  readonly #dir: string;
  readonly #options: CopyOptions;

  constructor(fs: FileSystem, dataDir: string, options: CopyOptions) {
    this.#fs = fs;
    this.#dataDir = dataDir;
    this.#dir = joinPath(dataDir, DOWNLOADS);
    this.#options = options;
  }

  /** Makes a copy, in place of any other. @throws DamagedFile, an error of the file system; then there is none */
  async make(): Promise<BackupCopy> {
    removeDownloads(this.#fs, this.#dataDir);
    const digits = Array.from(this.#fs.randomBytes(4), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const name = `backup-${digits}`;
    const path = joinPath(this.#dir, name);
    try {
      this.#fs.mkdir(this.#dir);
      makeBackup(this.#fs, this.#dataDir, path, this.#options);
      const { created, files } = readBackupList(this.#fs, path)!;
      const named = Array.from(files, ([file, { bytes }]) => ({ name: file, bytes }));
      const list = { name: BACKUP_FILE, bytes: sizeOf(this.#fs, joinPath(path, BACKUP_FILE)) };
      return { name, created, files: [...named, list] };
    } catch (error) {
      removeDownloads(this.#fs, this.#dataDir);
      throw this.#failureOf(error);
    }
  }

  /** Removes the copy, and whatever a crash has left. */
  async remove(): Promise<void> {
    removeDownloads(this.#fs, this.#dataDir);
  }

  /** Returns the error without the path of the data directory, which clients do not learn. */
  #failureOf(error: unknown): unknown {
    if (!(error instanceof DamagedFile)) return error;
    const { file, offset, reason } = error;
    const shown = file.startsWith(`${this.#dataDir}/`) ? file.slice(this.#dataDir.length + 1) : file;
    return new DamagedFile(shown, offset, reason, { cause: error });
  }
}

/** Removes all copies. Must not be called while one is made or read. */
export function removeDownloads(fs: FileSystem, dataDir: string): void {
  const dir = joinPath(dataDir, DOWNLOADS);
  if (!fs.exists(dir)) return;
  const names = fs.list(dir);
  for (const name of names) if (NAME.test(name)) fs.remove(joinPath(dir, name));
  if (names.every((name) => NAME.test(name))) fs.remove(dir);
}
