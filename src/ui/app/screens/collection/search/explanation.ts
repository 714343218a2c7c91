// How the server ran a search: the result of `params.explain`, as far as it is shown, and its description.
import type { PointId } from "../../../api/types.ts";

interface FilterFigures {
  /** The number of matching points; null: the filter was checked only on the nearest candidates. */
  readonly matching: number | null;
  /** The number of points whose payload was read. */
  readonly checked: number;
}

interface SegmentExplanation {
  readonly points: number;
  readonly indexed: number | null;
  readonly strategy: string;
  readonly visited: number;
  readonly rescored: number;
  readonly time_ms: number;
}

export interface ServedCondition {
  readonly condition: string;
  /** The kind of the condition, such as value or range. */
  readonly check: string;
  /** The type of the index; null for none. */
  readonly index: string | null;
  /** Whether the index decides every point; otherwise the payloads of some or all are read. */
  readonly settles: boolean;
}

/** A part of a score. */
export interface Term {
  readonly index: number;
  /** A word, phrase or prefix of a text; absent for sparse vectors. */
  readonly term?: string;
  readonly tf?: number;
  readonly df: number;
  readonly score: number;
}

export interface HitExplanation {
  readonly id: PointId;
  /** The rank in each list of a hybrid search; null: it is not in the list. */
  readonly ranks?: readonly ({ readonly rank: number; readonly score: number } | null)[];
  readonly terms?: readonly Term[];
}

interface Figures {
  readonly strategy: string;
  readonly segments: readonly SegmentExplanation[];
  readonly visited: number;
  readonly rescored: number;
  readonly filter: (FilterFigures & { readonly served_by: readonly ServedCondition[] }) | null;
  readonly time_ms: Readonly<Record<"plan" | "search" | "payload" | "total", number>>;
  readonly ef: number | null;
  /** Counts of lists that were read for words, or for entries of sparse vectors. */
  readonly text?: { readonly clauses: number; readonly postings: number };
  readonly sparse?: { readonly terms: number; readonly postings: number };
}

interface Part extends Figures {
  readonly found: number;
}

export interface Explanation extends Figures {
  /** The parts of a hybrid search, and the request that it stands for. */
  readonly prefetch?: readonly Part[];
  readonly expanded?: {
    readonly query: { readonly rrf?: { readonly k: number; readonly weights: readonly number[] } };
    readonly prefetch: readonly { readonly using: string; readonly query: unknown }[];
  };
  readonly hits?: readonly HitExplanation[];
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
