// Whether a directory is exactly what its BACKUP.json says: no file more, less, longer, shorter or other.
// The decision: names are looked at before any file is opened. A backup may come from anywhere: what is no regular file,
// or has a name that no backup has, is a reason to read nothing of it at all.
import { DamagedFile } from "../errors/failures.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { BACKUP_FILE, type BackupList, readBackupList } from "./backup-list.ts";
import { damageOf } from "./data-file.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import type { KindOf } from "./node-file-kind.ts";

/** How deep the directories of a backup go, and how many files one may have. */
const MOST_LEVELS = 4;

/**
 * The list of a backup in which nothing is but what it lists.
 * @throws InvalidArgument when it is no backup or holds something else, DamagedFile when its list is damaged
 */
export function openBackup(fs: FileSystem, kindOf: KindOf, dir: string): BackupList {
  if (!fs.exists(dir)) throw new InvalidArgument(`${dir} does not exist`);
  const found = filesBelow(fs, kindOf, dir, "", MOST_LEVELS);
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

/** Everything that the list says and the files do not. */
export function damageOfBackup(fs: FileSystem, dir: string, { files }: BackupList): DamagedFile[] {
  return Array.from(files).flatMap(([name, wanted]) => {
    const path = joinPath(dir, name);
    const damage = damageOf(fs, path, wanted);
    if (damage.length > 0 || sizeOf(fs, path) === wanted.bytes) return damage;
    return [new DamagedFile(path, wanted.bytes, `it should have ${wanted.bytes} bytes and has more`)];
  });
}

function sizeOf(fs: FileSystem, path: string): number {
  const file = fs.open(path, "read");
  try {
    return file.size();
  } finally {
    file.close();
  }
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
