// A file in blocks of a volume.
// The decision: bytes are written to their final positions without a buffer. A new block may contain bytes of another
// file, so everything between the old end and the first written byte is filled with zeros.
import type { FileHandle } from "../fs.ts";
import type { Blocks, Run } from "./blocks.ts";

export const BLOCK_BYTES = 16 * 1024;
const ZEROS = new Uint8Array(BLOCK_BYTES);

/** The parts that all files of a volume share. */
export interface Volume {
  readonly data: FileHandle;
  readonly blocks: Blocks;
  /** Notes that sizes or positions of files differ from the catalogue. */
  noteChange(): void;
  /** Frees blocks, if that is possible without making the volume longer. */
  freeBlocks(blocks: number): void;
}

export class PackedFile {
  readonly #volume: Volume;
  #size: number;
  #runs: Run[];
  /** The number of open handles. */
  opens = 0;
  #hasName = true;

  constructor(volume: Volume, size = 0, runs: readonly Run[] = []) {
    this.#volume = volume;
    this.#size = size;
    this.#runs = [...runs];
  }

  get size(): number {
    return this.#size;
  }

  get runs(): readonly Run[] {
    return this.#runs;
  }

  /** Gives back the blocks of a file without a name, when no handle is open any more. */
  loseName(): void {
    this.#hasName = false;
    this.#leave();
  }

  noteClosed(): void {
    this.opens--;
    this.#leave();
  }

  read(into: Uint8Array, position: number): number {
    const length = Math.max(0, Math.min(into.length, this.#size - position));
    let done = 0;
    for (const [at, count] of this.#rangesOf(position, length)) {
      const found = this.#volume.data.read(into.subarray(done, done + count), at);
      done += found;
      if (found < count) break;
    }
    return done;
  }

  write(parts: readonly Uint8Array[], position: number): void {
    const end = parts.reduce((sum, { length }) => sum + length, position);
    const before = this.#size;
    if (end > before) this.#grow(end, position);
    let at = position;
    try {
      for (const part of parts) {
        this.#put(part, at);
        at += part.length;
      }
    } catch (error) {
      // Bytes that were not written would be those of another file, so the file is cut back.
      if (end > before) this.truncate(before);
      throw error;
    }
  }

  truncate(size: number): void {
    if (size === this.#size) return;
    if (size > this.#size) {
      this.#grow(size, size);
      return;
    }
    this.#truncateTo(Math.ceil(size / BLOCK_BYTES));
    this.#size = size;
    this.#volume.noteChange();
  }

  /**
   * Makes the file longer; its size is unchanged when there is no space.
   * @param zerosTo the first byte that the caller will write; everything before it is filled with zeros
   */
  #grow(size: number, zerosTo: number): void {
    const before = blocksOf(this.#runs);
    const missing = Math.ceil(size / BLOCK_BYTES) - before;
    if (missing > 0) {
      this.#volume.freeBlocks(missing);
      const [first, count] = this.#runs.at(-1) ?? [0, 0];
      for (const run of this.#volume.blocks.take(missing, first + count)) this.#append(run);
    }
    const old = this.#size;
    this.#size = size;
    try {
      for (let at = old; at < zerosTo; at += BLOCK_BYTES) this.#put(ZEROS.subarray(0, zerosTo - at), at);
    } catch (error) {
      this.#truncateTo(before);
      this.#size = old;
      throw error;
    }
    this.#volume.noteChange();
  }

  #append([first, count]: Run): void {
    const last = this.#runs.at(-1);
    if (last && last[0] + last[1] === first) this.#runs[this.#runs.length - 1] = [last[0], last[1] + count];
    else this.#runs.push([first, count]);
  }

  /** Keeps the first `blocks` blocks and gives the others back. */
  #truncateTo(blocks: number): void {
    const kept: Run[] = [];
    let left = blocks;
    for (const [first, count] of this.#runs) {
      const keep = Math.min(left, count);
      if (keep > 0) kept.push([first, keep]);
      if (keep < count) this.#volume.blocks.give([[first + keep, count - keep]]);
      left -= keep;
    }
    this.#runs = kept;
  }

  #leave(): void {
    if (this.#hasName || this.opens > 0) return;
    this.#truncateTo(0);
    this.#size = 0;
  }

  #put(bytes: Uint8Array, position: number): void {
    let done = 0;
    for (const [at, count] of this.#rangesOf(position, bytes.length)) {
      this.#volume.data.write([bytes.subarray(done, done + count)], at);
      done += count;
    }
  }

  /** Returns the positions of these bytes in the volume, one for each run of adjacent blocks. */
  *#rangesOf(position: number, length: number): Generator<readonly [at: number, count: number]> {
    let start = 0;
    const end = position + length;
    for (const [first, blocks] of this.#runs) {
      const runEnd = start + blocks * BLOCK_BYTES;
      const from = Math.max(start, position);
      const to = Math.min(runEnd, end);
      if (from < to) yield [first * BLOCK_BYTES + from - start, to - from];
      if (runEnd >= end) return;
      start = runEnd;
    }
  }
}

export function blocksOf(runs: readonly Run[]): number {
  return runs.reduce((sum, [, count]) => sum + count, 0);
}
