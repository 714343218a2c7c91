// From the engine's distance (lower is nearer) to the API's score, per metric, and which scores pass a threshold.
// Scores stay f32 numbers: an overflow becomes the largest f32, because JSON has no infinity.
import type { Metric } from "../engine/abi.ts";

const MAX_F32 = 3.4028234663852886e38;

/** Cosine and Dot: the dot product, larger is better. Euclid and Manhattan: the distance, smaller is better. */
export function scoreOf(metric: Metric, distance: number): number {
  const score = isSimilarity(metric)
    ? 0 - distance
    : metric === "Euclid"
      ? Math.fround(Math.sqrt(distance))
      : distance;
  return Math.max(-MAX_F32, Math.min(MAX_F32, score));
}

/** The native dialect keeps scores at the threshold or better, in the metric's own direction. */
export function passes(metric: Metric, score: number, threshold: number): boolean {
  return isSimilarity(metric) ? score >= threshold : score <= threshold;
}

function isSimilarity(metric: Metric): boolean {
  return metric === "Cosine" || metric === "Dot";
}
