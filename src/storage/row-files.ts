// Files of vectors: one for each segment whose rows are not kept in memory, all in one folder of the data directory.
// The decision: they hold nothing that the log does not, so they are emptied at every start and made again by replay,
// and nothing is ever synced. Room is taken by writing zeros before a write is logged, so that a full disk refuses the
// write instead of failing it afterwards, when it cannot be refused any more.
import type { RowFile, RowFiles } from "../engine/rows.ts";
import { DiskFull, VectorDbError } from "../errors.ts";
import { type FileHandle, type FileSystem, isDiskFull, joinPath } from "./fs.ts";

const FOLDER = "vectors";
/** A file grows by an eighth of itself, in whole steps, and by no more of them than this at a time. */
const STEP_BYTES = 64 * 1024;
const MOST_STEPS = 64;
const GROWTH = 1 / 8;
const ZEROS = new Uint8Array(STEP_BYTES);

/** Removes the files of the last run. To be called by whoever holds the directory, before there are segments. */
export function clearRowFiles(fs: FileSystem, dataDir: string): void {
  fs.remove(joinPath(dataDir, FOLDER));
  fs.mkdir(joinPath(dataDir, FOLDER));
}

/** The files of a data directory, by the number of their segment. */
export function rowFilesIn(fs: FileSystem, dataDir: string): RowFiles {
  const path = (segment: number) => joinPath(dataDir, FOLDER, `${segment}.f32`);
  const open = (segment: number, rowBytes: number, mode: "create" | "read") =>
    failing("opened", () => new DiskRows(fs.open(path(segment), mode), rowBytes));
  return {
    create: (segment, rowBytes) => open(segment, rowBytes, "create"),
    open: (segment, rowBytes) => open(segment, rowBytes, "read"),
    remove: (segment) => fs.remove(path(segment)),
  };
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

  get capacity(): number {
    return Math.floor(this.#file.size() / this.#rowBytes);
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
  if (isDiskFull(cause)) return new DiskFull({ cause });
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new VectorDbError("INTERNAL", `a file of vectors could not be ${done}: ${reason}`, { cause });
}
