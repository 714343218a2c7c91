// The memory of a vector store as one thread sees it: it turns addresses into views.
// The decision: addresses are made unsigned on arrival, and views are created for each use, since a view from before a
// growth of the memory keeps its old length. The content of a column stays valid, because no memory is ever reused.
import { OutOfMemory } from "../errors/failures.ts";
import type { Exports } from "./instance.ts";

export class LinearMemory {
  readonly exports: Exports;
  readonly memory: WebAssembly.Memory;
  /** The number of this thread among the threads that share the memory. */
  readonly worker: number;

  constructor(exports: Exports, memory: WebAssembly.Memory, worker: number) {
    this.exports = exports;
    this.memory = memory;
    this.worker = worker;
  }

  bytes(signedAddress: number, length: number): Uint8Array {
    const address = signedAddress >>> 0;
    // Another thread may have grown the memory; growing it by nothing refreshes this thread's buffer.
    if (address + length > this.memory.buffer.byteLength) this.memory.grow(0);
    return new Uint8Array(this.memory.buffer, address, length);
  }

  floats(signedAddress: number, length: number): Float32Array {
    const { buffer, byteOffset } = this.bytes(signedAddress, length * 4);
    return new Float32Array(buffer, byteOffset, length);
  }

  words(signedAddress: number, length: number): Uint32Array {
    const { buffer, byteOffset } = this.bytes(signedAddress, length * 4);
    return new Uint32Array(buffer, byteOffset, length);
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
}
