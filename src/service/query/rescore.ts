// Steps with prefetches: what a query makes of the points that the steps below it found.
// The decision: every point is looked at exactly, however the prefetches found it; filters of this step were handed down
// to the prefetches, so there is nothing left to filter.
import type { Collection } from "../../core/collection/collection.ts";
import { distanceOfSimilarity, f32Score, isSimilarity, scoreOf } from "../../core/search/score.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { bestScored, descending, ordered, readsOf, unscored } from "./all-points.ts";
import { Best } from "./best.ts";
import { diverse } from "./diverse.ts";
import type { Fusion } from "./fusion.ts";
import type { Findings, Nearest, ScoredRef, Step } from "./plan.ts";
import { rescoreByFormula } from "./rescore-formula.ts";
import { eachSimilarity, type SimilarityScan } from "./similarity.ts";
import { byScore, type Union, unionOf } from "./union.ts";

export async function rescore(
  { query, limit }: Step,
  lists: readonly Findings[],
  look: SimilarityScan,
): Promise<Findings> {
  const { collection } = look;
  const union = unionOf(collection, lists);
  const slots = [...union.values()];
  switch (query.kind) {
    case "nearest":
      return nearest(look, query, slots, limit);
    case "diverse": {
      const { found } = await nearest(look, query, slots, query.candidates);
      return diverse(collection, query, found, limit);
    }
    case "scored":
      return descending(await bestScored(look, query, slots, limit));
    case "order_by":
      return descending(await ordered(readsOf(look), query, null, limit, slots));
    case "fusion":
      return descending(fused(query.fuse, lists, union, collection));
    case "formula":
      return descending(await rescoreByFormula(query.formula, lists, union, look));
    case "sample":
      return descending(shuffled(slots).map(unscored));
    case "by_id":
      throw new Error("prefetches without a query");
  }
}

async function nearest(
  look: SimilarityScan,
  { field, vector }: Pick<Nearest, "field" | "vector">,
  slots: readonly PointRef[],
  limit: number,
): Promise<Findings> {
  const best = new Best(limit);
  await eachSimilarity(look, field, [vector], slots, (slot, [similarity]) => {
    best.add(slot, similarity!);
  });
  const { distance } = field;
  const scoreOfValue = (value: number) => scoreOf(distance, distanceOfSimilarity(distance, value));
  const found = best.take().map(({ slot, value }) => ({ slot, score: scoreOfValue(value) }));
  return { found, ascending: !isSimilarity(distance) };
}

function fused(fuse: Fusion, lists: readonly Findings[], union: Union, { reads }: Collection): ScoredRef[] {
  const ranked = lists.map(({ found, ascending }) => ({
    points: found.map(({ slot, score }) => ({ id: reads.idOf(slot), score })),
    ascending,
  }));
  return byScore(
    Array.from(fuse(ranked), ([id, score]) => ({ slot: union.get(id)!, score: f32Score(score) })),
  );
}

function shuffled(slots: readonly PointRef[]): PointRef[] {
  const left = [...slots];
  for (let i = left.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1));
    [left[i], left[other]] = [left[other]!, left[i]!];
  }
  return left;
}
