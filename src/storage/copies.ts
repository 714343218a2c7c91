// What a data directory keeps beside the data: copies of damaged files, and the directory as it was in an earlier format.
// The decision: nothing but `azimuth purge` removes them, because whoever has to mend something needs them until then.
import { BEFORE_PREFIX } from "./format.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import { QUARANTINE } from "./quarantine.ts";

/** The directories of copies that there are. */
export function copiesIn(fs: FileSystem, dataDir: string): string[] {
  const names = fs.list(dataDir).filter((name) => name === QUARANTINE || name.startsWith(BEFORE_PREFIX));
  return names.map((name) => joinPath(dataDir, name));
}

/** Durable when it returns. */
export function removeCopies(fs: FileSystem, dataDir: string): void {
  for (const path of copiesIn(fs, dataDir)) fs.remove(path);
  fs.syncDir(dataDir);
}

/** The bytes of a file, or of all files below a directory; 0 when there is nothing. */
export function bytesBelow(fs: FileSystem, path: string): number {
  try {
    return fs.list(path).reduce((sum, name) => sum + bytesBelow(fs, joinPath(path, name)), 0);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return 0;
    if (codeOf(error) !== "ENOTDIR") throw error;
  }
  try {
    const file = fs.open(path, "read");
    try {
      return file.size();
    } finally {
      file.close();
    }
  } catch (error) {
    // It was removed while the others were looked at.
    if (codeOf(error) === "ENOENT") return 0;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}
