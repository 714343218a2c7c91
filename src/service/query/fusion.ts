// Combines several ranked lists into one: by ranks (reciprocal rank fusion), or by how far each score is from the mean
// of its list (distribution-based score fusion).
// The decision: points are identified by id, because a point that is overwritten meanwhile may be found in two slots.
// Points with equal scores stay in the order in which the lists first name them.
import type { Sliced } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";

/** Points that are scored in one slice. */
const POINTS_PER_YIELD = 2 ** 11;

/** The points of a list, best first. */
export interface RankedList {
  readonly points: readonly { readonly id: PointId; readonly score: number }[];
  /** True for distances: smaller scores are better. */
  readonly ascending: boolean;
}

/** Returns a score for every point of the lists, in the order in which they first name the points. */
export type Fusion = (lists: readonly RankedList[]) => Sliced<Map<PointId, number>>;

/** @param weights of the lists; a list without one has weight 1 */
export function reciprocalRankFusion(k: number, weights: readonly number[]): Fusion {
  return function* (lists) {
    const scores = new Map<PointId, number>();
    for (const [list, { points }] of lists.entries()) {
      const weight = weights[list] ?? 1;
      for (const [position, { id }] of points.entries()) {
        const score = weight > 0 ? 1 / ((position + 1) / weight + k - 1) : 0;
        scores.set(id, (scores.get(id) ?? 0) + score);
        if (position % POINTS_PER_YIELD === POINTS_PER_YIELD - 1) yield;
      }
    }
    return scores;
  };
}

/** Maps a score three deviations above the mean of its list to 1, and one three deviations below it to 0. */
export const distributionFusion: Fusion = function* (lists) {
  const scores = new Map<PointId, number>();
  for (const { points, ascending } of lists) {
    const values = points.map(({ score }) => (ascending ? -score : score));
    const normal = normaliser(values);
    for (const [i, { id }] of points.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + normal(values[i]!));
      if (i % POINTS_PER_YIELD === POINTS_PER_YIELD - 1) yield;
    }
  }
  return scores;
};

const DEVIATIONS = 3;

function normaliser(values: readonly number[]): (value: number) => number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (values.length - 1));
  if (values.length < 2 || deviation === 0) return () => 0.5;
  const low = mean - DEVIATIONS * deviation;
  return (value) => (value - low) / (2 * DEVIATIONS * deviation);
}
