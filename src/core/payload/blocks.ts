// The end of a stream of bytes, in memory: what was appended and is not given back yet.
// The decision: shared memory, which the thread that saves it reads without a copy. What is appended at once lies in one
// block, so it can be handed out as a view; a block is given back whole.
import type { MemoryLimit } from "../../memory/memory-limit.ts";
import { allocateShared } from "../../storage/memory.ts";

const LARGEST_BYTES = 2 ** 20;
const SMALLEST_BYTES = 4096;

interface Block {
  readonly bytes: Uint8Array;
  /** Of its first byte in the stream. */
  readonly offset: number;
  used: number;
}

export class Blocks {
  readonly #memory: MemoryLimit;
  #blocks: Block[] = [];
  #end: number;
  #bytes = 0;

  /**
   * @param memory where blocks are counted. They are not refused: what is put here has been logged
   * @param end of the stream so far, none of which is here
   */
  constructor(memory: MemoryLimit, end = 0) {
    this.#memory = memory;
    this.#end = end;
  }

  /** The length of the stream. */
  get end(): number {
    return this.#end;
  }

  /** What is counted for the blocks. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @returns where in the stream they are now */
  append(bytes: Uint8Array): number {
    let block = this.#blocks.at(-1);
    if (!block || block.used + bytes.length > block.bytes.length) block = this.#start(bytes.length);
    block.bytes.set(bytes, block.used);
    block.used += bytes.length;
    const offset = this.#end;
    this.#end += bytes.length;
    return offset;
  }

  /** What was appended at once, a view that must not be written to; null when it has been given back. */
  view(offset: number, length: number): Uint8Array | null {
    const block = this.#blocks[this.#indexOf(offset)];
    if (!block) return null;
    const at = offset - block.offset;
    return block.bytes.subarray(at, at + length);
  }

  /** The bytes from `from` to before `to`, as far as they are here. Finding them takes no look at other blocks. */
  parts(from: number, to: number): Uint8Array[] {
    const parts: Uint8Array[] = [];
    for (let i = Math.max(0, this.#indexOf(from)); i < this.#blocks.length; i++) {
      const { bytes, offset, used } = this.#blocks[i]!;
      if (offset >= to) break;
      const part = bytes.subarray(Math.max(0, from - offset), Math.min(used, to - offset));
      if (part.length > 0) parts.push(part);
    }
    return parts;
  }

  /** Forgets the blocks that end at `end` or before it. @returns what was counted for them; the caller gives it back */
  release(end: number): number {
    let bytes = 0;
    let blocks = 0;
    for (const block of this.#blocks) {
      if (block.offset + block.used > end) break;
      bytes += block.bytes.length;
      blocks++;
    }
    this.#blocks = this.#blocks.slice(blocks);
    this.#bytes -= bytes;
    return bytes;
  }

  /** Blocks start small and double up to a megabyte, so a small collection stays small. */
  #start(atLeast: number): Block {
    const before = this.#blocks.at(-1)?.bytes.length ?? 0;
    const size = Math.max(atLeast, Math.min(LARGEST_BYTES, Math.max(SMALLEST_BYTES, before * 2)));
    const block = { bytes: allocateShared(size), offset: this.#end, used: 0 };
    this.#blocks.push(block);
    this.#bytes += size;
    this.#memory.add(size);
    return block;
  }

  /** The block that the byte is in, or -1. */
  #indexOf(offset: number): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#blocks[middle]!.offset <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
