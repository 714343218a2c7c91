// Scores the points that prefetches found by a formula.
// The decision: payloads are read and parsed in slices, and only if the formula reads them. Other work can run between
// any two points, depending on the time.
import type { Collection } from "../../core/collection/collection.ts";
import { fillSets } from "../../core/filter/large-set.ts";
import type { MatchPoint } from "../../core/filter/match.ts";
import { f32Score } from "../../core/search/score.ts";
import { pauseUnlessCancelled, throwIfCancelled } from "../../scheduling/cancel.ts";
import { isSliceOver } from "../../scheduling/pause.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import { evaluate } from "./evaluate.ts";
import type { Formula } from "./expression.ts";
import type { ScoredRef, StepHits } from "./plan.ts";
import type { SimilarityScan } from "./similarity.ts";
import { byScore, POINTS_PER_YIELD, type Union } from "./union.ts";

const SLICE_POINTS = 256;

/** @throws InvalidArgument for the first point that has no score, DeadlineExceeded */
export async function rescoreByFormula(
  { expression, readsPayload, filters }: Formula,
  lists: readonly StepHits[],
  union: Union,
  { collection, signal }: SimilarityScan,
): Promise<ScoredRef[]> {
  for (const filter of filters) await runInSlices(fillSets(filter), signal);
  const scoresOf = await runInSlices(scoresById(lists, collection), signal);
  const all = [...union];
  const found: ScoredRef[] = [];
  for (let first = 0; first < all.length; first += SLICE_POINTS) {
    throwIfCancelled(signal);
    const slice = all.slice(first, first + SLICE_POINTS);
    const points = readsPayload
      ? await collection.reads.points(slice.map(([, slot]) => slot))
      : slice.map(([id]) => bare(id));
    for (const [i, [id, ref]] of slice.entries()) {
      if (isSliceOver()) await pauseUnlessCancelled(signal);
      if (collection.reads.isGone(ref)) continue;
      const score = evaluate(expression, { point: points[i]!, scores: scoresOf(id) });
      found.push({ ref, score: f32Score(score) });
    }
  }
  return runInSlices(byScore(found), signal);
}

/** Returns a point without payload, for a formula that reads nothing but scores. */
function bare(id: PointId): MatchPoint {
  return { id, payload: {}, hasVector: () => false, textIndex: () => null };
}

function* scoresById(
  lists: readonly StepHits[],
  { reads }: Collection,
): Sliced<(id: PointId) => (number | undefined)[]> {
  const scores: Map<PointId, number>[] = [];
  for (const { found } of lists) {
    const own = new Map<PointId, number>();
    for (const { ref, score } of found)
      if (own.set(reads.idOf(ref), score).size % POINTS_PER_YIELD === 0) yield;
    scores.push(own);
  }
  return (id) => scores.map((list) => list.get(id));
}
