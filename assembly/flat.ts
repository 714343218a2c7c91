// Exact search: every live row is measured. It is what small collections use and what every index is judged by.
// The decision: chunk by chunk and row by row in address order, which is what the hardware prefetcher wants; dead
// slots are skipped by the 64-bit word. The count is loaded first, and again at the end: an overwritten point dies in
// its old slot only after the new one is published, so whoever came too late for the old one finds the new one among
// the slots added since.
import { kernelFor } from "./distance/select";
import { get, keyOf, push, replaceWorst, sort } from "./heap";
import { deadChunk, vectorChunk } from "./memory/column";
import { chunkShift, count, metric, rowBytes } from "./memory/layout";

/**
 * The k nearest live slots to `query`, nearest first, as keys (see heap.ts) at `heap`, which has room for k of them.
 * @returns how many there are: k, or every live slot when there are fewer
 */
export function flatSearch(query: usize, heap: usize, k: u32): u32 {
  const shift = chunkShift();
  let size: u32 = 0;
  let scanned: u32 = 0;
  for (let slots = count(); scanned < slots; slots = count()) {
    while (scanned < slots) {
      const end = min(slots, ((scanned >> shift) + 1) << shift);
      size = scanChunk(scanned, end, query, heap, k, size);
      scanned = end;
    }
  }
  sort(heap, size);
  return size;
}

/** Slots `first` to `end`, all of one chunk. */
function scanChunk(first: u32, end: u32, query: usize, heap: usize, k: u32, found: u32): u32 {
  const kernel = kernelFor(metric());
  const stride = rowBytes();
  const chunk = first >> chunkShift();
  const mask: u32 = (1 << chunkShift()) - 1;
  const dead = deadChunk(chunk);
  let row = vectorChunk(chunk) + <usize>(first & mask) * stride;
  let size = found;
  let word: u64 = atomic.load<u64>(dead + ((<usize>((first & mask) >> 6)) << 3));
  for (let slot = first; slot < end; slot++, row += stride) {
    const index = slot & mask;
    if ((index & 63) == 0) word = atomic.load<u64>(dead + ((<usize>(index >> 6)) << 3));
    if ((word >> (index & 63)) & 1) continue;
    const key = keyOf(kernel(query, row, stride), slot);
    if (size < k) push(heap, size++, key);
    else if (key < get(heap, 0)) replaceWorst(heap, size, key);
  }
  return size;
}
