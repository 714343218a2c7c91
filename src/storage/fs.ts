// The file system port: everything that storage asks of the operating system.
// The decision: it is synchronous and minimal. The log runs in its own thread, where blocking calls are the quickest
// and the easiest to reason about, and tests can make each of the few methods fail. Only storage composes paths; none
// comes from a request.

export { isDiskFull } from "../errors/files.ts";

export interface FileSystem {
  /** Returns the CRC-32 as in zlib; `seed` is the CRC of the bytes before. */
  crc32(bytes: Uint8Array, seed?: number): number;
  randomBytes(count: number): Uint8Array;
  /** Makes a directory and its parents with access for the owner only, and makes their names durable. */
  mkdir(path: string): void;
  /** Returns the names inside a directory, in no particular order. */
  list(path: string): string[];
  exists(path: string): boolean;
  open(path: string, mode: OpenMode): FileHandle;
  /** Renames a file or a directory atomically and replaces what is at `to`. */
  rename(from: string, to: string): void;
  /** Removes a file or a whole directory; it is no error if there is none. */
  remove(path: string): void;
  /** Makes creations, renames and removals inside the directory durable. */
  syncDir(path: string): void;
}

/**
 * How a file is opened. `read` and `write` require that it exists; `create` requires that it does not, so of two
 * concurrent calls one fails with EEXIST. `own` is `write` for files with secrets: it refuses anything but a regular
 * file of this user that no one else can access.
 */
export type OpenMode = "read" | "write" | "create" | "own";

export interface FileHandle {
  size(): number;
  /** Fills `into` from `position`; returns fewer bytes only at the end of the file. */
  read(into: Uint8Array, position: number): number;
  /** Writes all bytes or throws. After a short write it tries the rest again, which yields the cause of the failure. */
  write(parts: readonly Uint8Array[], position: number): void;
  /** Returns when everything written so far survives a power cut. */
  sync(): void;
  truncate(size: number): void;
  close(): void;
}

/** Joins names to a path. All supported systems accept the slash. */
export function joinPath(...names: string[]): string {
  return names.join("/");
}

/** Returns the directory of a path, or an empty text if it has none. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Runs `work` with a file, which is closed afterwards. */
export function withFile<T>(fs: FileSystem, path: string, mode: OpenMode, work: (file: FileHandle) => T): T {
  const file = fs.open(path, mode);
  try {
    return work(file);
  } finally {
    file.close();
  }
}

export function sizeOf(fs: FileSystem, path: string): number {
  return withFile(fs, path, "read", (file) => file.size());
}

/** Returns the bytes of an open file from `from`; fewer than `count` only at its end. */
export function readBytes(file: FileHandle, from: number, count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  return bytes.subarray(0, file.read(bytes, from));
}

/** Returns the whole content of a small file, or undefined if there is none. */
export function readFile(fs: FileSystem, path: string): Uint8Array | undefined {
  if (!fs.exists(path)) return undefined;
  return withFile(fs, path, "read", (file) => readBytes(file, 0, file.size()));
}

/**
 * Writes a file atomically and durably: it is written and synced as `<name>.tmp`, then renamed. A `.tmp` file
 * that a crash leaves is incomplete and may be removed. Returns the file, still open for writing.
 */
export function writeFileDurably(
  fs: FileSystem,
  dir: string,
  name: string,
  parts: readonly Uint8Array[],
): FileHandle {
  const file = writeFile(fs, dir, name, parts);
  makeNameDurable(fs, dir, name, file);
  return file;
}

/**
 * Writes a file as `writeFileDurably` does, without making its name durable. After a power cut the file may be missing;
 * if it exists, it is complete.
 */
export function writeFile(
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
 * Writes a file as `writeFileDurably` does, without needing free disk space: it writes into the blocks of `file`, which
 * is open for writing and has the name `spare` in the directory. A file system that never writes in place needs free
 * space all the same.
 */
export function overwriteSpareFile(
  fs: FileSystem,
  dir: string,
  name: string,
  parts: readonly Uint8Array[],
  { file, spare }: { readonly file: FileHandle; readonly spare: string },
): FileHandle {
  settle(fs, dir, name, file, () => {
    fs.rename(joinPath(dir, spare), joinPath(dir, `${name}.tmp`));
    fs.syncDir(dir); // first, so that a crash does not leave the new bytes under the name of the spare file
    file.write(parts, 0);
    file.truncate(parts.reduce((sum, { length }) => sum + length, 0));
  });
  makeNameDurable(fs, dir, name, file);
  return file;
}

/**
 * Writes a file and renames it. On an error it closes the file.
 * @param write writes the bytes and makes sure that the name of the file is `<name>.tmp`
 */
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

/** Makes a name durable. @throws Error, with the file closed */
function makeNameDurable(fs: FileSystem, dir: string, name: string, file: FileHandle): void {
  try {
    fs.syncDir(dir);
  } catch (cause) {
    file.close(); // no error may say "not written", not even a full disk: the name exists and may survive
    throw new Error(`cannot make ${joinPath(dir, name)} durable`, { cause });
  }
}
