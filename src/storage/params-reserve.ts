// Room on the disk for the next server_params.btr, so that a token can be revoked when it is full: server_params.reserve.
// The decision: the new parameters are written into the blocks of the reserve, which becomes the new file. Given back to the
// file system first, its room would be gone the next moment: the log asks for it as often as somebody deletes points.
//
// A file of bytes that do not compress, mode 0600, of 64 KiB or as many times that as the parameters need. It holds no data,
// may be shorter on a full disk, and may be removed by hand at any time. One that others could read or write is not
// trusted with secrets: only its room is used.
import { type FileHandle, type FileSystem, isDiskFull, joinPath, placeFile, placeFileOver } from "./fs.ts";

const PARAMS_RESERVE = "server_params.reserve";

const STEP_BYTES = 2 ** 16;
/** What the parameters may grow by from one change to the next. */
const GROWTH_BYTES = 2 ** 12;

/**
 * Does what placeFile does, on a disk that has no room for it, and uses the reserve up.
 * @throws what says that the disk is full when there is no reserve, or not enough of it
 */
export function placeInReserve(
  fs: FileSystem,
  dataDir: string,
  name: string,
  parts: readonly Uint8Array[],
): void {
  const path = joinPath(dataDir, PARAMS_RESERVE);
  const file = openOwn(fs, path);
  try {
    if (file !== null) {
      placeFileOver(fs, dataDir, name, parts, { file, spare: PARAMS_RESERVE }).close();
      return;
    }
  } catch (error) {
    // It was too short, or this file system never writes in place.
    if (!isDiskFull(error)) throw error;
  }
  fs.remove(path);
  placeFile(fs, dataDir, name, parts).close();
}

/**
 * Makes the reserve, or as much of it as there is room for, unless it is there. That it cannot be made is no error: the
 * next change of the parameters and the next start try again.
 * @param name of the file it is kept for
 */
export function keepReserve(fs: FileSystem, dataDir: string, name: string): void {
  const path = joinPath(dataDir, PARAMS_RESERVE);
  try {
    const wanted = Math.ceil((sizeOf(fs, joinPath(dataDir, name)) + GROWTH_BYTES) / STEP_BYTES) * STEP_BYTES;
    const file = openOwn(fs, path) ?? replaceForeign(fs, path);
    try {
      const size = file.size();
      if (size >= wanted) return;
      file.write([fs.randomBytes(wanted - size)], size);
      file.sync(); // some file systems only find out now whether there is room
    } finally {
      file.close();
    }
    fs.syncDir(dataDir);
  } catch {
    // See above.
  }
}

function replaceForeign(fs: FileSystem, path: string): FileHandle {
  fs.remove(path);
  return fs.open(path, "create");
}

/** Null: there is none, or one that is not ours alone. */
function openOwn(fs: FileSystem, path: string): FileHandle | null {
  try {
    return fs.open(path, "own");
  } catch {
    return null;
  }
}

function sizeOf(fs: FileSystem, path: string): number {
  const file = fs.open(path, "read");
  try {
    return file.size();
  } finally {
    file.close();
  }
}
