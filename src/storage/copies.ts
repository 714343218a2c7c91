// The copies that a data directory keeps beside its data: of damaged files, and of the directory in an earlier format.
// The decision: only `azimuth purge` removes them, because they are needed for repairs until an operator decides
// otherwise.
import { systemCodeOf } from "../errors/files.ts";
import { BEFORE_PREFIX } from "./format.ts";
import { type FileSystem, joinPath, sizeOf } from "./fs.ts";
import { QUARANTINE } from "./quarantine.ts";

/** Returns the directories of copies that exist. */
export function copiesIn(fs: FileSystem, dataDir: string): string[] {
  const names = fs.list(dataDir).filter((name) => name === QUARANTINE || name.startsWith(BEFORE_PREFIX));
  return names.map((name) => joinPath(dataDir, name));
}

/** Removes all copies; the removal is durable when it returns. */
export function removeCopies(fs: FileSystem, dataDir: string): void {
  for (const path of copiesIn(fs, dataDir)) fs.remove(path);
  fs.syncDir(dataDir);
}

/** Returns the bytes of a file, or of all files below a directory; 0 when there is nothing. */
export function bytesBelow(fs: FileSystem, path: string): number {
  try {
    return fs.list(path).reduce((sum, name) => sum + bytesBelow(fs, joinPath(path, name)), 0);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return 0;
    if (systemCodeOf(error) !== "ENOTDIR") throw error;
  }
  try {
    return sizeOf(fs, path);
  } catch (error) {
    // The file was removed while the others were measured.
    if (systemCodeOf(error) === "ENOENT") return 0;
    throw error;
  }
}
