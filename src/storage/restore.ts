// Makes a data directory from a backup.
// The decision: the whole backup is verified before anything is written, and every byte again while it is copied. The
// directory is marked as incomplete until the last file is durable, so that no server starts on an incomplete one.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { type BackupList, SECRETS_FILE, UNFINISHED } from "./backup-list.ts";
import { type Decrypt, decryptParams, restoreParams } from "./backup-params.ts";
import { copyData } from "./data-file.ts";
import { requireEmpty } from "./empty-directory.ts";
import { EPOCHS_FILE } from "./epochs.ts";
import { type FileSystem, joinPath, parentOf, writeFileDurably } from "./fs.ts";
import type { KindOf } from "./node-file-kind.ts";
import { verifyBackup } from "./verify.ts";
import { openBackup } from "./verify-backup.ts";

export interface RestoreReport extends Omit<BackupList, "files"> {
  readonly files: number;
  readonly bytes: number;
  /** Whether admin, tokens and licenses are those of the backup. */
  readonly secretsRestored: boolean;
  /** Whether the server refuses all requests until an admin was created with the setup code in the directory. */
  readonly closed: boolean;
}

interface RestoreOptions {
  /** Decrypts the secrets of the server; without it they are not restored. */
  readonly decrypt?: Decrypt;
  readonly onProgress?: (file: string, bytes: number) => void;
}

/**
 * Restores a backup.
 * @param dataDir must be empty or missing
 * @throws InvalidArgument, DamagedFile; nothing has been written then
 */
export function restoreBackup(
  fs: FileSystem,
  kindOf: KindOf,
  backup: string,
  dataDir: string,
  { decrypt, onProgress }: RestoreOptions = {},
): RestoreReport {
  const { files, ...list } = openBackup(fs, kindOf, backup);
  requireEmpty(fs, dataDir);
  const [worst, ...others] = verifyBackup(fs, backup, { ...list, files }).damage;
  if (worst) {
    const more = others.length > 0 ? `, and ${others.length} more (azimuth verify ${backup} names them)` : "";
    throw new InvalidArgument(
      `${worst.file} is damaged at byte ${worst.offset}: ${worst.reason}${more}. Nothing was restored; use another backup`,
    );
  }
  const params = decrypt === undefined ? null : decryptParams(fs, backup, decrypt);
  let bytes = 0;
  let closed = false;
  fs.mkdir(dataDir);
  writeFileDurably(fs, dataDir, UNFINISHED, []).close();
  try {
    for (const [name, expected] of files) {
      // What is restored is another log: two servers that continue the same one could not be told apart.
      if (name === SECRETS_FILE || name === EPOCHS_FILE) continue;
      onProgress?.(name, bytes);
      fs.mkdir(parentOf(joinPath(dataDir, name)));
      copyData(fs, joinPath(backup, name), joinPath(dataDir, name), expected);
      bytes += expected.bytes;
    }
    const dirs = new Set(Array.from(files.keys(), (name) => parentOf(joinPath(dataDir, name))));
    for (const dir of dirs) fs.syncDir(dir);
    closed = restoreParams(fs, dataDir, list.auth, params, Date.now());
  } catch (error) {
    for (const name of fs.list(dataDir)) fs.remove(joinPath(dataDir, name));
    throw error;
  }
  fs.remove(joinPath(dataDir, UNFINISHED));
  fs.syncDir(dataDir);
  return { ...list, files: files.size, bytes, secretsRestored: params !== null, closed };
}
