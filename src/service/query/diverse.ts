// A query for results that are near to a vector and dissimilar to each other (maximal marginal relevance).
import type { Collection } from "../../core/collection/collection.ts";
import { isSimilarity } from "../../core/search/score.ts";
import { pickDiverse } from "./mmr.ts";
import type { Diverse, Findings, ScoredRef } from "./plan.ts";
import { boundedSimilarity, similarityOfScore } from "./similarity.ts";

/** @param candidates nearest first. The results keep the scores of the search; their order is that of the selection. */
export async function diverse(
  { reads }: Collection,
  { field, lambda }: Diverse,
  candidates: readonly ScoredRef[],
  limit: number,
): Promise<Findings> {
  const slots = candidates.map(({ slot }) => slot);
  const relevance = candidates.map(({ score }) => similarityOfScore(field, score));
  const similarities = async (candidate: number) => {
    const [vector] = await reads.vectors(field.name, [slots[candidate]!]);
    const [distances] = await reads.distances(field, [vector!], slots);
    return distances!.map((distance) => boundedSimilarity(field, distance));
  };
  const picked = await pickDiverse(relevance, limit, lambda, similarities);
  return { found: picked.map((i) => candidates[i]!), ascending: !isSimilarity(field.distance) };
}
