// Measures the similarity of points to the vectors of a query, for scores that no search returns.
// The decision: more is more similar, for every distance (`similarityOf`). Points are measured in slices, so the memory
// does not grow with the collection and no slice takes long; several slices are in progress at a time, to keep more
// than one search thread busy.

import type { Collection } from "../../core/collection/collection.ts";
import type { FieldConfig } from "../../core/config/collection-config.ts";
import { isSimilarity, similarityOf } from "../../core/search/score.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import type { VectorQuery } from "../../core/vectors/vector-index.ts";
import { type CancelSignal, pauseUnlessCancelled, throwIfCancelled } from "../../scheduling/cancel.ts";
import { isSliceOver } from "../../scheduling/pause.ts";
import { MAX_F32 } from "../../schema/limits.ts";
import { forEachConcurrently } from "../../shared/concurrently.ts";
import { distanceRow } from "../../shared/distances.ts";
import type { Explaining } from "./explain.ts";

/** Distances of a slice; they take some milliseconds. */
const SLICE_DISTANCES = 2 ** 16;
/** Points that are scored before other work may run. */
const POINTS_PER_YIELD = 256;
const SLICES_AT_A_TIME = 4;

/** The collection that is scanned, and the signal that cancels the scan. */
export interface SimilarityScan {
  readonly collection: Collection;
  readonly signal: CancelSignal;
  /** The explanation that was requested. */
  readonly explaining?: Explaining | null;
}

/**
 * Calls `visit` with the point reference and the similarities of each point that has the vector, in no particular
 * order. The array of similarities is used again for the next point.
 * @throws DeadlineExceeded
 */
export async function eachSimilarity(
  { collection, signal }: SimilarityScan,
  field: FieldConfig,
  vectors: readonly VectorQuery[],
  refs: readonly PointRef[],
  visit: (ref: PointRef, similarities: Float64Array) => void,
): Promise<void> {
  const size = Math.max(1, Math.floor(SLICE_DISTANCES / vectors.length));
  const starts = Array.from({ length: Math.ceil(refs.length / size) }, (_, i) => i * size);
  await forEachConcurrently(starts, SLICES_AT_A_TIME, async (start) => {
    throwIfCancelled(signal);
    const slice = refs.slice(start, start + size);
    const distances = await collection.reads.distances(field, vectors, slice);
    const similarities = new Float64Array(vectors.length);
    for (const [i, slot] of slice.entries()) {
      if (i % POINTS_PER_YIELD === POINTS_PER_YIELD - 1 && isSliceOver()) await pauseUnlessCancelled(signal);
      if (Number.isNaN(distances[0]![i]!)) continue;
      for (let j = 0; j < vectors.length; j++) similarities[j] = boundedSimilarity(field, distances[j]![i]!);
      visit(slot, similarities);
    }
  });
}

/** Replaces an overflow by the largest f32, as in scores, so sums of similarities stay numbers. */
export function boundedSimilarity({ distance: metric }: FieldConfig, distance: number): number {
  return Math.max(-MAX_F32, Math.min(MAX_F32, similarityOf(metric, distance)));
}

/** Returns the similarity that the score of a search stands for. */
export function similarityOfScore({ distance }: FieldConfig, score: number): number {
  if (isSimilarity(distance)) return score;
  return distanceRow(distance).isSquared ? -score * score : -score;
}
