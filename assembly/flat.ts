// Exact search: every live row is measured. It is what small collections use and what every index is judged by.
// The decision: chunk by chunk and row by row in address order, which is what the hardware prefetcher wants; dead
// slots are skipped by the 64-bit word. The count is loaded first, so a scan sees a fixed set of slots.
import { kernelFor } from "./distance/select";
import { get, keyOf, push, replaceWorst, sort } from "./heap";
import { deadChunk, vectorChunk } from "./memory/column";
import { chunkShift, count, metric, rowBytes } from "./memory/layout";

/**
 * The k nearest live slots to `query`, nearest first, as keys (see heap.ts) at `heap`, which has room for k of them.
 * @returns how many there are: k, or every live slot when there are fewer
 */
export function flatSearch(query: usize, heap: usize, k: u32): u32 {
  const slots = count();
  const chunkSlots: u32 = 1 << chunkShift();
  let size: u32 = 0;
  for (let first: u32 = 0; first < slots; first += chunkSlots) {
    size = scanChunk(first, min(chunkSlots, slots - first), query, heap, k, size);
  }
  sort(heap, size);
  return size;
}

function scanChunk(first: u32, slots: u32, query: usize, heap: usize, k: u32, found: u32): u32 {
  const kernel = kernelFor(metric());
  const stride = rowBytes();
  const chunk = first >> chunkShift();
  const dead = deadChunk(chunk);
  let row = vectorChunk(chunk);
  let size = found;
  let word: u64 = 0;
  for (let index: u32 = 0; index < slots; index++, row += stride) {
    if ((index & 63) == 0) word = load<u64>(dead + ((<usize>(index >> 6)) << 3));
    if ((word >> (index & 63)) & 1) continue;
    const key = keyOf(kernel(query, row, stride), first + index);
    if (size < k) push(heap, size++, key);
    else if (key < get(heap, 0)) replaceWorst(heap, size, key);
  }
  return size;
}
