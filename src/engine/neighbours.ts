// Finds the nearest slots of many vectors at a time, as two flat arrays, from which a map of a collection is drawn.
// The decision: the neighbours of a slot are found by a search for its own vector that begins at the slot, where such a
// search would end, and walks the links of level 0 from there. This omits the slow part, the way down. Duplicates,
// slots outside of the graph and filters are handled as in every search, and distances are those of the rows.

import { type SearchedStore, searchStore } from "./search.ts";
import type { Hits, SearchOptions } from "./types.ts";

/** Fills the lists of slots that have fewer than k neighbours. */
export const NO_SLOT = 0xffff_ffff;

/** For each vector the `k` nearest slots, nearest first. */
export interface Neighbours {
  /** NO_SLOT if there are no more. */
  readonly slots: Uint32Array;
  /** NaN if there are no more. */
  readonly distances: Float32Array;
  /** The number of rows and codes that were measured. */
  readonly compared: number;
}

/** Returns the nearest slots of each query; queries are given one row after another. */
export function nearestToQueries(
  store: SearchedStore,
  queries: Float32Array,
  options: SearchOptions,
): Neighbours {
  return flattened(searchStore(store, queries, options), options.k);
}

/**
 * Returns the nearest slots of each slot, without the slot itself.
 * @param rows the vectors of the slots
 */
export function nearestToSlots(
  store: SearchedStore,
  slots: Uint32Array,
  rows: Float32Array,
  options: SearchOptions,
): Neighbours {
  const requested = { ...options, k: options.k + 1, ef: Math.max(options.ef, options.k + 1) };
  return flattened(searchStore(store, rows, requested, { starts: slots }), options.k, slots);
}

/** Copies hits into flat arrays. @param except for each of the hits a slot that is left out */
function flattened(found: readonly Hits[], k: number, except?: Uint32Array): Neighbours {
  const slots = new Uint32Array(found.length * k).fill(NO_SLOT);
  const distances = new Float32Array(found.length * k).fill(Number.NaN);
  let compared = 0;
  found.forEach((hits, i) => {
    compared += hits.compared;
    let at = i * k;
    for (let j = 0; j < hits.slots.length && at < (i + 1) * k; j++) {
      if (hits.slots[j] === except?.[i]) continue;
      slots[at] = hits.slots[j]!;
      distances[at++] = hits.distances[j]!;
    }
  });
  return { slots, distances, compared };
}
