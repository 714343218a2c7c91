// Splits work into portions, such as payloads that are read at once, or points that become one record of the log.
// The decision: portions are measured in bytes, because points differ a thousandfold in size. Other work can run
// between two portions.

/** Bytes of payloads that are examined in a millisecond or two, and items of a portion. */
export const PORTION_BYTES = 256 * 1024;
export const PORTION_ITEMS = 1_000;

/** Returns the items in order, in portions of at most `maxBytes` and `maxItems`, or of one larger item. */
export function* portions<T>(
  items: readonly T[],
  bytesOf: (item: T, index: number) => number,
  maxBytes = PORTION_BYTES,
  maxItems = PORTION_ITEMS,
): Generator<T[]> {
  let portion: T[] = [];
  let bytes = 0;
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    const size = bytesOf(item, i);
    if (portion.length > 0 && (bytes + size > maxBytes || portion.length === maxItems)) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(item);
    bytes += size;
  }
  if (portion.length > 0) yield portion;
}
