// From the engine's distance (lower is nearer) to the API's score, per metric, and which scores pass a threshold.
// Scores stay f32 numbers: an overflow becomes the largest f32, because JSON has no infinity.

import type { Metric } from "../../engine/abi.ts";
import { MAX_F32 } from "../../schema/limits.ts";
import { distanceRow } from "../../shared/distances.ts";

/**
 * Returns the product of the vectors for Dot and Cosine, whose larger scores are better, and the distance otherwise.
 */
export function scoreOf(metric: Metric, distance: number): number {
  const score = isSimilarity(metric)
    ? similarityOf(metric, distance)
    : distanceRow(metric).isSquared
      ? Math.fround(Math.sqrt(distance))
      : distance;
  return f32Score(score);
}

/**
 * Returns a number that is larger for more similar vectors in every metric: the cosine for Cosine, the negative
 * distance otherwise.
 */
export function similarityOf(metric: Metric, distance: number): number {
  return (distanceRow(metric).isNormalised ? 1 : 0) - distance;
}

/** The inverse of `similarityOf`. */
export function distanceOfSimilarity(metric: Metric, similarity: number): number {
  return (distanceRow(metric).isNormalised ? 1 : 0) - similarity;
}

/**
 * Returns a distance, smaller for nearer vectors: 1 minus the cosine for Cosine, and the root of the engine's distance
 * for Euclid.
 */
export function distanceOf(metric: Metric, distance: number): number {
  // By codes it may come out a little below zero.
  return distanceRow(metric).isSquared ? Math.sqrt(Math.max(0, distance)) : distance;
}

/** @param strict whether a score that equals the threshold fails */
export function passes(metric: Metric, score: number, threshold: number, strict = false): boolean {
  if (score === threshold) return !strict;
  return isSimilarity(metric) ? score > threshold : score < threshold;
}

/** Whether larger scores are better; otherwise scores are distances. */
export function isSimilarity(metric: Metric): boolean {
  return distanceRow(metric).better === "larger";
}

/** Rounds to f32 and limits infinite scores, which JSON does not have. */
export function f32Score(score: number): number {
  return Math.max(-MAX_F32, Math.min(MAX_F32, Math.fround(score)));
}
