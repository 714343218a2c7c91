// Writes rows into slots that are not published yet.
// The decision: rows are passed in steps, so they are still in the cache when they are stored and encoded. If rows are
// in a file, each step is written to it before the next.
import { OutOfMemory } from "../errors/failures.ts";
import type { RowFile } from "./files.ts";
import { check } from "./instance.ts";
import type { LinearMemory } from "./linear-memory.ts";
import { rowBytesOf } from "./rows.ts";

/** A step has about this many bytes. */
const INPUT_BYTES = 16 * 1024;

export class SlotWriter {
  /** The number of rows that are passed at a time. */
  readonly inputRows: number;
  readonly #linear: LinearMemory;
  readonly #dimension: number;
  readonly #rows: RowFile | null;

  /** @param rows the file of the rows, if they are in one */
  constructor(linear: LinearMemory, dimension: number, rows: RowFile | null) {
    this.inputRows = Math.max(1, Math.floor(INPUT_BYTES / (dimension * Float32Array.BYTES_PER_ELEMENT)));
    this.#linear = linear;
    this.#dimension = dimension;
    this.#rows = rows;
  }

  put(first: number, vectors: Float32Array): void {
    const { exports, worker } = this.#linear;
    const dimension = this.#dimension;
    const rows = vectors.length / dimension;
    for (let row = 0; row < rows; row += this.inputRows) {
      const count = Math.min(this.inputRows, rows - row);
      const input = vectors.subarray(row * dimension, (row + count) * dimension);
      this.#copyIn(exports.rowInput(worker, count), input);
      check(exports.put(worker, first + row, count));
      this.#rows?.write(first + row, this.#rowsAt(exports.rowOutput(worker, count), count));
    }
  }

  /**
   * Writes slots of which only some have a vector. @param rows the slots with a vector; the others are deleted from the
   * start
   */
  putSparse(first: number, slots: number, rows: Uint32Array, vectors: Float32Array): void {
    const dimension = this.#dimension;
    // A row that cannot be written to its file fails the write; no slot may have been deleted for it by then.
    rows.forEach((row, i) => {
      this.put(first + row, vectors.subarray(i * dimension, (i + 1) * dimension));
    });
    let next = 0;
    for (let slot = 0; slot < slots; slot++) {
      if (rows[next] === slot) next++;
      else check(this.#linear.exports.markDead(first + slot));
    }
  }

  #rowsAt(address: number, rows: number): Uint8Array {
    return this.#linear.bytes(address, rows * rowBytesOf(this.#dimension));
  }

  #copyIn(address: number, floats: Float32Array): void {
    if (address === 0) throw new OutOfMemory();
    this.#linear.floats(address, floats.length).set(floats);
  }
}
