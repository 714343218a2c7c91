// Copies of damaged files, kept for an analysis of the damage.
// The decision: files are copied and not moved, because the original is evidence and is not changed. There is at most
// one copy for each damaged position, so that repeated starts do not fill the disk.
//
// A copy of `<data dir>/<folder>/<name>` is `<data dir>/quarantine/<name>-<checksum>-byte-<offset>`; the checksum is
// the CRC-32 of the first 32 bytes of the file, which distinguishes files that had the same name at different times.
import { copyFile } from "./data-file.ts";
import { type FileSystem, joinPath, parentOf, readBytes, withFile } from "./fs.ts";

/** The directory of the copies, below the data directory. */
export const QUARANTINE = "quarantine";
const HEAD_BYTES = 32;

/** Copies a file that is damaged at `offset`. @returns a sentence that says where the copy is, or why there is none */
export function quarantine(fs: FileSystem, path: string, offset: number): string {
  const [name, , ...above] = path.split("/").reverse() as [string, ...string[]];
  const dir = joinPath(...above.reverse(), QUARANTINE);
  try {
    const checksum = headOf(fs, path).toString(16).padStart(8, "0");
    const copy = joinPath(dir, `${name}-${checksum}-byte-${offset}`);
    if (!fs.exists(copy)) copyAside(fs, path, copy);
    return `A copy of it is kept as ${copy}.`;
  } catch (error) {
    return `It could not be copied to ${dir}: ${(error as Error).message}.`;
  }
}

function headOf(fs: FileSystem, path: string): number {
  return withFile(fs, path, "read", (file) => fs.crc32(readBytes(file, 0, HEAD_BYTES)));
}

/** Copies a file atomically and durably, because an incomplete copy would only take space. */
export function copyAside(fs: FileSystem, from: string, to: string): void {
  const half = `${to}.tmp`;
  fs.mkdir(parentOf(to));
  fs.remove(half);
  try {
    copyFile(fs, from, half);
    fs.rename(half, to);
    fs.syncDir(parentOf(to));
  } catch (error) {
    removeHalf(fs, half);
    throw error;
  }
}

function removeHalf(fs: FileSystem, half: string): void {
  try {
    fs.remove(half);
  } catch {
    // The error that is being thrown is more informative.
  }
}
