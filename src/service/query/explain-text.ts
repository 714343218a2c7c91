// The part of each word in the scores of the hits of a query by text, for an explanation.
import type { HitExplanation } from "../../schema/explain.ts";
import type { ScoredPoint } from "../../schema/search.ts";
import { tokenIndex } from "../../text/murmur3.ts";
import { readsOf, textSearch } from "./all-points.ts";
import type { ByText, Plan, ScoredRef } from "./plan.ts";

export async function explainText(
  plan: Plan,
  query: ByText,
  hits: readonly ScoredRef[],
  points: readonly ScoredPoint[],
): Promise<HitExplanation[]> {
  const search = textSearch(plan.root, query, { ...plan, explaining: null });
  const refs = hits.map(({ ref }) => ref);
  const parts = await readsOf(plan).explainTexts(search, refs);
  return points.map(({ id }, i) => ({
    id,
    terms: parts[i]!.map(({ term, tf, df, idf, score }) => ({
      index: tokenIndex(term),
      term,
      tf,
      df,
      idf,
      score,
    })),
  }));
}
