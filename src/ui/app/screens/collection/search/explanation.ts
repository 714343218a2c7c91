// How the server ran a search: the result of `params.explain`, as far as it is shown, and its description.

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
  readonly filter: FilterFigures | null;
  readonly time_ms: number;
}

interface ServedCondition {
  readonly condition: string;
  /** The kind of the condition, such as value or range. */
  readonly check: string;
  /** The type of the index; null for none. */
  readonly index: string | null;
  /** Whether the index decides every point; otherwise the payloads of some or all are read. */
  readonly settles: boolean;
}

export interface Explanation {
  readonly strategy: string;
  readonly segments: readonly SegmentExplanation[];
  readonly visited: number;
  readonly rescored: number;
  readonly filter: (FilterFigures & { readonly served_by: readonly ServedCondition[] }) | null;
  readonly time_ms: {
    readonly plan: number;
    readonly search: number;
    readonly payload: number;
    readonly total: number;
  };
  readonly ef: number | null;
  readonly exact: boolean;
}

const STRATEGIES: Readonly<Record<string, string>> = {
  hnsw: "Walk of the graph",
  filtered_hnsw: "Walk of the graph, within the filter",
  exact: "Every vector compared",
  payload_first: "Filter first, then all that match",
  full_scan: "Walk found too few, all compared",
  search_first: "Nearest first, then the filter",
  no_match: "Nothing matches the filter",
  mixed: "Differs by segment",
  empty: "Nothing to search",
};

export function strategyText(strategy: string): string {
  return STRATEGIES[strategy] ?? strategy;
}
