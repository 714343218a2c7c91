// Checks that a directory is exactly what its BACKUP.json says: no file is missing, additional, longer, shorter or
// different.
// The decision: names are checked before any file is opened. A backup may come from anywhere: if it contains something
// other than regular files, or a name that no backup has, nothing of it is read.
import { DamagedFile } from "../errors/failures.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { BACKUP_FILE, type BackupList, readBackupList } from "./backup-list.ts";
import { damageOf } from "./data-file.ts";
import { type FileSystem, joinPath, sizeOf } from "./fs.ts";
import type { KindOf } from "./node-file-kind.ts";

/** The deepest level of directories in a backup. */
const MAX_LEVELS = 4;

/**
 * Reads the list of a backup and checks that the directory has no other files.
 * @throws InvalidArgument when it is no backup or has other files, DamagedFile when its list is damaged
 */
export function openBackup(fs: FileSystem, kindOf: KindOf, dir: string): BackupList {
  if (!fs.exists(dir)) throw new InvalidArgument(`${dir} does not exist`);
  const found = filesBelow(fs, kindOf, dir, "", MAX_LEVELS);
  const list = found.includes(BACKUP_FILE) ? readBackupList(fs, dir) : null;
  if (list === null) {
    throw new InvalidArgument(
      `${dir} is not a backup, or one that was not finished: it has no ${BACKUP_FILE}`,
    );
  }
  const extra = found.find((name) => name !== BACKUP_FILE && !list.files.has(name));
  if (extra !== undefined) {
    throw new InvalidArgument(
      `${joinPath(dir, extra)} is not in ${BACKUP_FILE}: something was added to the backup. Remove it, or use another backup`,
    );
  }
  return list;
}

/** Returns every difference between the list and the files. */
export function damageOfBackup(fs: FileSystem, dir: string, { files }: BackupList): DamagedFile[] {
  return Array.from(files).flatMap(([name, expected]) => {
    const path = joinPath(dir, name);
    const damage = damageOf(fs, path, expected);
    if (damage.length > 0 || sizeOf(fs, path) === expected.bytes) return damage;
    return [new DamagedFile(path, expected.bytes, `it should have ${expected.bytes} bytes and has more`)];
  });
}

function filesBelow(fs: FileSystem, kindOf: KindOf, dir: string, below: string, levels: number): string[] {
  return fs.list(joinPath(dir, below)).flatMap((name) => {
    const path = below === "" ? name : `${below}/${name}`;
    const kind = kindOf(joinPath(dir, path));
    if (kind === "file") return [path];
    if (kind === "directory" && levels > 1) return filesBelow(fs, kindOf, dir, path, levels - 1);
    const what = kind === "directory" ? "a directory where a backup has none" : "a link or a special file";
    throw new InvalidArgument(
      `${joinPath(dir, path)} is ${what}: nothing of this backup was read. Use another backup`,
    );
  });
}
