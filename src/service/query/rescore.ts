// Runs a step with prefetches: its query scores the points that the steps below it found.
// The decision: every point is compared exactly, however the prefetches found it. The filter of this step was passed to
// the prefetches, so nothing is left to filter.
import type { Collection } from "../../core/collection/collection.ts";
import { distanceOfSimilarity, f32Score, isSimilarity, scoreOf } from "../../core/search/score.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import { bestScored, descending, ordered, readsOf, unscored } from "./all-points.ts";
import { Best } from "./best.ts";
import { diverse } from "./diverse.ts";
import type { Fusion, RankedList } from "./fusion.ts";
import type { Findings, Nearest, ScoredRef, Step } from "./plan.ts";
import { rescoreByFormula } from "./rescore-formula.ts";
import { eachSimilarity, type SimilarityScan } from "./similarity.ts";
import { byScore, CUT_POINTS, type Union, unionOf } from "./union.ts";

export async function rescore(
  { query, limit }: Step,
  lists: readonly Findings[],
  look: SimilarityScan,
): Promise<Findings> {
  const { collection } = look;
  const union = await runInSlices(unionOf(collection, lists), look.signal);
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
      return descending(await runInSlices(fused(query.fuse, lists, union, collection), look.signal));
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
  refs: readonly PointRef[],
  limit: number,
): Promise<Findings> {
  const best = new Best(limit);
  await eachSimilarity(look, field, [vector], refs, (slot, [similarity]) => {
    best.add(slot, similarity!);
  });
  const { distance } = field;
  const scoreOfValue = (value: number) => scoreOf(distance, distanceOfSimilarity(distance, value));
  const kept = await runInSlices(best.take(), look.signal);
  const found = kept.map(({ ref, value }) => ({ ref, score: scoreOfValue(value) }));
  return { found, ascending: !isSimilarity(distance) };
}

function* fused(
  fuse: Fusion,
  lists: readonly Findings[],
  union: Union,
  { reads }: Collection,
): Sliced<ScoredRef[]> {
  const ranked: RankedList[] = [];
  for (const { found, ascending } of lists) {
    const points: { id: PointId; score: number }[] = [];
    for (const { ref, score } of found)
      if (points.push({ id: reads.idOf(ref), score }) % CUT_POINTS === 0) yield;
    ranked.push({ points, ascending });
  }
  const scored: ScoredRef[] = [];
  for (const [id, score] of yield* fuse(ranked))
    if (scored.push({ ref: union.get(id)!, score: f32Score(score) }) % CUT_POINTS === 0) yield;
  return yield* byScore(scored);
}

function shuffled(refs: readonly PointRef[]): PointRef[] {
  const left = [...refs];
  for (let i = left.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1));
    [left[i], left[other]] = [left[other]!, left[i]!];
  }
  return left;
}
