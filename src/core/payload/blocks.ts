// The part of a stream of bytes that is in memory: its end, which was appended and not released yet.
// The decision: shared memory, which the thread that saves it reads without a copy. Bytes that are appended together
// are in one block, so they can be returned as a view; a block is released as a whole.

import type { MemoryLimit } from "../../memory/memory-limit.ts";
import { allocateShared } from "../../storage/memory.ts";
import { firstIndex } from "../slots/first-index.ts";

const MAX_BLOCK_BYTES = 2 ** 20;
const MIN_BLOCK_BYTES = 4096;

interface Block {
  readonly bytes: Uint8Array;
  /** The position of its first byte in the stream. */
  readonly offset: number;
  used: number;
}

export class Blocks {
  readonly #memory: MemoryLimit;
  #blocks: Block[] = [];
  #end: number;
  #bytes = 0;

  /**
   * @param memory the account in which blocks are counted; they are never refused, because their content has been
   * logged
   * @param end the length of the stream so far, none of which is in memory
   */
  constructor(memory: MemoryLimit, end = 0) {
    this.#memory = memory;
    this.#end = end;
  }

  /** The length of the stream. */
  get end(): number {
    return this.#end;
  }

  /** The position of the first byte that is in memory. */
  get start(): number {
    return this.#blocks[0]?.offset ?? this.#end;
  }

  /** The bytes that the blocks have on the memory account. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Appends bytes. @returns their position in the stream */
  append(bytes: Uint8Array): number {
    let block = this.#blocks.at(-1);
    if (!block || block.used + bytes.length > block.bytes.length) block = this.#start(bytes.length);
    block.bytes.set(bytes, block.used);
    block.used += bytes.length;
    const offset = this.#end;
    this.#end += bytes.length;
    return offset;
  }

  /**
   * Returns a view of bytes that were appended together, which must not be written to; null if they have been released.
   */
  view(offset: number, length: number): Uint8Array | null {
    const block = this.#blocks[this.#indexOf(offset)];
    if (!block) return null;
    const at = offset - block.offset;
    return block.bytes.subarray(at, at + length);
  }

  /** Returns the bytes from `from` to before `to` that are in memory. Finding them reads no other blocks. */
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

  /**
   * Removes the blocks that end at or before `end`. @returns the bytes that were counted for them; the caller releases
   * them
   */
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

  /** Starts a block. Blocks begin small and double up to a megabyte, so a small collection stays small. */
  #start(atLeast: number): Block {
    const before = this.#blocks.at(-1)?.bytes.length ?? 0;
    const size = Math.max(atLeast, Math.min(MAX_BLOCK_BYTES, Math.max(MIN_BLOCK_BYTES, before * 2)));
    const block = { bytes: allocateShared(size), offset: this.#end, used: 0 };
    this.#blocks.push(block);
    this.#bytes += size;
    this.#memory.add(size);
    return block;
  }

  /** Returns the index of the block that has the byte, or -1. */
  #indexOf(offset: number): number {
    return firstIndex(this.#blocks.length, (i) => this.#blocks[i]!.offset > offset) - 1;
  }
}
