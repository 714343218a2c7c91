// Copies columns of one vector store to another, in steps.
import type { LinearMemory } from "./linear-memory.ts";

/** Bytes of a column that are copied in one step. */
const COPIED_BYTES = 2 ** 20;

/** Slots from `first` (0) to before `end` of a column, and the column that gets them if it has another number. */
interface CopiedRange {
  readonly column: number;
  readonly first?: number;
  readonly end: number;
  readonly to?: number;
}

/** Copies a range; a store without the column has nothing to copy. */
export function* copyColumn(
  from: LinearMemory,
  to: LinearMemory,
  { column, first = 0, end, to: target = column }: CopiedRange,
): Generator<void> {
  for (const [start, stop] of steps(from.exports.columnBytes(column), first, end)) {
    copyRuns(from.column(column, start, stop), to.column(target, start, stop));
    yield;
  }
}

/** Fills a range of a column with zeros. */
export function* clearColumn(store: LinearMemory, { column, first = 0, end }: CopiedRange): Generator<void> {
  for (const [start, stop] of steps(store.exports.columnBytes(column), first, end)) {
    for (const run of store.column(column, start, stop)) run.fill(0);
    yield;
  }
}

/** Divides slots into steps, given the bytes of an item; 0: there are none. */
export function* steps(itemBytes: number, first: number, end: number): Generator<[number, number]> {
  if (itemBytes === 0) return;
  const count = Math.ceil(COPIED_BYTES / itemBytes);
  for (let start = first; start < end; start += count) yield [start, Math.min(end, start + count)];
}

/** Copies bytes between lists of views of the same total length. */
export function copyRuns(from: readonly Uint8Array[], to: readonly Uint8Array[]): void {
  let [run, filled] = [0, 0];
  for (const source of from) {
    for (let done = 0; done < source.length; ) {
      const target = to[run]!;
      const part = source.subarray(done, done + target.length - filled);
      target.set(part, filled);
      done += part.length;
      filled += part.length;
      if (filled === target.length) [run, filled] = [run + 1, 0];
    }
  }
}
