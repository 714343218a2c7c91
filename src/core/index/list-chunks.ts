// The lists of slots, some at a time, for saving an index.
// The decision: a chunk is small enough to be written or read without a pause, and the lists may change between two of
// them; of a list that changes, either state may be in a chunk.

/** Some slots, the length of the list of each, and the values of all lists one after another. */
interface ListChunk<T> {
  readonly slots: number[];
  readonly lengths: number[];
  readonly values: T[];
}

const LISTS = 2 ** 10;
const VALUES = 2 ** 12;

/** Divides the lists of the slots below `end` into chunks, none of which is empty. */
export function* listChunks<T>(
  lists: Iterable<readonly [number, readonly T[]]>,
  end: number,
): Generator<ListChunk<T>> {
  let chunk: ListChunk<T> = { slots: [], lengths: [], values: [] };
  for (const [slot, list] of lists) {
    if (slot >= end) continue;
    chunk.slots.push(slot);
    chunk.lengths.push(list.length);
    for (const value of list) chunk.values.push(value);
    if (chunk.slots.length < LISTS && chunk.values.length < VALUES) continue;
    yield chunk;
    chunk = { slots: [], lengths: [], values: [] };
  }
  if (chunk.slots.length > 0) yield chunk;
}

/** Calls `visit` with the list of each slot of a chunk. */
export function eachList<T extends Float64Array | readonly string[]>(
  slots: Uint32Array,
  lengths: Uint32Array,
  values: T,
  visit: (slot: number, list: T) => void,
): void {
  let at = 0;
  slots.forEach((slot, i) => {
    const end = at + (lengths[i] ?? 0);
    visit(slot, (values instanceof Float64Array ? values.subarray(at, end) : values.slice(at, end)) as T);
    at = end;
  });
}
