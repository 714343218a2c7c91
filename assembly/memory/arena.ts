// Hands out linear memory and never takes it back.
// The decision: one bump pointer in the header, moved by compare-and-swap, so that the writer can take chunks while
// readers take scratch space, with no lock. What a segment outgrows is small (see column.ts) and stays unused.
import { grow } from "../host";
import { ARENA_END, ARENA_TOP, HEADER } from "./layout";

/** Everything starts on a cache line, which also suits 16-byte loads. */
const ALIGNMENT: u64 = 64;
const PAGE_SHIFT: u64 = 16;
const PAGE_MASK: u64 = 0xffff;

/** @returns the address of `bytes` zeroed bytes on a 64-byte boundary, or 0 when the memory cannot hold them */
export function allocate(bytes: u64): usize {
  const size = (bytes + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
  while (true) {
    const start = atomic.load<u64>(HEADER, ARENA_TOP);
    const end = start + size;
    if (end > ARENA_END || !ensureMemory(end)) return 0;
    if (atomic.cmpxchg<u64>(HEADER, start, end, ARENA_TOP) == start) return <usize>start;
  }
}

/** Makes sure of memory for `bytes` more. Another thread may take of it, so allocating can still fail. */
export function ensureFree(bytes: u64): bool {
  const end = atomic.load<u64>(HEADER, ARENA_TOP) + bytes;
  return end <= ARENA_END && ensureMemory(end);
}

/** Grows first and claims after: when growing fails, nothing has been taken. Growing twice at once only grows more. */
function ensureMemory(end: u64): bool {
  const have = (<u64>memory.size()) << PAGE_SHIFT;
  if (end <= have) return true;
  const pages = <i32>((end - have + PAGE_MASK) >> PAGE_SHIFT);
  return grow(pages) >= 0 || end <= (<u64>memory.size()) << PAGE_SHIFT;
}

/** Bytes handed out so far, the header included. */
export function usedBytes(): u64 {
  return atomic.load<u64>(HEADER, ARENA_TOP);
}
