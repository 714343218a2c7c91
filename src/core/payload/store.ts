// The payloads of a segment: the bytes as received, by slot.
// The decision: bytes are appended to blocks and found by position, never parsed and never JavaScript objects, so a
// million payloads cost their bytes and twelve more each. The payload of a dead slot stays until the segment is
// rebuilt.

import type { MemoryLimit } from "../../memory-limit.ts";

/** What the store takes for a slot, its payload aside. */
export const PLACE_BYTES = 12;

const BLOCK_BYTES = 1024 * 1024;
const FIRST_SLOTS = 64;
/** Positions in `#lengths` of slots without a payload. */
const ABSENT = 0;

export class PayloadStore {
  readonly #memory: MemoryLimit;
  readonly #blocks: Uint8Array[] = [];
  #block: Uint8Array = new Uint8Array(0);
  #used = 0;
  #blockBytes = 0;
  #liveBytes = 0;
  /** Per slot: number of the block, offset in it, length. */
  #places = new Uint32Array(FIRST_SLOTS * 3);

  /** @param memory where blocks are counted. They are not refused: what is put here has been logged */
  constructor(memory: MemoryLimit) {
    this.#memory = memory;
  }

  put(slot: number, bytes: Uint8Array): void {
    if (this.#used + bytes.length > this.#block.length) this.#startBlock(bytes.length);
    this.#block.set(bytes, this.#used);
    this.#place(slot, this.#blocks.length - 1, this.#used, bytes.length);
    this.#used += bytes.length;
    this.#liveBytes += bytes.length;
  }

  /** The slot has lost its point. Its payload can be read all the same, but will not be copied. */
  forget(slot: number): void {
    this.#liveBytes -= this.#places[slot * 3 + 2] ?? ABSENT;
  }

  /** The bytes of the payloads that belong to points. */
  get liveBytes(): number {
    return this.#liveBytes;
  }

  /** The payload's bytes, a view that must not be written to, or null. */
  get(slot: number): Uint8Array | null {
    const length = this.#places[slot * 3 + 2] ?? ABSENT;
    if (length === ABSENT) return null;
    const offset = this.#places[slot * 3 + 1]!;
    return this.#blocks[this.#places[slot * 3]!]!.subarray(offset, offset + length);
  }

  /** What is counted for the blocks; whoever drops the store gives it back. */
  get bytes(): number {
    return this.#blockBytes;
  }

  /** Blocks start small and double up to a megabyte, so a small collection stays small. */
  #startBlock(atLeast: number): void {
    const size = Math.min(BLOCK_BYTES, Math.max(4096, this.#block.length * 2));
    this.#block = new Uint8Array(Math.max(size, atLeast));
    this.#blocks.push(this.#block);
    this.#blockBytes += this.#block.length;
    this.#memory.add(this.#block.length);
    this.#used = 0;
  }

  #place(slot: number, block: number, offset: number, length: number): void {
    if ((slot + 1) * 3 > this.#places.length) {
      const places = new Uint32Array(Math.max(this.#places.length * 2, (slot + 1) * 3));
      places.set(this.#places);
      this.#places = places;
    }
    this.#places[slot * 3] = block;
    this.#places[slot * 3 + 1] = offset;
    this.#places[slot * 3 + 2] = length;
  }
}
