// A query for results that are near to a vector and dissimilar to each other (maximal marginal relevance).
import type { Collection } from "../../core/collection/collection.ts";
import { isSimilarity } from "../../core/search/score.ts";
import type { Diverse, ScoredRef, StepHits } from "./plan.ts";
import { boundedSimilarity, similarityOfScore } from "./similarity.ts";

// It selects one after another. The cost is that of the similarities of each selected point to all candidates, which
// the caller measures when they are needed.

/**
 * Returns the positions of the selected candidates, in order. The first is the most relevant one; every other has the
 * largest value of `lambda` times its relevance minus (1 - `lambda`) times its similarity to the nearest selected one.
 * @param relevance of the candidates
 * @param similarities of all candidates to one of them
 */
async function pickDiverse(
  relevance: ArrayLike<number>,
  count: number,
  lambda: number,
  similarities: (candidate: number) => Promise<ArrayLike<number>>,
): Promise<number[]> {
  const left = new Set(Array.from({ length: relevance.length }, (_, i) => i));
  const nearest = new Float64Array(relevance.length).fill(Number.NEGATIVE_INFINITY);
  const picked: number[] = [];
  while (picked.length < count && left.size > 0) {
    const last = picked.at(-1);
    if (last !== undefined) {
      const toLast = await similarities(last);
      for (const i of left) nearest[i] = Math.max(nearest[i]!, toLast[i]!);
    }
    const marginal = (i: number) =>
      last === undefined ? relevance[i]! : lambda * relevance[i]! - (1 - lambda) * nearest[i]!;
    const next = best(left, marginal);
    left.delete(next);
    picked.push(next);
  }
  return picked;
}

/** Returns the candidate with the largest value; of equal ones the first. */
function best(candidates: Iterable<number>, value: (candidate: number) => number): number {
  let best = -1;
  let most = Number.NaN;
  for (const candidate of candidates) {
    const own = value(candidate);
    if (best < 0 || own > most) {
      best = candidate;
      most = own;
    }
  }
  return best;
}

/** @param candidates nearest first. The results keep the scores of the search; their order is that of the selection. */
export async function diverse(
  { reads }: Collection,
  { field, lambda }: Diverse,
  candidates: readonly ScoredRef[],
  limit: number,
): Promise<StepHits> {
  const slots = candidates.map(({ ref }) => ref);
  const relevance = candidates.map(({ score }) => similarityOfScore(field, score));
  const similarities = async (candidate: number) => {
    const [vector] = await reads.vectors(field.name, [slots[candidate]!]);
    const [distances] = await reads.distances(field, [vector!], slots);
    return distances!.map((distance) => boundedSimilarity(field, distance));
  };
  const picked = await pickDiverse(relevance, limit, lambda, similarities);
  return { found: picked.map((i) => candidates[i]!), ascending: !isSimilarity(field.distance) };
}
