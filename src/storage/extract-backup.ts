// Makes a backup of the tar archive that a server sends (backup-copies.ts).
// The decision: the archive may come from anywhere. A name is checked before anything is made for it, BACKUP.json gets
// its name when everything else is durable, and the whole backup is verified: there is a complete backup or nothing.
import { type Damage, DamagedFile } from "../errors/failures.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { BACKUP_FILE, type BackupList, isBackupFile, readBackupList } from "./backup-list.ts";
import { requireEmpty } from "./empty-directory.ts";
import { type FileSystem, joinPath, parentOf } from "./fs.ts";
import { entriesOf, type TarEntry } from "./tar-stream.ts";
import { verifyBackup } from "./verify.ts";

export interface ExtractedBackup extends Omit<BackupList, "files"> {
  readonly records: number;
  readonly files: number;
  readonly bytes: number;
}

interface ExtractOptions {
  /** Is called before each file is written, with its name and the bytes written so far. */
  readonly onProgress?: (file: string, bytes: number) => void;
}

/**
 * Extracts a backup and verifies it. It blocks the thread while it verifies.
 * @param dir must be empty or missing
 * @throws InvalidArgument if the archive is not a whole backup, an error of `chunks` or of the file system; then `dir`
 * is as it was
 */
export async function extractBackup(
  chunks: AsyncIterable<Uint8Array>,
  fs: FileSystem,
  dir: string,
  { onProgress = () => {} }: ExtractOptions = {},
): Promise<ExtractedBackup> {
  requireEmpty(fs, dir);
  const isNew = !fs.exists(dir);
  fs.mkdir(dir);
  try {
    const names = await extract(chunks, fs, dir, onProgress);
    return verified(fs, dir, names);
  } catch (thrown) {
    const error = thrown instanceof DamagedFile ? damaged(dir, thrown) : thrown;
    for (const name of fs.list(dir)) fs.remove(joinPath(dir, name));
    if (isNew) fs.remove(dir);
    throw error;
  }
}

/** @returns the names of the files besides BACKUP.json */
async function extract(
  chunks: AsyncIterable<Uint8Array>,
  fs: FileSystem,
  dir: string,
  onProgress: (file: string, bytes: number) => void,
): Promise<Set<string>> {
  const names = new Set<string>();
  const list = joinPath(dir, BACKUP_FILE);
  const unfinished = `${list}.tmp`;
  let hasList = false;
  let bytes = 0;
  for await (const entry of entriesOf(chunks)) {
    const { name } = entry;
    const isList = name === BACKUP_FILE;
    if (hasList) throw refused(name, `comes behind ${BACKUP_FILE}, which is the last file`);
    if (!isList && !isBackupFile(name)) throw refused(name, "is not a file of a backup");
    if (names.has(name)) throw refused(name, "comes twice");
    onProgress(name, bytes);
    await write(fs, isList ? unfinished : joinPath(dir, name), entry);
    if (isList) hasList = true;
    else names.add(name);
    bytes += entry.bytes;
  }
  if (!hasList) throw new InvalidArgument(`the tar archive is not a backup: it has no ${BACKUP_FILE}`);
  for (const parent of new Set(Array.from(names, (name) => parentOf(joinPath(dir, name)))))
    fs.syncDir(parent);
  fs.rename(unfinished, list);
  fs.syncDir(dir);
  return names;
}

async function write(fs: FileSystem, path: string, { content }: TarEntry): Promise<void> {
  fs.mkdir(parentOf(path));
  const file = fs.open(path, "create");
  try {
    let at = 0;
    for await (const piece of content) {
      file.write([piece], at);
      at += piece.length;
    }
    file.sync();
  } finally {
    file.close();
  }
}

/** @throws InvalidArgument if the files are not those of the list */
function verified(fs: FileSystem, dir: string, names: ReadonlySet<string>): ExtractedBackup {
  const list = readBackupList(fs, dir)!;
  const extra = [...names].find((name) => !list.files.has(name));
  if (extra !== undefined) throw refused(extra, `is not listed in ${BACKUP_FILE}`);
  const { damage, records } = verifyBackup(fs, dir, list);
  if (damage[0]) throw damaged(dir, damage[0]);
  const { files, ...rest } = list;
  const bytes = Array.from(files.values()).reduce((sum, file) => sum + file.bytes, 0);
  return { ...rest, records, files: files.size, bytes };
}

function damaged(dir: string, { file, offset, reason }: Damage): InvalidArgument {
  return new InvalidArgument(
    `${file.slice(dir.length + 1)} of the backup was damaged on the way, at byte ${offset}: ${reason}. Transfer it again`,
  );
}

function refused(name: string, why: string): InvalidArgument {
  return new InvalidArgument(`the tar archive is not a backup: ${JSON.stringify(name)} ${why}`);
}
