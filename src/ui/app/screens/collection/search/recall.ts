// Compares a search with the exact result, point by point.
import { DISTANCES, type Distance } from "../../../../../shared/distances.ts";
import type { PointId } from "../../../api/types.ts";
import type { Body } from "./body.ts";

export interface Found {
  readonly id: PointId;
  readonly score: number;
  readonly payload?: Readonly<Record<string, unknown>> | null;
  readonly vector?: unknown;
  /** By key, where the words of the search are in its texts. */
  readonly highlights?: Readonly<Record<string, readonly (readonly [number, number])[]>>;
}

/** Returns whether smaller scores are better. Strategies with examples return a similarity for every distance. */
export function isSmallerBetter(distance: Distance, { query }: Body): boolean {
  if (DISTANCES[distance].better === "larger") return false;
  return (
    !(typeof query === "object" && "recommend" in query) || query.recommend.strategy === "average_vector"
  );
}

interface Recall {
  /** The number of exact results that were found, or are as good as one that was. */
  readonly found: number;
  readonly of: number;
  readonly missed: readonly Ranked[];
}

export interface Ranked extends Found {
  readonly rank: number;
  /** Whether the search missed the point; its rank is that of the exact search. */
  readonly isMissed: boolean;
}

/**
 * Computes the recall. A missing point that is as near as the last found one does not count as a miss, because the
 * order of equal scores is arbitrary.
 */
export function recallOf(points: readonly Found[], truth: readonly Found[]): Recall {
  const ids = new Set(points.map(({ id }) => String(id)));
  const last = points.at(-1)?.score;
  const missed = truth.flatMap((hit, index) =>
    ids.has(String(hit.id)) || hit.score === last ? [] : { ...hit, rank: index + 1, isMissed: true },
  );
  return { found: truth.length - missed.length, of: truth.length, missed };
}

/** Merges the found points with those that were missed, by rank. */
export function merged(
  { body, points }: { body: Body; points: readonly Found[] },
  recall: Recall | null,
  smallerIsBetter: boolean,
): Ranked[] {
  const first = (body.offset ?? 0) + 1;
  const found = points.map((point, index) => ({ ...point, rank: first + index, isMissed: false }));
  const missed = (recall?.missed ?? []).map((hit) => ({ ...hit, rank: first - 1 + hit.rank }));
  const sign = smallerIsBetter ? 1 : -1;
  return [...missed, ...found].sort((a, b) => sign * (a.score - b.score));
}

/** Returns the length of the bar of a score; the best score has 1. */
export function barOf(score: number, scores: readonly number[], smallerIsBetter: boolean): number {
  const low = Math.min(...scores);
  const high = Math.max(...scores);
  if (smallerIsBetter) {
    if (high === 0) return 1;
    return low > 0 ? low / score : 1 - score / high;
  }
  const floor = Math.min(0, low);
  return high === floor ? 1 : (score - floor) / (high - floor);
}
