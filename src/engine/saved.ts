// Reads a saved file of a vector store from its start to its end.
// The decision: each MiB has a CRC-32, computed while the bytes are still in the cache and compared before the next MiB
// is read. So a file is read once, and the error names the position of the damage. The caller has to discard what was
// read to its final position before.

import { DamagedFile } from "../errors/failures.ts";
import { isOfProcess } from "../errors/files.ts";
import type { SavedFile, StoreFiles } from "./files.ts";

/** Bytes that share a checksum. */
export const SUM_BYTES = 1024 * 1024;

/** The first `bytes` bytes of a file, which may have grown since. */
export interface SavedBytes {
  readonly file: string;
  readonly bytes: number;
  /** The CRC-32 of each MiB; the last may be shorter. */
  readonly sums: Uint32Array;
}

/** Runs `work` over the file, which must read all of it. @throws DamagedFile */
export function readSaved<T>(files: StoreFiles, saved: SavedBytes, work: (reader: SavedReader) => T): T {
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
  readonly #files: StoreFiles;
  readonly #file: SavedFile;
  readonly #saved: SavedBytes;
  #at = 0;
  #sum = 0;

  constructor(files: StoreFiles, file: SavedFile, saved: SavedBytes) {
    this.#files = files;
    this.#file = file;
    this.#saved = saved;
  }

  /** The bytes that have not been read. */
  get left(): number {
    return this.#saved.bytes - this.#at;
  }

  /** Fills `into` with the next bytes. */
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

  /** Reads the rest for its checksums only. */
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

/** Turns an error of `work` that is due to the file into damage of this file. */
export function unlessDamaged<T>(file: string, offset: number, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (isOfProcess(cause)) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DamagedFile(file, offset, reason, { cause });
  }
}
