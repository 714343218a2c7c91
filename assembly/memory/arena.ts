// Allocates linear memory, which is never freed.
// The decision: one pointer in the header is advanced by compare-and-swap, so that the writer can allocate chunks while
// readers allocate scratch space, without a lock. What a vector store outgrows is small (column.ts) and stays unused.
import { grow } from "../host";
import { ARENA_END, ARENA_TOP, HEADER } from "./layout";

/** Every allocation starts on a cache line, which also suits 16-byte loads. */
export const CACHE_LINE: u32 = 64;
const PAGE_SHIFT: u64 = 16;
const PAGE_MASK: u64 = 0xffff;

/** @returns the address of `bytes` zeroed bytes on a 64-byte boundary, or 0 when the memory cannot hold them */
export function allocate(bytes: u64): usize {
  const size = (bytes + CACHE_LINE - 1) & ~(<u64>CACHE_LINE - 1);
  while (true) {
    const start = atomic.load<u64>(HEADER, ARENA_TOP);
    const end = start + size;
    if (end > ARENA_END || !ensureMemory(end)) return 0;
    if (atomic.cmpxchg<u64>(HEADER, start, end, ARENA_TOP) == start) return <usize>start;
  }
}

/** Ensures memory for `bytes` more. Another thread may take it, so that allocating can still fail. */
export function ensureFree(bytes: u64): bool {
  const end = atomic.load<u64>(HEADER, ARENA_TOP) + bytes;
  return end <= ARENA_END && ensureMemory(end);
}

/**
 * Grows the memory before anything is allocated, so that nothing is lost when growing fails. Two threads that grow at
 * once only grow more.
 */
function ensureMemory(end: u64): bool {
  const have = (<u64>memory.size()) << PAGE_SHIFT;
  if (end <= have) return true;
  const pages = <i32>((end - have + PAGE_MASK) >> PAGE_SHIFT);
  return grow(pages) >= 0 || end <= (<u64>memory.size()) << PAGE_SHIFT;
}

/** Returns the bytes allocated so far, the header included. */
export function usedBytes(): u64 {
  return atomic.load<u64>(HEADER, ARENA_TOP);
}
