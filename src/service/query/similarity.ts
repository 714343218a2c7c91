// How similar points are to the vectors of a query, for scores that no search makes.
// The decision: more is more similar, for every metric (`similarityOf`). Points are measured
// in slices, so that what is in memory at a time does not grow with the collection, and nobody has the thread for long;
// several slices are under way, to keep more than one search thread busy.

import type { Collection } from "../../core/collection/collection.ts";
import type { FieldConfig } from "../../core/config/collection-config.ts";
import { isSimilarity, similarityOf } from "../../core/search/score.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { type CancelSignal, pauseUnlessCancelled, throwIfCancelled } from "../../scheduling/cancel.ts";
import { forEachConcurrently } from "../../scheduling/limiter.ts";
import { turnIsOver } from "../../scheduling/pause.ts";
import { distanceRow } from "../../shared/distances.ts";

/** Distances of a slice: some milliseconds of looking at them. */
const SLICE_DISTANCES = 2 ** 16;
/** Points that are looked at until others may have the thread. */
const CUT_POINTS = 256;
const SLICES_AT_A_TIME = 4;
const LARGEST = 3.4028234663852886e38;

/** Where to look, and for whom. */
export interface SimilarityScan {
  readonly collection: Collection;
  readonly signal: CancelSignal;
}

/**
 * Calls with the place and the similarities (in an array that is used again) of each point that has the vector, in no
 * order that means anything.
 * @throws DeadlineExceeded
 */
export async function eachSimilarity(
  { collection, signal }: SimilarityScan,
  field: FieldConfig,
  vectors: readonly Float32Array[],
  slots: readonly PointRef[],
  visit: (slot: PointRef, similarities: Float64Array) => void,
): Promise<void> {
  const size = Math.max(1, Math.floor(SLICE_DISTANCES / vectors.length));
  const starts = Array.from({ length: Math.ceil(slots.length / size) }, (_, i) => i * size);
  await forEachConcurrently(starts, SLICES_AT_A_TIME, async (start) => {
    throwIfCancelled(signal);
    const slice = slots.slice(start, start + size);
    const distances = await collection.reads.distances(field, vectors, slice);
    const similarities = new Float64Array(vectors.length);
    for (const [i, slot] of slice.entries()) {
      if (i % CUT_POINTS === CUT_POINTS - 1 && turnIsOver()) await pauseUnlessCancelled(signal);
      if (Number.isNaN(distances[0]![i]!)) continue;
      for (let j = 0; j < vectors.length; j++) similarities[j] = boundedSimilarity(field, distances[j]![i]!);
      visit(slot, similarities);
    }
  });
}

/** An overflow becomes the largest f32, as in scores: sums of such are still numbers. */
export function boundedSimilarity({ distance: metric }: FieldConfig, distance: number): number {
  return Math.max(-LARGEST, Math.min(LARGEST, similarityOf(metric, distance)));
}

/** From the score of a search. */
export function similarityOfScore({ distance }: FieldConfig, score: number): number {
  if (isSimilarity(distance)) return score;
  return distanceRow(distance).isSquared ? -score * score : -score;
}
