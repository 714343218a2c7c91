// Arrays by slot that grow with their segment.
// The decision: all of them begin with the same number of slots and at least double, so segment/table-memory.ts can
// count their memory.

export const FIRST_SLOTS = 64;

/** Returns the larger array, with the content of the smaller one at its beginning. */
export function grown<T extends Float64Array | Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
