// Disk space kept for the next server_params.btr, so that a token can be deleted when the disk is full:
// server_params.reserve.
// The decision: the new parameters are written into the blocks of the reserve, which becomes the new file. If the
// reserve were removed first, the log would take the free space, because it asks for it with every deletion of points.
//
// The file has incompressible bytes, mode 0600, and a multiple of 64 KiB that is large enough for the parameters. It
// holds no data, may be shorter on a full disk, and may be removed by hand at any time. If other users could read or
// write it, it is removed before its space is used.
import {
  type FileHandle,
  type FileSystem,
  isDiskFull,
  joinPath,
  overwriteSpareFile,
  sizeOf,
  writeFileDurably,
} from "./fs.ts";

const PARAMS_RESERVE = "server_params.reserve";

const STEP_BYTES = 2 ** 16;
/** The most bytes by which one change may extend the parameters. */
const GROWTH_BYTES = 2 ** 12;

/**
 * Writes a file as writeFileDurably does on a disk without free space, and uses up the reserve.
 * @throws the error for a full disk when there is no reserve or it is too small
 */
export function writeToReserve(
  fs: FileSystem,
  dataDir: string,
  name: string,
  parts: readonly Uint8Array[],
): void {
  const path = joinPath(dataDir, PARAMS_RESERVE);
  const file = openOwn(fs, path);
  try {
    if (file !== null) {
      overwriteSpareFile(fs, dataDir, name, parts, { file, spare: PARAMS_RESERVE }).close();
      return;
    }
  } catch (error) {
    // The reserve was too short, or this file system never writes in place.
    if (!isDiskFull(error)) throw error;
  }
  fs.remove(path);
  writeFileDurably(fs, dataDir, name, parts).close();
}

/**
 * Makes the reserve, or as much of it as fits on the disk. A failure is no error: the next change of the parameters and
 * the next start try again.
 * @param name the file that the space is kept for
 */
export function keepReserve(fs: FileSystem, dataDir: string, name: string): void {
  const path = joinPath(dataDir, PARAMS_RESERVE);
  try {
    const reserveBytes =
      Math.ceil((sizeOf(fs, joinPath(dataDir, name)) + GROWTH_BYTES) / STEP_BYTES) * STEP_BYTES;
    const file = openOwn(fs, path) ?? replaceForeign(fs, path);
    try {
      const size = file.size();
      if (size >= reserveBytes) return;
      file.write([fs.randomBytes(reserveBytes - size)], size);
      file.sync(); // some file systems check for free space only now
    } finally {
      file.close();
    }
    fs.syncDir(dataDir);
  } catch {
    // A failure is no error, as said above.
  }
}

function replaceForeign(fs: FileSystem, path: string): FileHandle {
  fs.remove(path);
  return fs.open(path, "create");
}

/** Opens the reserve; null if there is none, or if other users can access it. */
function openOwn(fs: FileSystem, path: string): FileHandle | null {
  try {
    return fs.open(path, "own");
  } catch {
    return null;
  }
}
