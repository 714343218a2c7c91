// The linear memory of one vector store, and the account on which it is counted.
// The decision: the thread that grows it counts its pages before it grows, on the account and in the memory. A memory
// never shrinks; the thread that drops it for good releases all of it at once. When it cannot grow, it is known whether
// the account is exhausted or this memory is at its maximum: only in the second case another segment helps.
import { OutOfMemory, SegmentFull } from "../errors/failures.ts";
import type { Lifetime, MemoryLimit } from "../memory/memory-limit.ts";

/** 4 GiB, as many pages as an address can name. */
export const MAX_PAGES = 65_536;
const PAGE_BYTES = 65_536;
const FIRST_PAGES = 1;
/** The word at which the pages that were added are counted; the module leaves the bytes below 64 to the host. */
const ADDED_PAGES = 2;

/** Returns a new memory that may grow to `maximumPages`. @throws OutOfMemory */
export function newMemory(maximumPages: number, account: MemoryLimit): WebAssembly.Memory {
  const bytes = FIRST_PAGES * PAGE_BYTES;
  if (!account.reserve(bytes, "lasting")) throw new OutOfMemory();
  try {
    return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: maximumPages, shared: true });
  } catch (cause) {
    account.release(bytes);
    throw new OutOfMemory({ cause });
  }
}

/**
 * Returns the bytes that are counted for the memory, whichever threads made it grow. A thread would see the growth by
 * others in the buffer only after growing the memory itself, which takes V8 longer the more memories the thread has.
 */
export function sizeOf(memory: WebAssembly.Memory): number {
  return (FIRST_PAGES + Atomics.load(new Int32Array(memory.buffer), ADDED_PAGES)) * PAGE_BYTES;
}

/** Grows a memory for one thread. */
export class Growth {
  readonly #memory: WebAssembly.Memory;
  readonly #account: MemoryLimit;
  /** Whether the memory grows for data or for passing use. */
  #stay: Lifetime = "passing";
  /** Whether the last failure was due to the account. */
  #accountIsFull = false;

  constructor(memory: WebAssembly.Memory, account: MemoryLimit) {
    this.#memory = memory;
    this.#account = account;
  }

  /** Grows the memory. @returns the pages before, or -1, with nothing reserved */
  readonly grow = (pages: number): number => {
    const bytes = pages * PAGE_BYTES;
    this.#accountIsFull = !this.#account.reserve(bytes, this.#stay);
    if (this.#accountIsFull) return -1;
    try {
      const before = this.#memory.grow(pages);
      Atomics.add(new Int32Array(this.#memory.buffer), ADDED_PAGES, pages);
      return before;
    } catch {
      this.#account.release(bytes);
      return -1;
    }
  };

  /** Grows the memory to at least `bytes`. @throws OutOfMemory */
  ensure(bytes: number): void {
    const missing = bytes - this.#memory.buffer.byteLength;
    if (missing > 0 && this.grow(Math.ceil(missing / PAGE_BYTES)) < 0) throw new OutOfMemory();
  }

  /**
   * Runs work that needs memory for data. @throws SegmentFull instead of OutOfMemory if another segment could take it
   */
  lasting<T>(work: () => T): T {
    this.#stay = "lasting";
    this.#accountIsFull = false;
    try {
      return work();
    } catch (error) {
      if (error instanceof OutOfMemory && !this.#accountIsFull) throw new SegmentFull({ cause: error.cause });
      throw error;
    } finally {
      this.#stay = "passing";
    }
  }
}
