// Reading what was saved of a segment, from the start of a file to its end.
// The decision: each MiB has a CRC-32, made while the bytes are still in the cache and compared before the next MiB is
// read, so a file is gone through once and the error says where it is not as it was written. What was read into place
// before that has to be thrown away by whoever asked.

import { DamagedFile } from "../errors/failures.ts";
import { isOfProcess } from "../errors/files.ts";
import type { SavedFile, SegmentFiles } from "./files.ts";

/** Bytes that share a checksum. */
export const SUM_BYTES = 1024 * 1024;

/** The first `bytes` bytes of a file: it may have grown since. */
export interface SavedBytes {
  /** The key of the file. */
  readonly file: string;
  readonly bytes: number;
  /** CRC-32 of each MiB; the last may be short. */
  readonly sums: Uint32Array;
}

/** Runs `work` over the file, which must take all of it. @throws DamagedFile */
export function readSaved<T>(files: SegmentFiles, saved: SavedBytes, work: (reader: SavedReader) => T): T {
  const file = unlessDamaged(saved.file, 0, () => files.read(saved.file));
  const reader = new SavedReader(files, file, saved);
  try {
    const result = work(reader);
    if (reader.left > 0) throw reader.damaged("it is longer than what is kept in it");
    return result;
  } finally {
    file.close();
  }
}

export class SavedReader {
  readonly #files: SegmentFiles;
  readonly #file: SavedFile;
  readonly #saved: SavedBytes;
  #at = 0;
  #sum = 0;

  constructor(files: SegmentFiles, file: SavedFile, saved: SavedBytes) {
    this.#files = files;
    this.#file = file;
    this.#saved = saved;
  }

  /** Bytes that have not been read. */
  get left(): number {
    return this.#saved.bytes - this.#at;
  }

  /** Fills `into` with what comes next. */
  read(into: Uint8Array): void {
    if (into.length > this.left) throw this.damaged("it is shorter than what is kept in it");
    for (let done = 0; done < into.length; ) {
      const part = into.subarray(done, done + SUM_BYTES - (this.#at % SUM_BYTES));
      const count = unlessDamaged(this.#saved.file, this.#at, () => this.#file.read(part, this.#at));
      if (count < part.length) throw this.damaged("it ends here", this.#at + count);
      this.#sum = this.#files.crc32(part, this.#sum);
      this.#at += count;
      done += count;
      if (this.#at % SUM_BYTES === 0 || this.left === 0) this.#verify();
    }
  }

  /** Reads the rest for nothing but its checksums. */
  verifyRest(): void {
    const scratch = new Uint8Array(Math.min(this.left, SUM_BYTES));
    while (this.left > 0) this.read(scratch.subarray(0, this.left));
  }

  damaged(reason: string, offset = this.#at): DamagedFile {
    return new DamagedFile(this.#saved.file, offset, reason);
  }

  #verify(): void {
    const index = Math.ceil(this.#at / SUM_BYTES) - 1;
    if (this.#saved.sums[index] !== this.#sum) {
      throw this.damaged("the MiB that begins here is not as it was written", index * SUM_BYTES);
    }
    this.#sum = 0;
  }
}

/** Whatever `work` fails with for the file's sake is damage of it, and says so. */
export function unlessDamaged<T>(file: string, offset: number, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (isOfProcess(cause)) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DamagedFile(file, offset, reason, { cause });
  }
}
