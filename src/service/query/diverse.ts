// A query for results that are near to a vector and not like each other.
import type { Collection } from "../../core/collection/collection.ts";
import { isSimilarity } from "../../core/search/score.ts";
import { pickDiverse } from "./mmr.ts";
import type { Diverse, Findings, ScoredRef } from "./plan.ts";
import { boundedSimilarity, similarityOfScore } from "./similarity.ts";

/** @param candidates nearest first. Their scores stay those of the search; the order is that of the picks. */
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
