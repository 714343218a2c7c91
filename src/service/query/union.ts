// The points that several steps found, put together.
import type { Collection } from "../../core/collection/collection.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import type { Sliced } from "../../scheduling/slices.ts";
import { sortedInSlices } from "../../scheduling/sort.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { Findings, ScoredRef } from "./plan.ts";

/** Points that are gone through until the work may be cut: their ids are made, which takes up to a microsecond each. */
export const CUT_POINTS = 512;

/** Every point once, by id: one that is overwritten meanwhile may have been found in two places. */
export type Union = ReadonlyMap<PointId, PointRef>;

export function* unionOf({ reads }: Collection, lists: readonly Findings[]): Sliced<Union> {
  const union = new Map<PointId, PointRef>();
  let seen = 0;
  for (const { found } of lists) {
    for (const { slot } of found) {
      union.set(reads.idOf(slot), slot);
      if (++seen % CUT_POINTS === 0) yield;
    }
  }
  return union;
}

/** Best first; equals stay as they are. */
export function byScore(found: readonly ScoredRef[]): Sliced<ScoredRef[]> {
  return sortedInSlices(found, (a, b) => b.score - a.score);
}
