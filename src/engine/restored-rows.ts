// Reads the saved rows of sparse vectors into a store that has none.
// The decision: rows that stay in memory are read to where they are kept, in one piece. Those that stay in their file
// are read for their checksums and their sizes, in parts.
import type { StoreFiles } from "./files.ts";
import { check } from "./instance.ts";
import type { LinearMemory } from "./linear-memory.ts";
import { readSaved, type SavedBytes, type SavedReader, SUM_BYTES } from "./saved.ts";
import { rowsWithin } from "./sparse-rows.ts";

interface SavedRows {
  readonly slots: number;
  readonly rows: SavedBytes;
  /** The number of slots whose postings the store has. */
  readonly sealed: number;
  /** Whether the rows stay in their file. */
  readonly inFile: boolean;
}

/** @throws DamagedFile, OutOfMemory */
export function readSparseRows(linear: LinearMemory, saved: SavedRows, files: StoreFiles): void {
  const { slots, rows, sealed, inFile } = saved;
  const { sparseInput, putSparse } = linear.exports;
  const input = (bytes: number) => linear.writable(sparseInput(bytes), bytes);
  let written = 0;
  /** Keeps the rows of a part that is where the next rows are passed. @returns their bytes */
  const put = (part: Uint8Array, reader: SavedReader): number => {
    const { rows, bytes } = rowsWithin(part, 0);
    if (written + rows > slots) throw reader.damaged(`it has more than the vectors of ${slots} slots`);
    check(putSparse(written, rows, sealed));
    written += rows;
    return bytes;
  };
  readSaved(files, rows, (reader) => {
    const most = inFile ? SUM_BYTES : reader.left;
    let rest = new Uint8Array(0);
    while (reader.left > 0) {
      const part = input(rest.length + Math.min(reader.left, most));
      part.set(rest);
      reader.read(part.subarray(rest.length));
      const bytes = put(part, reader);
      // The memory of the input is used again, and a vector may continue in the next part.
      rest = part.slice(bytes);
    }
    if (written < slots || rest.length > 0)
      throw reader.damaged(`it ends before the vector of slot ${written}`);
  });
}
