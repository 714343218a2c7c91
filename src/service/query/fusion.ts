// Several ranked lists made into one: by ranks (reciprocal rank fusion), or by how far each score is from the mean of
// its list (distribution-based score fusion).
// The decision: points are told apart by id, because a point that is overwritten meanwhile may be found in two places;
// points with equal scores stay in the order in which the lists name them first.
import type { PointId } from "../../schema/leaf.ts";

/** One of the lists, best first. */
export interface RankedList {
  readonly points: readonly { readonly id: PointId; readonly score: number }[];
  /** For distances, where less is better. */
  readonly ascending: boolean;
}

/** A score for every point of the lists, in the order in which they are named first. */
export type Fusion = (lists: readonly RankedList[]) => Map<PointId, number>;

/** @param weights of the lists; those without one weigh 1 */
export function reciprocalRankFusion(k: number, weights: readonly number[]): Fusion {
  return (lists) => {
    const scores = new Map<PointId, number>();
    lists.forEach(({ points }, list) => {
      const weight = weights[list] ?? 1;
      points.forEach(({ id }, position) => {
        const score = weight > 0 ? 1 / ((position + 1) / weight + k - 1) : 0;
        scores.set(id, (scores.get(id) ?? 0) + score);
      });
    });
    return scores;
  };
}

/** A score three deviations above the mean of its list becomes 1, three below 0. */
export const distributionFusion: Fusion = (lists) => {
  const scores = new Map<PointId, number>();
  for (const { points, ascending } of lists) {
    const values = points.map(({ score }) => (ascending ? -score : score));
    const normal = normaliser(values);
    points.forEach(({ id }, i) => {
      scores.set(id, (scores.get(id) ?? 0) + normal(values[i]!));
    });
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
