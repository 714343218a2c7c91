// The linear memory of one segment, and the account on which it is counted.
// The decision: it is counted by the page, by whichever thread makes it grow, before it grows. A memory never shrinks;
// whoever drops it for good gives back all of it at once. When it does not grow, it is known whether the account had no
// more, or this memory is at its end: only then does another segment help.
import { OutOfMemory, SegmentFull } from "../errors/failures.ts";
import type { MemoryLimit, Stay } from "../memory/memory-limit.ts";

/** 4 GiB, as many pages as an address can name. */
export const MAX_PAGES = 65_536;
const PAGE_BYTES = 65_536;
const FIRST_PAGES = 1;

/** A new memory that may grow to `maximumPages`. @throws OutOfMemory */
export function newMemory(maximumPages: number, account: MemoryLimit): WebAssembly.Memory {
  const bytes = FIRST_PAGES * PAGE_BYTES;
  if (!account.take(bytes, "lasting")) throw new OutOfMemory();
  try {
    return new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: maximumPages, shared: true });
  } catch (cause) {
    account.give(bytes);
    throw new OutOfMemory({ cause });
  }
}

/** What the memory has been counted with, whichever threads made it grow. */
export function sizeOf(memory: WebAssembly.Memory): number {
  // A thread sees what others did to the size when it asks for growth itself.
  memory.grow(0);
  return memory.buffer.byteLength;
}

/** How one thread makes a memory grow. */
export class Growth {
  readonly #memory: WebAssembly.Memory;
  readonly #account: MemoryLimit;
  /** What the memory is growing for at this moment. */
  #stay: Stay = "passing";
  /** Whether it was the account that had no more when growing last failed. */
  #accountIsFull = false;

  constructor(memory: WebAssembly.Memory, account: MemoryLimit) {
    this.#memory = memory;
    this.#account = account;
  }

  /** @returns the pages there were before, or -1, with nothing taken */
  readonly grow = (pages: number): number => {
    const bytes = pages * PAGE_BYTES;
    this.#accountIsFull = !this.#account.take(bytes, this.#stay);
    if (this.#accountIsFull) return -1;
    try {
      return this.#memory.grow(pages);
    } catch {
      this.#account.give(bytes);
      return -1;
    }
  };

  /** Grows to at least so many bytes. @throws OutOfMemory */
  ensure(bytes: number): void {
    const missing = bytes - this.#memory.buffer.byteLength;
    if (missing > 0 && this.grow(Math.ceil(missing / PAGE_BYTES)) < 0) throw new OutOfMemory();
  }

  /** Runs what needs memory for as long as the data is kept. @throws SegmentFull in place of OutOfMemory where it is */
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
