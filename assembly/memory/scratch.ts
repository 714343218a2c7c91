// The working space of one thread in one segment: where the host puts a query or rows, and where a search works.
// The decision: each worker has one area and lays every call out in it anew; it grows by doubling and is never
// shared, so a search allocates nothing once the area is large enough.
import { MAX_WORKERS } from "../abi";
import { allocate } from "./arena";
import { scratchAddress, scratchBytes, setScratch } from "./layout";

const FIRST_BYTES: u32 = 4096;
const LARGEST_BYTES: u64 = 1 << 31;

/** @returns the worker's area, at least `bytes` long, or 0: no such worker, or no memory */
export function scratch(worker: u32, bytes: u64): usize {
  if (worker >= MAX_WORKERS || bytes > LARGEST_BYTES) return 0;
  if (bytes <= scratchBytes(worker)) return scratchAddress(worker);
  let size: u64 = max(scratchBytes(worker), FIRST_BYTES);
  while (size < bytes) size <<= 1;
  const address = allocate(size);
  if (address != 0) setScratch(worker, address, <u32>size);
  return address;
}
