// The nearest slots to many vectors at a time, as two flat arrays: what a map of a collection is drawn from.
// The decision: the neighbours of a slot are found by a search for its own vector that begins where such a search ends, at
// the slot itself, and walks the links of level 0 from there. So what is slow to come by, the way down, is left out; duplicates,
// slots that the graph does not cover and filters are what they are to every search; and distances are those of the vectors.

import { type Searched, searchSegment } from "./search.ts";
import type { Hits, SearchOptions } from "./types.ts";

/** In place of a slot where there are no more neighbours. */
export const NO_SLOT = 0xffff_ffff;

/** For each vector `k` of the options, nearest first. */
export interface Neighbours {
  /** NO_SLOT where there are no more. */
  readonly slots: Uint32Array;
  /** NaN there. */
  readonly distances: Float32Array;
  /** Vectors and codes that were measured. */
  readonly compared: number;
}

/** The nearest to each of the queries, one row after another. */
export function nearestToQueries(
  segment: Searched,
  queries: Float32Array,
  options: SearchOptions,
): Neighbours {
  return flattened(searchSegment(segment, queries, options), options.k);
}

/**
 * The nearest to each of the slots, itself left out.
 * @param rows their vectors
 */
export function nearestToSlots(
  segment: Searched,
  slots: Uint32Array,
  rows: Float32Array,
  options: SearchOptions,
): Neighbours {
  const asked = { ...options, k: options.k + 1, ef: Math.max(options.ef, options.k + 1) };
  return flattened(searchSegment(segment, rows, asked, { starts: slots }), options.k, slots);
}

/** @param except for each of the hits a slot that is left out of it */
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
