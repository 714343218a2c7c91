// Joins the points that several steps found.
import type { Collection } from "../../core/collection/collection.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import type { Sliced } from "../../scheduling/slices.ts";
import { sortedInSlices } from "../../scheduling/sort.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { ScoredRef, StepHits } from "./plan.ts";

/** Points that are handled in one slice: reading the id of one takes up to a microsecond. */
export const POINTS_PER_YIELD = 512;

/** Every point once, by id. A point that is overwritten meanwhile may have been found in two slots. */
export type Union = ReadonlyMap<PointId, PointRef>;

export function* unionOf({ reads }: Collection, lists: readonly StepHits[]): Sliced<Union> {
  const union = new Map<PointId, PointRef>();
  let merged = 0;
  for (const { found } of lists) {
    for (const { ref } of found) {
      union.set(reads.idOf(ref), ref);
      if (++merged % POINTS_PER_YIELD === 0) yield;
    }
  }
  return union;
}

/** Sorts by score, best first; points with equal scores keep their order. */
export function byScore(found: readonly ScoredRef[]): Sliced<ScoredRef[]> {
  return sortedInSlices(found, (a, b) => b.score - a.score);
}
