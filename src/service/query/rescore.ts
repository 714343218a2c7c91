// Runs a step with prefetches: its query scores the points that the steps below it found.
// The decision: every point is compared exactly, however the prefetches found it. The filter of this step was passed to
// the prefetches, so nothing is left to filter.
import type { Collection } from "../../core/collection/collection.ts";
import { EXACT_SEARCH } from "../../core/config/search-params.ts";
import { SPARSE } from "../../core/config/types.ts";
import { distanceOfSimilarity, f32Score, isSimilarity, scoreOf } from "../../core/search/score.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import { bestScored, descending, ordered, readsOf, unscored } from "./all-points.ts";
import { Best } from "./best.ts";
import { diverse } from "./diverse.ts";
import { onlyIds } from "./filters.ts";
import type { Fusion, RankedList } from "./fusion.ts";
import type { Nearest, ScoredRef, Step, StepHits } from "./plan.ts";
import { rescoreByFormula } from "./rescore-formula.ts";
import { eachSimilarity, type SimilarityScan } from "./similarity.ts";
import { byScore, POINTS_PER_YIELD, type Union, unionOf } from "./union.ts";

export async function rescore(
  { query, limit }: Step,
  lists: readonly StepHits[],
  scan: SimilarityScan,
): Promise<StepHits> {
  const { collection } = scan;
  const union = await runInSlices(unionOf(collection, lists), scan.signal);
  const refs = [...union.values()];
  switch (query.kind) {
    case "nearest":
      return nearest(scan, query, refs, limit);
    case "diverse": {
      const { found } = await nearest(scan, query, refs, query.candidates);
      return diverse(collection, query, found, limit);
    }
    case "scored":
      return descending(await bestScored(scan, query, refs, limit));
    case "order_by":
      return descending(await ordered(readsOf(scan), query, null, limit, refs));
    case "fusion":
      return descending(await runInSlices(fused(query.fuse, lists, union, collection), scan.signal));
    case "formula":
      return descending(await rescoreByFormula(query.formula, lists, union, scan));
    case "sample":
      return descending(shuffled(refs).map(unscored));
    case "text":
    case "by_id":
      throw new Error(`prefetches below a ${query.kind} query`);
  }
}

async function nearest(
  scan: SimilarityScan,
  { field, vector }: Pick<Nearest, "field" | "vector">,
  refs: readonly PointRef[],
  limit: number,
): Promise<StepHits> {
  const { distance } = field;
  if (field.kind === SPARSE) {
    // Points that share no index with the query are no results.
    const filter = onlyIds(refs.map((ref) => scan.collection.reads.idOf(ref)));
    const nearest = { field, k: limit, params: EXACT_SEARCH, filter };
    const [found] = await readsOf(scan).search([vector], nearest);
    return { found: found!, ascending: !isSimilarity(distance) };
  }
  const { reads } = scan.collection;
  const best = new Best(limit, (a, b) => reads.compareIds(a, b));
  await eachSimilarity(scan, field, [vector], refs, (slot, [similarity]) => {
    best.add(slot, similarity!);
  });
  const scoreOfValue = (value: number) => scoreOf(distance, distanceOfSimilarity(distance, value));
  const kept = await runInSlices(best.take(), scan.signal);
  const found = kept.map(({ ref, value }) => ({ ref, score: scoreOfValue(value) }));
  return { found, ascending: !isSimilarity(distance) };
}

function* fused(
  fuse: Fusion,
  lists: readonly StepHits[],
  union: Union,
  { reads }: Collection,
): Sliced<ScoredRef[]> {
  const ranked: RankedList[] = [];
  for (const { found, ascending } of lists) {
    const points: { id: PointId; score: number }[] = [];
    for (const { ref, score } of found)
      if (points.push({ id: reads.idOf(ref), score }) % POINTS_PER_YIELD === 0) yield;
    ranked.push({ points, ascending });
  }
  const scored: ScoredRef[] = [];
  for (const [id, score] of yield* fuse(ranked))
    if (scored.push({ ref: union.get(id)!, score: f32Score(score) }) % POINTS_PER_YIELD === 0) yield;
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
