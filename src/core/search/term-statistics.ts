// Counts the sparse vectors of a collection that have an index, in all segments.

import type { TermStatistics } from "../../engine/sparse-types.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import type { Filter } from "../filter/filter.ts";
import type { ReadSegments } from "../segment/read-segments.ts";
import { selections } from "./select/matching.ts";

export type { TermStatistics };

/** @param filter counts only points that match; null: all */
export async function termStatistics(
  segments: ReadSegments,
  field: FieldConfig,
  indices: Uint32Array,
  filter: Filter | null,
  signal: CancelSignal,
): Promise<TermStatistics> {
  const selected = await selections(segments, filter, signal);
  const frequencies = new Uint32Array(indices.length);
  let vectors = 0;
  for (const { segment, slots } of selected) {
    const found = await segment.vectors.termStatistics(field, indices, filter === null ? null : slots);
    vectors += found.vectors;
    found.frequencies.forEach((frequency, i) => {
      frequencies[i]! += frequency;
    });
  }
  return { vectors, frequencies };
}
