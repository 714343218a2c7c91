// The nearest points of one segment, of equally near ones those with the smallest ids.
// The decision: a search keeps the lower slots of slots that are equally near. If that may have left some out, it is
// repeated for many times as many hits until all that are as near as the last one are among them. So it costs nothing
// where distances differ, and few searches where they do not.
import { runInSlices, type Sliced } from "../../../scheduling/slices.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import type { SegmentResult } from "../../segment/segment-results.ts";
import type { VectorQuery } from "../../vectors/vector-index.ts";
import type { SegmentHits } from "./merge.ts";
import { nearestIn } from "./nearest.ts";
import { Smallest } from "./smallest.ts";

/** The factor by which the next search asks for more hits. */
const FACTOR = 16;
/** Hits whose ids are compared between two yields. */
const HITS_PER_YIELD = 2 ** 10;

/** Tells whether a segment may have left out a slot that is as near as this distance. */
export function hidesTies(results: readonly SegmentResult<SegmentHits>[], distance: number): boolean {
  return results.some(({ result }) => !result.complete && result.distances.at(-1) === distance);
}

/** @throws DeadlineExceeded */
export async function nearestById(
  segment: CollectionSegment,
  query: VectorQuery,
  nearest: Parameters<typeof nearestIn>[2],
): Promise<SegmentHits> {
  const { k, signal } = nearest;
  for (let requested = FACTOR * (k + 1); ; requested *= FACTOR) {
    const [hits] = await nearestIn(segment, [query], { ...nearest, k: requested });
    const { distances, complete } = hits!;
    if (complete || distances[k - 1] !== distances.at(-1))
      return runInSlices(firstById(segment, hits!, k), signal);
  }
}

/** Returns the first hits, of those that are as near as the last of them the ones with the smallest ids. */
function* firstById({ ids }: CollectionSegment, hits: SegmentHits, k: number): Sliced<SegmentHits> {
  const { slots, distances } = hits;
  if (slots.length <= k) return hits;
  const last = distances[k - 1]!;
  const from = distances.indexOf(last);
  const tied = new Smallest<number>(k - from, (a, b) => ids.compare(a, b));
  for (let i = from; distances[i] === last; i++) {
    tied.add(slots[i]!);
    if (i % HITS_PER_YIELD === 0) yield;
  }
  const first = slots.slice(0, k);
  first.set(yield* tied.take(), from);
  return { slots: first, distances: distances.slice(0, k), complete: false };
}
