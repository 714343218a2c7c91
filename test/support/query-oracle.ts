// Computes the expected results of queries over all points in 64-bit floats, from their definitions.
// The decision: no code is shared with the product. Scores and their points are compared, but not the order of equal
// scores.
import { expect } from "chai";

export type Metric = "Cosine" | "Dot" | "Euclid" | "Manhattan";

export interface OraclePoint {
  readonly id: number;
  readonly vector: readonly number[];
}

export interface Scored {
  readonly id: number;
  readonly score: number;
}

/** Returns the similarity; larger is nearer. */
export function similarity(metric: Metric, query: readonly number[], vector: readonly number[]): number {
  const sum = (value: (a: number, b: number) => number) =>
    query.reduce((total, a, i) => total + value(a, vector[i]!), 0);
  const length = (of: readonly number[]) => Math.sqrt(of.reduce((total, a) => total + a * a, 0)) || 1;
  if (metric === "Euclid") return -sum((a, b) => (a - b) ** 2);
  if (metric === "Manhattan") return -sum((a, b) => Math.abs(a - b));
  const product = sum((a, b) => a * b);
  return metric === "Dot" ? product : product / length(query) / length(vector);
}

/** Returns the score of a similarity. */
export function shownScore(metric: Metric, similar: number): number {
  if (metric === "Euclid") return Math.sqrt(-similar);
  return metric === "Manhattan" ? -similar : similar;
}

export function isAscending(metric: Metric): boolean {
  return metric === "Euclid" || metric === "Manhattan";
}

/** Returns all points with their scores, best first. */
export function ranked(
  points: readonly OraclePoint[],
  score: (point: OraclePoint) => number,
  ascending = false,
): Scored[] {
  const scored = points.map((point) => ({ id: point.id, score: score(point) }));
  return scored.sort((a, b) => (ascending ? a.score - b.score : b.score - a.score));
}

export function nearest(points: readonly OraclePoint[], metric: Metric, query: readonly number[]): Scored[] {
  const score = ({ vector }: OraclePoint) => shownScore(metric, similarity(metric, query, vector));
  return ranked(points, score, isAscending(metric));
}

const f = (x: number) => x / (1 + Math.abs(x));
export const sigma = (x: number): number => 0.5 * (f(x) + 1);

export function bestScore(similar: (example: number) => number, positives: number, all: number): number {
  const of = (from: number, to: number) =>
    Math.max(...Array.from({ length: to - from }, (_, i) => similar(from + i)));
  const [p, n] = [of(0, positives), of(positives, all)];
  return p > n ? sigma(p) : -sigma(n);
}

export function contextScore(pairs: readonly (readonly [positive: number, negative: number])[]): number {
  return pairs.reduce((sum, [p, n]) => sum + f(Math.min(p - n - 2 ** -23, 0)), 0);
}

export function discoverScore(
  target: number,
  pairs: readonly (readonly [positive: number, negative: number])[],
): number {
  return pairs.reduce((sum, [p, n]) => sum + Math.sign(p - n), sigma(target));
}

/** Requires the result to be the first points of the ranking, up to rounding and equal scores. */
export function expectBest(answer: readonly Scored[], ranking: readonly Scored[], tolerance = 1e-4): void {
  const scores = new Map(ranking.map(({ id, score }) => [id, score]));
  expect(new Set(answer.map(({ id }) => id)).size, "an id twice").to.equal(answer.length);
  answer.forEach(({ id, score }, i) => {
    const margin = tolerance * Math.max(1, Math.abs(score));
    expect(scores.get(id), `the score of ${id}`).to.be.closeTo(score, margin);
    expect(ranking[i]!.score, `the score at ${i}`).to.be.closeTo(score, margin);
  });
}
