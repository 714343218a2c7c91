// Bytes that several threads can read without a copy.
// The decision: log records are in shared memory where it is available, so that passing them between threads posts a
// reference. Where it is not (a web page that is not isolated), they are plain bytes and are copied.
import { OutOfMemory } from "../errors/failures.ts";
import type { MemoryLimit } from "../memory/memory-limit.ts";

/** Returns zeroed bytes, aligned to 8 bytes. */
export function allocateShared(sizeBytes: number): Uint8Array {
  return typeof SharedArrayBuffer === "undefined"
    ? new Uint8Array(sizeBytes)
    : new Uint8Array(new SharedArrayBuffer(sizeBytes));
}

/** Returns the bytes in shared memory; they are copied unless they already are. */
export function toShared(bytes: Uint8Array): Uint8Array {
  if (!(bytes.buffer instanceof ArrayBuffer)) return bytes;
  const copy = allocateShared(bytes.length);
  copy.set(bytes);
  return copy;
}

/**
 * A few shared buffers used one after another, so that reading a log of any size needs the memory of `count` chunks.
 * The result of `take` is overwritten `count` calls later.
 */
export class RingBuffers {
  readonly #buffers: Uint8Array[];
  #index = 0;

  constructor(count: number) {
    this.#buffers = Array.from({ length: count }, () => new Uint8Array(0));
  }

  take(sizeBytes: number): Uint8Array {
    this.#index = (this.#index + 1) % this.#buffers.length;
    if (this.#buffers[this.#index]!.length < sizeBytes)
      this.#buffers[this.#index] = allocateShared(sizeBytes);
    return this.#buffers[this.#index]!.subarray(0, sizeBytes);
  }
}

/** The most unused bytes that a pool keeps, and their largest share of a memory limit. */
const MAX_IDLE_BYTES = 64 * 2 ** 20;
const IDLE_SHARE = 32;
const SMALLEST_BYTES = 4096;

/**
 * A pool of shared buffers. Buffers are reused because a thread that received shared memory keeps it alive until its
 * own garbage collector runs, which is rare in a thread with a small heap.
 */
export class SharedPool {
  readonly #memory: MemoryLimit;
  readonly #idle = new Map<number, Uint8Array[]>();
  #idleBytes = 0;

  /** @param memory the limit that counts the buffers, unused ones included */
  constructor(memory: MemoryLimit) {
    this.#memory = memory;
  }

  /** Returns `sizeBytes` bytes with undefined contents. @throws OutOfMemory */
  take(sizeBytes: number): Uint8Array {
    const capacity = capacityFor(sizeBytes);
    const buffer = this.#idle.get(capacity)?.pop();
    if (buffer) {
      this.#idleBytes -= capacity;
      return buffer.subarray(0, sizeBytes);
    }
    if (!this.#memory.reserve(capacity, "passing")) {
      this.dropIdle();
      if (!this.#memory.reserve(capacity, "passing")) throw new OutOfMemory();
    }
    return allocateShared(capacity).subarray(0, sizeBytes);
  }

  /** Frees all unused buffers: after many writes, or when a buffer of another size needs the memory. */
  dropIdle(): void {
    this.#memory.release(this.#idleBytes);
    this.#idleBytes = 0;
    this.#idle.clear();
  }

  /** Takes back a buffer that `take` returned, once no thread reads it any more. */
  give(bytes: Uint8Array): void {
    const capacity = bytes.buffer.byteLength;
    if (this.#idleBytes + capacity > Math.min(MAX_IDLE_BYTES, this.#memory.limit / IDLE_SHARE)) {
      this.#memory.release(capacity);
      return;
    }
    this.#idleBytes += capacity;
    const same = this.#idle.get(capacity) ?? [];
    this.#idle.set(capacity, same);
    same.push(new Uint8Array(bytes.buffer));
  }
}

/** Returns a power of two, so that a few sizes can be reused for all requests. */
function capacityFor(sizeBytes: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(sizeBytes, SMALLEST_BYTES)));
}
