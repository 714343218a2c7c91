// The one small door between storage and the operating system.
// The decision: synchronous and minimal. The log runs on its own thread, where a blocking call is the fastest and
// the simplest to reason about, and fifteen verbs are few enough that tests can break each of them.
// Paths are composed by storage alone, never from what a client sent.

export { isDiskFull } from "../errors/files.ts";

export interface FileSystem {
  /** CRC-32 of zlib; `seed` continues an earlier one. */
  crc32(bytes: Uint8Array, seed?: number): number;
  randomBytes(count: number): Uint8Array;
  /** Makes the directory and its parents, readable by the owner alone, and their names durable. */
  mkdir(path: string): void;
  /** The names inside a directory, in no order. */
  list(path: string): string[];
  exists(path: string): boolean;
  open(path: string, mode: OpenMode): FileHandle;
  /** Atomic; replaces what is at `to`. */
  rename(from: string, to: string): void;
  /** Removes a file or a whole directory; nothing there is no error. */
  remove(path: string): void;
  /** Makes creations, renames and removals inside the directory durable. */
  syncDir(path: string): void;
}

/**
 * `read` and `write` want the file to exist, `create` wants it not to: of two creators one fails with EEXIST. `own` is
 * `write` for what is to hold secrets: anything but a regular file of ours that is closed to everybody else is refused.
 */
export type OpenMode = "read" | "write" | "create" | "own";

export interface FileHandle {
  size(): number;
  /** Fills `into` from `position`; returns fewer bytes only at the end of the file. */
  read(into: Uint8Array, position: number): number;
  /** Writes all the bytes or throws: after a short write the rest is tried again, which yields the real error. */
  write(parts: readonly Uint8Array[], position: number): void;
  /** Returns when everything written so far would survive a power cut. */
  sync(): void;
  truncate(size: number): void;
  close(): void;
}

/** Joins names below a directory; every system we run on understands the slash. */
export function joinPath(...names: string[]): string {
  return names.join("/");
}

/** Empty for a name without a directory. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The whole of a small file, or undefined if there is none. */
export function readFile(fs: FileSystem, path: string): Uint8Array | undefined {
  if (!fs.exists(path)) return undefined;
  const file = fs.open(path, "read");
  try {
    const bytes = new Uint8Array(file.size());
    return bytes.subarray(0, file.read(bytes, 0));
  } finally {
    file.close();
  }
}

/**
 * Puts a file in place whole or not at all, durably: it is written and synced under the name `<name>.tmp`, then renamed.
 * After a crash a `.tmp` file is a half-made one and may be removed. Returns the file, still open for writing.
 */
export function placeFile(
  fs: FileSystem,
  dir: string,
  name: string,
  parts: readonly Uint8Array[],
): FileHandle {
  const file = nameFile(fs, dir, name, parts);
  makeNameDurable(fs, dir, name, file);
  return file;
}

/** The same without making the name durable: the file, which is, may be there after a power cut or not. */
export function nameFile(
  fs: FileSystem,
  dir: string,
  name: string,
  parts: readonly Uint8Array[],
): FileHandle {
  const half = joinPath(dir, `${name}.tmp`);
  fs.remove(half);
  const file = fs.open(half, "create");
  settle(fs, dir, name, file, () => file.write(parts, 0));
  return file;
}

/**
 * Does the same without asking the disk for room, in the blocks of a file that nobody needs: `file`, open for writing,
 * whose name in the directory is `spare`. Where a file system never writes in place it asks for room all the same.
 */
export function placeFileOver(
  fs: FileSystem,
  dir: string,
  name: string,
  parts: readonly Uint8Array[],
  { file, spare }: { readonly file: FileHandle; readonly spare: string },
): FileHandle {
  settle(fs, dir, name, file, () => {
    fs.rename(joinPath(dir, spare), joinPath(dir, `${name}.tmp`));
    fs.syncDir(dir); // before the first byte, or a crash could leave them under the name of the spare
    file.write(parts, 0);
    file.truncate(parts.reduce((sum, { length }) => sum + length, 0));
  });
  makeNameDurable(fs, dir, name, file);
  return file;
}

/** @param write puts the bytes into the file and sees to it that `<name>.tmp` is its name. An error closes the file */
function settle(fs: FileSystem, dir: string, name: string, file: FileHandle, write: () => void): void {
  const path = joinPath(dir, name);
  try {
    write();
    file.sync();
    fs.rename(`${path}.tmp`, path);
  } catch (error) {
    file.close();
    throw error;
  }
}

/** @throws Error, with the file closed */
function makeNameDurable(fs: FileSystem, dir: string, name: string, file: FileHandle): void {
  try {
    fs.syncDir(dir);
  } catch (cause) {
    file.close(); // the name is there and may or may not stay: no error, not even a full disk, may read as "not made"
    throw new Error(`cannot make ${joinPath(dir, name)} durable`, { cause });
  }
}
