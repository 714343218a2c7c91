// Work for each of many items, in slices.
import type { Sliced } from "../../scheduling/slices.ts";

/** Items that are handled in one slice. */
const ITEMS_PER_YIELD = 256;

export function* each<T>(items: readonly T[], work: (item: T, row: number) => unknown): Sliced<void> {
  for (let row = 0; row < items.length; row++) {
    if (row % ITEMS_PER_YIELD === ITEMS_PER_YIELD - 1) yield;
    work(items[row]!, row);
  }
}
