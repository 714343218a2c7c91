// Copies of damaged files, kept for whoever has to find out what happened.
// The decision: a copy, because the original is evidence and is not touched; and one for each place of damage in a file,
// because a server that is started again and again must not fill the disk with them.
//
// A copy of `<data dir>/<folder>/<name>` is `<data dir>/quarantine/<name>-<checksum>-byte-<offset>`; the checksum is the
// CRC-32 of the file's first 32 bytes, which tells files apart that have had the same name.
import { type FileHandle, type FileSystem, joinPath } from "./fs.ts";

/** Where copies are kept, below the data directory. */
export const QUARANTINE = "quarantine";
const CHUNK_BYTES = 2 ** 20;
const HEAD_BYTES = 32;

/** Copies a file that is damaged at `offset`. Returns a sentence that says where the copy is, or why there is none. */
export function quarantine(fs: FileSystem, path: string, offset: number): string {
  const [name, , ...above] = path.split("/").reverse() as [string, ...string[]];
  const dir = joinPath(...above.reverse(), QUARANTINE);
  try {
    const source = fs.open(path, "read");
    try {
      const head = new Uint8Array(HEAD_BYTES);
      const checksum = fs.crc32(head.subarray(0, source.read(head, 0)));
      const copy = joinPath(dir, `${name}-${checksum.toString(16).padStart(8, "0")}-byte-${offset}`);
      if (!fs.exists(copy)) copyTo(fs, source, dir, copy);
      return `A copy of it is kept as ${copy}.`;
    } finally {
      source.close();
    }
  } catch (error) {
    return `It could not be copied to ${dir}: ${(error as Error).message}.`;
  }
}

/** Appears whole or not at all. */
function copyTo(fs: FileSystem, source: FileHandle, dir: string, path: string): void {
  const half = `${path}.tmp`;
  fs.mkdir(dir);
  fs.remove(half);
  try {
    const target = fs.open(half, "create");
    try {
      const buffer = new Uint8Array(CHUNK_BYTES);
      for (let at = 0, count = CHUNK_BYTES; count === CHUNK_BYTES; at += count) {
        count = source.read(buffer, at);
        target.write([buffer.subarray(0, count)], at);
      }
      target.sync();
    } finally {
      target.close();
    }
    fs.rename(half, path);
    fs.syncDir(dir);
  } catch (error) {
    removeHalf(fs, half);
    throw error;
  }
}

function removeHalf(fs: FileSystem, half: string): void {
  try {
    fs.remove(half);
  } catch {
    // The error that is on its way says more.
  }
}
