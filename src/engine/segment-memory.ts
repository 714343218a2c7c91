// The linear memory of one segment, and the account on which it is counted.
// The decision: it is counted by the page, by whichever thread makes it grow, before it grows. A memory never shrinks;
// whoever drops it for good gives back all of it at once.
import { OutOfMemory } from "../errors.ts";
import type { MemoryLimit, Stay } from "../memory-limit.ts";

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

/** @returns the pages there were before, or -1, with nothing taken */
export function grow(memory: WebAssembly.Memory, pages: number, account: MemoryLimit, stay: Stay): number {
  const bytes = pages * PAGE_BYTES;
  if (!account.take(bytes, stay)) return -1;
  try {
    return memory.grow(pages);
  } catch {
    account.give(bytes);
    return -1;
  }
}

/** What the memory has been counted with, whichever threads made it grow. */
export function sizeOf(memory: WebAssembly.Memory): number {
  // A thread sees what others did to the size when it asks for growth itself.
  memory.grow(0);
  return memory.buffer.byteLength;
}
