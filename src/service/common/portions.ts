// Much work in small pieces: what is looked at or patched at once, and what becomes one record of the log.
// The decision: pieces are measured in bytes, because points differ a thousandfold, and others get the thread between two.

/** A millisecond or two of looking into payloads. */
const PORTION_BYTES = 256 * 1024;
const PORTION_ITEMS = 1_000;

/** The items in order, in pieces of at most `mostBytes` and `mostItems`, or of one item that is larger. */
export function* portions<T>(
  items: readonly T[],
  bytesOf: (item: T) => number,
  mostBytes = PORTION_BYTES,
  mostItems = PORTION_ITEMS,
): Generator<T[]> {
  let portion: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = bytesOf(item);
    if (portion.length > 0 && (bytes + size > mostBytes || portion.length === mostItems)) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(item);
    bytes += size;
  }
  if (portion.length > 0) yield portion;
}
