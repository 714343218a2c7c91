// From the engine's distance (lower is nearer) to the API's score, per metric, and which scores pass a threshold.
// Scores stay f32 numbers: an overflow becomes the largest f32, because JSON has no infinity.
import type { Metric } from "../../engine/abi.ts";

const MAX_F32 = 3.4028234663852886e38;

/** Cosine and Dot: the dot product, larger is better. Euclid and Manhattan: the distance, smaller is better. */
export function scoreOf(metric: Metric, distance: number): number {
  const score = isSimilarity(metric)
    ? similarityOf(metric, distance)
    : metric === "Euclid"
      ? Math.fround(Math.sqrt(distance))
      : distance;
  return f32Score(score);
}

/** More is more similar, for every metric: the engine's distance with its sign turned, of Cosine the cosine. */
export function similarityOf(metric: Metric, distance: number): number {
  return (metric === "Cosine" ? 1 : 0) - distance;
}

/** The engine's distance again. */
export function distanceOfSimilarity(metric: Metric, similarity: number): number {
  return (metric === "Cosine" ? 1 : 0) - similarity;
}

/** How far apart two vectors are in the metric's own terms, lower is nearer: of Cosine 1 less the cosine. */
export function distanceOf(metric: Metric, distance: number): number {
  // By codes it may come out a little below zero.
  return metric === "Euclid" ? Math.sqrt(Math.max(0, distance)) : distance;
}

/** @param strict whether a score equal to the threshold is not good enough */
export function passes(metric: Metric, score: number, threshold: number, strict = false): boolean {
  if (score === threshold) return !strict;
  return isSimilarity(metric) ? score > threshold : score < threshold;
}

/** Whether more is better; otherwise scores are distances. */
export function isSimilarity(metric: Metric): boolean {
  return metric === "Cosine" || metric === "Dot";
}

/** A number as it can be shown: JSON has no infinity. */
export function f32Score(score: number): number {
  return Math.max(-MAX_F32, Math.min(MAX_F32, Math.fround(score)));
}
