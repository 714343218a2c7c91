// The memory of a vector store as one thread sees it: it turns addresses into views.
// The decision: addresses are made unsigned on arrival, and views are created for each use, since a view from before a
// growth of the memory keeps its old length. The buffer is kept until it is too short, because asking the memory for it
// is a call into V8. The content of a column stays valid, because no memory is ever reused.
import { OutOfMemory } from "../errors/failures.ts";
import type { Exports } from "./instance.ts";

export class LinearMemory {
  readonly exports: Exports;
  readonly memory: WebAssembly.Memory;
  /** The number of this thread among the threads that share the memory. */
  readonly worker: number;
  #buffer: ArrayBufferLike;
  #bufferBytes: number;

  constructor(exports: Exports, memory: WebAssembly.Memory, worker: number) {
    this.exports = exports;
    this.memory = memory;
    this.worker = worker;
    this.#buffer = memory.buffer;
    this.#bufferBytes = this.#buffer.byteLength;
  }

  bytes(signedAddress: number, length: number): Uint8Array {
    const address = signedAddress >>> 0;
    return new Uint8Array(this.#bufferUpTo(address + length), address, length);
  }

  floats(signedAddress: number, length: number): Float32Array {
    const address = signedAddress >>> 0;
    return new Float32Array(this.#bufferUpTo(address + length * 4), address, length);
  }

  words(signedAddress: number, length: number): Uint32Array {
    const address = signedAddress >>> 0;
    return new Uint32Array(this.#bufferUpTo(address + length * 4), address, length);
  }

  /** Returns a view of allocated memory; the address 0 means that there was none. @throws OutOfMemory */
  writable(signedAddress: number, length: number): Uint8Array {
    if (signedAddress === 0) throw new OutOfMemory();
    return this.bytes(signedAddress, length);
  }

  /**
   * Returns the items of the slots from `from` to before `to`, in slot order; empty if the store lacks the column.
   */
  column(column: number, from: number, to: number): Uint8Array[] {
    const { columnBytes, columnItem, columnRun } = this.exports;
    const itemBytes = columnBytes(column);
    const runs: Uint8Array[] = [];
    for (let slot = from; slot < to && itemBytes > 0; ) {
      const slots = columnRun(column, slot, to);
      runs.push(this.bytes(columnItem(column, slot), slots * itemBytes));
      slot += slots;
    }
    return runs;
  }

  /** @param end the address after the last byte that is used */
  #bufferUpTo(end: number): ArrayBufferLike {
    if (end <= this.#bufferBytes) return this.#buffer;
    // Another thread may have grown the memory; growing it by nothing refreshes this thread's buffer.
    if (end > this.memory.buffer.byteLength) this.memory.grow(0);
    this.#buffer = this.memory.buffer;
    this.#bufferBytes = this.#buffer.byteLength;
    return this.#buffer;
  }
}
