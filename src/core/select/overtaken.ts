// What a search for given slots misses because it was overtaken by writes.
// The decision: a slot that was asked for and died before the search came to it, because its point was overwritten, is
// no hit, and the slot that took its place was not asked for: the point would be missing although it was there all the
// time. Dead slots keep their rows, so such slots are measured and put among the hits: the answer is as of when it was
// asked for.
import { type Bits, isEmpty, slotsIn, subtract } from "../bits.ts";
import type { SegmentHits } from "../merge.ts";
import type { SegmentTrace } from "../search-trace.ts";
import type { Segment } from "../segment.ts";

/** @param bits the slots that were asked for, none of them dead then. @param k how many hits of each query at most */
export async function withOvertaken(
  segment: Segment,
  name: string,
  queries: Float32Array,
  hits: readonly SegmentHits[],
  bits: Bits,
  k: number,
  trace?: SegmentTrace | undefined,
): Promise<readonly SegmentHits[]> {
  const overtaken = subtract(bits.slice(), segment.searchableSlots());
  if (isEmpty(overtaken)) return hits;
  const slots = Uint32Array.from(slotsIn(overtaken));
  trace?.noteMeasured(slots.length);
  const distances = await segment.vectors.distances(name, queries, slots);
  return hits.map((own, query) => {
    const measured = distances.subarray(query * slots.length, (query + 1) * slots.length);
    return merged(own, slots, measured, k);
  });
}

function merged(hits: SegmentHits, slots: Uint32Array, distances: Float32Array, k: number): SegmentHits {
  const found = Array.from(hits.slots, (slot, i) => ({ slot, distance: hits.distances[i]! }));
  const known = new Set(hits.slots);
  slots.forEach((slot, i) => {
    const distance = distances[i]!;
    if (!known.has(slot) && !Number.isNaN(distance)) found.push({ slot, distance });
  });
  found.sort((a, b) => a.distance - b.distance || a.slot - b.slot);
  const kept = found.slice(0, k);
  return {
    slots: Uint32Array.from(kept, ({ slot }) => slot),
    distances: Float32Array.from(kept, ({ distance }) => distance),
    complete: hits.complete && found.length <= k,
  };
}
