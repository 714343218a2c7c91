// The points that several steps found, put together.
import type { Collection } from "../../core/collection/collection.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { Findings, ScoredRef } from "./plan.ts";

/** Every point once, by id: one that is overwritten meanwhile may have been found in two places. */
export type Union = ReadonlyMap<PointId, PointRef>;

export function unionOf({ reads }: Collection, lists: readonly Findings[]): Union {
  const union = new Map<PointId, PointRef>();
  for (const { found } of lists) for (const { slot } of found) union.set(reads.idOf(slot), slot);
  return union;
}

/** Best first; equals stay as they are. */
export function byScore(found: ScoredRef[]): ScoredRef[] {
  return found.sort((a, b) => b.score - a.score);
}
