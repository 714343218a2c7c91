// Bytes that several threads can read without a copy.
// The decision: log records live in shared memory wherever there is any, so that handing one from the log's thread to a
// shard posts a reference; where there is none (a browser page that is not isolated) they are plain bytes and are copied.
import { OutOfMemory } from "../errors/failures.ts";
import type { MemoryLimit } from "../memory/memory-limit.ts";

/** Fresh zeros, aligned to 8 bytes. */
export function allocateShared(sizeBytes: number): Uint8Array {
  return typeof SharedArrayBuffer === "undefined"
    ? new Uint8Array(sizeBytes)
    : new Uint8Array(new SharedArrayBuffer(sizeBytes));
}

/** The same bytes in shared memory: themselves if they are there already. */
export function toShared(bytes: Uint8Array): Uint8Array {
  if (!(bytes.buffer instanceof ArrayBuffer)) return bytes;
  const copy = allocateShared(bytes.length);
  copy.set(bytes);
  return copy;
}

/**
 * A few shared buffers used in turn. Whoever reads a log of any size this way takes the memory of `count` chunks; what
 * `take` gave is overwritten `count` calls later.
 */
export class TurnBuffers {
  readonly #buffers: Uint8Array[];
  #turn = 0;

  constructor(count: number) {
    this.#buffers = Array.from({ length: count }, () => new Uint8Array(0));
  }

  take(sizeBytes: number): Uint8Array {
    this.#turn = (this.#turn + 1) % this.#buffers.length;
    if (this.#buffers[this.#turn]!.length < sizeBytes) this.#buffers[this.#turn] = allocateShared(sizeBytes);
    return this.#buffers[this.#turn]!.subarray(0, sizeBytes);
  }
}

/** Idle bytes a pool keeps for the next who asks, and the share of a memory limit that they may be. */
const MAX_IDLE_BYTES = 64 * 2 ** 20;
const IDLE_SHARE = 32;
const SMALLEST_BYTES = 4096;

/**
 * Shared buffers that are used again. A thread that was handed shared memory keeps it alive until its own garbage
 * collector runs, which in a thread with a small heap is hardly ever: memory that is not reused piles up there.
 */
export class SharedPool {
  readonly #memory: MemoryLimit;
  readonly #idle = new Map<number, Uint8Array[]>();
  #idleBytes = 0;

  /** @param memory where the buffers are counted, idle ones included */
  constructor(memory: MemoryLimit) {
    this.#memory = memory;
  }

  /** `sizeBytes` bytes with whatever they held before. @throws OutOfMemory */
  take(sizeBytes: number): Uint8Array {
    const capacity = capacityFor(sizeBytes);
    const buffer = this.#idle.get(capacity)?.pop();
    if (buffer) {
      this.#idleBytes -= capacity;
      return buffer.subarray(0, sizeBytes);
    }
    if (!this.#memory.take(capacity, "passing")) {
      this.dropIdle();
      if (!this.#memory.take(capacity, "passing")) throw new OutOfMemory();
    }
    return allocateShared(capacity).subarray(0, sizeBytes);
  }

  /** Gives back what nobody uses: after many writes, or because it stands in the way of a buffer of another size. */
  dropIdle(): void {
    this.#memory.give(this.#idleBytes);
    this.#idleBytes = 0;
    this.#idle.clear();
  }

  /** Takes back what `take` gave, once no thread looks at it any more. */
  give(bytes: Uint8Array): void {
    const capacity = bytes.buffer.byteLength;
    if (this.#idleBytes + capacity > Math.min(MAX_IDLE_BYTES, this.#memory.limit / IDLE_SHARE)) {
      this.#memory.give(capacity);
      return;
    }
    this.#idleBytes += capacity;
    const same = this.#idle.get(capacity) ?? [];
    this.#idle.set(capacity, same);
    same.push(new Uint8Array(bytes.buffer));
  }
}

/** Powers of two, so that a few sizes serve all. */
function capacityFor(sizeBytes: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(sizeBytes, SMALLEST_BYTES)));
}
