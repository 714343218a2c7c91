// The files of segments, by key, below one folder of the data directory, and the files of rows, which segments write.
// The decision: a key is a path that only the core composes. Nothing is synced here: a checkpoint syncs the rows it
// relies on, and later rows are in the log. Disk space is reserved by writing zeros before a write is logged, so that a
// full disk refuses the write before it is acknowledged.
import type { RowFile, SavedFile, StoreFiles } from "../engine/files.ts";
import { fileFailureOf } from "../errors/files.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { type FileHandle, type FileSystem, joinPath } from "./fs.ts";

const FOLDER = "collections";
/** A file grows by an eighth of its size, in whole steps, and by at most this many of them at a time. */
const STEP_BYTES = 64 * 1024;
const MAX_STEPS = 64;
const GROWTH = 1 / 8;
const ZEROS = new Uint8Array(STEP_BYTES);

export function segmentFilesIn(fs: FileSystem, dataDir: string): StoreFiles {
  const path = (key: string) => joinPath(dataDir, FOLDER, key);
  return {
    create: (key, rowBytes) =>
      failing("opened", () => {
        fs.mkdir(folderOf(path(key)));
        return new DiskRows(fs.open(path(key), "create"), rowBytes);
      }),
    open: (key, rowBytes, mode) => failing("opened", () => new DiskRows(fs.open(path(key), mode), rowBytes)),
    read: (key) => failing("opened", () => new ReadFile(fs.open(path(key), "read"))),
    remove: (key) => failing("removed", () => fs.remove(path(key))),
    crc32: fs.crc32,
  };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

class ReadFile implements SavedFile {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  read(into: Uint8Array, position: number): number {
    return failing("read", () => this.#file.read(into, position));
  }

  close(): void {
    this.#file.close();
  }
}

class DiskRows implements RowFile {
  readonly #file: FileHandle;
  readonly #rowBytes: number;
  /** The bytes that are allocated: whole steps if the file is written here. */
  #size: number;

  constructor(file: FileHandle, rowBytes: number) {
    this.#file = file;
    this.#rowBytes = rowBytes;
    this.#size = file.size();
  }

  reserve(rows: number): number {
    const needed = rows * this.#rowBytes;
    if (needed > this.#size) this.#growTo(sizeFor(needed, this.#size));
    return Math.floor(this.#size / this.#rowBytes);
  }

  write(first: number, bytes: Uint8Array): void {
    failing("written", () => this.#file.write([bytes], first * this.#rowBytes));
  }

  read(first: number, into: Uint8Array): number {
    return failing("read", () => this.#file.read(into, first * this.#rowBytes));
  }

  close(): void {
    this.#file.close();
  }

  #growTo(size: number): void {
    try {
      for (let at = this.#size; at < size; at += ZEROS.length) {
        this.#file.write([ZEROS], at);
      }
    } catch (error) {
      // The new space is freed, because otherwise a disk that is nearly full would stay full.
      this.#release();
      throw errorFor("extended", error);
    }
    this.#size = size;
  }

  #release(): void {
    try {
      this.#file.truncate(this.#size);
    } catch {
      // The first error is more informative, and the remaining zeros will be overwritten.
    }
  }
}

/** Returns the new size in whole steps: the needed one, or a growth by an eighth if that is more. */
function sizeFor(needed: number, size: number): number {
  const growth = Math.min(Math.floor((size * GROWTH) / STEP_BYTES), MAX_STEPS) * STEP_BYTES;
  return Math.max(Math.ceil(needed / STEP_BYTES) * STEP_BYTES, size + growth);
}

function failing<T>(done: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw errorFor(done, error);
  }
}

function errorFor(done: string, cause: unknown): VectorDbError {
  const known = fileFailureOf(cause);
  if (known?.code === "DISK_FULL" || known?.code === "TOO_MANY_OPEN_FILES") return known;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new VectorDbError("INTERNAL", `a file of a segment could not be ${done}: ${reason}`, { cause });
}
