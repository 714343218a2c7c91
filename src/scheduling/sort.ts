// Sorts any number of items in slices.
// The decision: runs short enough for the platform's own sort are merged two by two, with cuts between them. Runs
// that are already in order are joined without comparing each item, so sorted input costs one comparison a run.
import type { Sliced } from "./slices.ts";

type Compare<T> = (a: T, b: T) => number;

/** Items that are sorted or merged until the work may be cut. */
const RUN_ITEMS = 512;

/** A new list in order; equal items stay as they were. Until it is done the items must not change. */
export function* sortedInSlices<T>(items: readonly T[], compare: Compare<T>): Sliced<T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += RUN_ITEMS) {
    runs.push(items.slice(from, from + RUN_ITEMS).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      const [run, next] = [runs[i]!, runs[i + 1]];
      merged.push(next ? yield* mergedInSlices(run, next, compare) : run);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedInSlices<T>(a: T[], b: T[], compare: Compare<T>): Sliced<T[]> {
  if (compare(a.at(-1)!, b[0]!) <= 0) {
    yield;
    return a.concat(b);
  }
  const merged: T[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    merged.push(compare(a[i]!, b[j]!) <= 0 ? a[i++]! : b[j++]!);
    if (merged.length % RUN_ITEMS === 0) yield;
  }
  return merged.concat(i < a.length ? a.slice(i) : b.slice(j));
}
