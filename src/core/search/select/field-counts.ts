// Counts the points in the index of each payload field; while an index is being built, the points it has so far.

import type { Segments } from "../../segment/segments.ts";
import { countBits, intersect } from "../../slots/bits.ts";

export function fieldCounts(segments: Segments): Record<string, number> {
  const counts = new Map<string, number>();
  for (const path of segments.indexed.all.keys()) {
    let count = 0;
    for (const segment of segments.all) {
      const entry = segment.indexes.entry(path);
      if (entry) count += countBits(intersect(entry.filled(segment.ids.slots), segment.visibleSlots()));
    }
    counts.set(path, count);
  }
  return Object.fromEntries(counts);
}
