// How the server ran a search: the result of `params.explain`, and its description.
import type * as Answered from "../../../../../schema/explain.ts";

export type { ServedCondition } from "../../../../../schema/explain.ts";
export type HitExplanation = Answered.HitExplanation;
export type Term = NonNullable<HitExplanation["terms"]>[number];

export interface Explanation extends Answered.Explanation {
  /** The request that a hybrid search stands for. */
  readonly expanded?: {
    readonly query: { readonly rrf?: { readonly k: number; readonly weights: readonly number[] } };
    readonly prefetch: readonly { readonly using: string; readonly query: unknown }[];
  };
}

const STRATEGIES: Readonly<Record<string, string>> = {
  hnsw: "HNSW graph",
  filtered_hnsw: "HNSW graph, filtered",
  exact: "Exact scan",
  payload_first: "Filter first, then all matches",
  full_scan: "Graph found too few: exact scan",
  search_first: "Nearest first, then the filter",
  no_match: "Nothing matches the filter",
  text: "Text index (BM25)",
  fused: "Hybrid, fused by rank",
  mixed: "Differs by segment",
  empty: "Nothing to search",
};

export function strategyText(strategy: string): string {
  return STRATEGIES[strategy] ?? strategy;
}

/** Names the parts of a hybrid search, in their order. */
export function partNames({ expanded }: Explanation): string[] {
  return (expanded?.prefetch ?? []).map(({ query, using }) => {
    const isText = typeof query === "object" && query !== null && "text" in query && !("model" in query);
    return isText ? `Words in ${using}` : `Vector${using && ` ${using}`}`;
  });
}

/**
 * Returns the share of each list in the fused score of a hit, by reciprocal rank fusion as the server computes it
 * (service/query/fusion.ts): 1 / (rank / weight + k - 1).
 */
export function fusedShares({ expanded }: Explanation, { ranks = [] }: HitExplanation): number[] {
  const { k = 0, weights = [] } = expanded?.query.rrf ?? {};
  const scores = ranks.map((found, list) =>
    found === null ? 0 : 1 / (found.rank / (weights[list] ?? 1) + k - 1),
  );
  const total = scores.reduce((sum, score) => sum + score, 0);
  return scores.map((score) => (total > 0 ? score / total : 0));
}
