// A few sparse vectors with everything that is special about them: negative values, zeros, a sum of zero, an empty
// vector, the largest index.
import { type PlainSparse, plainSearch } from "./sparse-oracle.ts";

export const ROWS: Record<number, PlainSparse> = {
  1: { indices: [1, 5], values: [1, 2] },
  2: { indices: [5], values: [-3] },
  3: { indices: [1, 7, 9], values: [0.1, 0.2, 0.3] },
  4: { indices: [], values: [] },
  5: { indices: [7, 4294967295], values: [0, 8] },
  6: { indices: [1, 5], values: [2, -1] },
  7: { indices: [100], values: [1] },
};
export const rows = new Map(Object.entries(ROWS).map(([id, row]) => [Number(id), row]));
/** The result of this query is NEAREST. */
export const QUERY = { indices: [5, 1, 7], values: [1, 2, 0.5] };
export const NEAREST = plainSearch(rows, QUERY, 10);
