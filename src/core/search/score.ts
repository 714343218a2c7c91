// From the engine's distance (lower is nearer) to the API's score, per metric, and which scores pass a threshold.
// Scores stay f32 numbers: an overflow becomes the largest f32, because JSON has no infinity.
import type { Metric } from "../../engine/abi.ts";
import { distanceRow } from "../../shared/distances.ts";

const MAX_F32 = 3.4028234663852886e38;

/** The product of the vectors where larger scores are better, the distance where smaller ones are. */
export function scoreOf(metric: Metric, distance: number): number {
  const score = isSimilarity(metric)
    ? similarityOf(metric, distance)
    : distanceRow(metric).isSquared
      ? Math.fround(Math.sqrt(distance))
      : distance;
  return f32Score(score);
}

/** More is more similar, for every metric: the engine's distance with its sign turned, of Cosine the cosine. */
export function similarityOf(metric: Metric, distance: number): number {
  return (distanceRow(metric).isNormalised ? 1 : 0) - distance;
}

/** The engine's distance again. */
export function distanceOfSimilarity(metric: Metric, similarity: number): number {
  return (distanceRow(metric).isNormalised ? 1 : 0) - similarity;
}

/** How far apart two vectors are in the metric's own terms, lower is nearer: of Cosine 1 less the cosine. */
export function distanceOf(metric: Metric, distance: number): number {
  // By codes it may come out a little below zero.
  return distanceRow(metric).isSquared ? Math.sqrt(Math.max(0, distance)) : distance;
}

/** @param strict whether a score equal to the threshold is not good enough */
export function passes(metric: Metric, score: number, threshold: number, strict = false): boolean {
  if (score === threshold) return !strict;
  return isSimilarity(metric) ? score > threshold : score < threshold;
}

/** Whether more is better; otherwise scores are distances. */
export function isSimilarity(metric: Metric): boolean {
  return distanceRow(metric).better === "larger";
}

/** A number as it can be shown: JSON has no infinity. */
export function f32Score(score: number): number {
  return Math.max(-MAX_F32, Math.min(MAX_F32, Math.fround(score)));
}
