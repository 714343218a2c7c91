// The files of segments, by key below one folder of the data directory; and those of rows, which segments write.
// The decision: a key is a path, made by the core alone. Nothing is synced here: whoever relies on a file of rows syncs
// it, and what was written after that is in the log. Room is taken by writing zeros before a write is logged, so that a
// full disk refuses the write instead of failing it afterwards, when it cannot be refused any more.
import type { RowFile, SavedFile, SegmentFiles } from "../engine/files.ts";
import { fileFailureOf } from "../errors/files.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { type FileHandle, type FileSystem, joinPath } from "./fs.ts";

const FOLDER = "collections";
/** A file grows by an eighth of itself, in whole steps, and by no more of them than this at a time. */
const STEP_BYTES = 64 * 1024;
const MOST_STEPS = 64;
const GROWTH = 1 / 8;
const ZEROS = new Uint8Array(STEP_BYTES);

export function segmentFilesIn(fs: FileSystem, dataDir: string): SegmentFiles {
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
  /** Bytes that are known to be there, whole steps where the file is written. */
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
      // What was taken is given back, or a disk that is nearly full stays full.
      this.#giveBack();
      throw errorFor("extended", error);
    }
    this.#size = size;
  }

  #giveBack(): void {
    try {
      this.#file.truncate(this.#size);
    } catch {
      // The first error says more, and what is left behind is zeros that will be written over.
    }
  }
}

/** Whole steps from a size of whole steps: what is asked for, or a comfortable growth if that is more. */
function sizeFor(needed: number, size: number): number {
  const growth = Math.min(Math.floor((size * GROWTH) / STEP_BYTES), MOST_STEPS) * STEP_BYTES;
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
