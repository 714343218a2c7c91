// What a search for given slots misses because it was overtaken by writes.
// The decision: a slot that was asked for and died before the search came to it, because its point was overwritten, is
// no hit, and the slot that took its place was not asked for: the point would be missing although it was there all the
// time. Dead slots keep their rows, so such slots are measured and put among the hits: the answer is as of when it was
// asked for. A delete may have overtaken a million of them: they are measured some at a time.
import { isSliceOver, pause } from "../../../scheduling/pause.ts";
import type { FieldConfig } from "../../config/collection-config.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import { type Bits, eachSlot, isEmpty, subtract } from "../../slots/bits.ts";
import type { VectorQuery } from "../../vectors/vector-index.ts";
import type { SegmentHits } from "./merge.ts";
import type { SegmentTrace } from "./search-trace.ts";

/** Slots that are measured at a time. */
const SLICE_SLOTS = 4096;

/** @param bits the slots that the search could return, all live when it began. @param k the most hits of a query */
export async function withConcurrentOverwrites(
  segment: CollectionSegment,
  field: FieldConfig,
  queries: readonly VectorQuery[],
  hits: readonly SegmentHits[],
  bits: Bits,
  k: number,
  trace?: SegmentTrace | undefined,
): Promise<readonly SegmentHits[]> {
  const overwritten = subtract(bits.slice(), segment.searchableSlots());
  if (isEmpty(overwritten)) return hits;
  let all = hits;
  for (const slots of partsOf(overwritten)) {
    trace?.noteMeasured(slots.length);
    const distances = await segment.vectors.measure(field, queries, slots);
    all = all.map((queryHits, query) => {
      const measured = distances.subarray(query * slots.length, (query + 1) * slots.length);
      return merged(queryHits, slots, measured, k);
    });
    if (isSliceOver()) await pause();
  }
  return all;
}

function* partsOf(slots: Bits): Generator<Uint32Array> {
  let part: number[] = [];
  for (const slot of eachSlot(slots)) {
    if (part.push(slot) < SLICE_SLOTS) continue;
    yield Uint32Array.from(part);
    part = [];
  }
  if (part.length > 0) yield Uint32Array.from(part);
}

/** Returns the nearest `k` of the hits and the measured slots. */
function merged(hits: SegmentHits, slots: Uint32Array, distances: Float32Array, k: number): SegmentHits {
  const known = new Set(hits.slots);
  const isFull = hits.slots.length >= k;
  const farthest = isFull ? hits.distances[hits.distances.length - 1]! : Number.POSITIVE_INFINITY;
  let left = 0;
  const found = Array.from(hits.slots, (slot, i) => ({ slot, distance: hits.distances[i]! }));
  slots.forEach((slot, i) => {
    const distance = distances[i]!;
    if (known.has(slot) || Number.isNaN(distance)) return;
    if (distance <= farthest) found.push({ slot, distance });
    else left++;
  });
  if (found.length === hits.slots.length) return left > 0 ? { ...hits, complete: false } : hits;
  found.sort((a, b) => a.distance - b.distance || a.slot - b.slot);
  const kept = found.slice(0, k);
  return {
    slots: Uint32Array.from(kept, ({ slot }) => slot),
    distances: Float32Array.from(kept, ({ distance }) => distance),
    complete: hits.complete && left === 0 && found.length <= k,
  };
}
