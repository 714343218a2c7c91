// One result out of what several segments found.
// Hits of one segment are mostly in order already, with each point once; then they are the result.
// The decision: a point can be found twice, while it is being overwritten or was moved to another segment during the
// search; then the newer is shown, and the older may have pushed another point out of what its segment answered. That
// can be seen from the distances, and more has to be asked for. Points that are equally near are in the order of their
// ids, which are compared only then.
import type { Hits } from "../../../engine/types.ts";
import type { Sliced } from "../../../scheduling/slices.ts";
import { sortedInSlices } from "../../../scheduling/sort.ts";
import type { PointId } from "../../../schema/leaf.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import type { SegmentResult } from "../../segment/segment-results.ts";
import { comparePointIds } from "../../slots/point-id.ts";
import { type PointRef, pointRef, slotOf } from "../../slots/point-ref.ts";

/** The members of a segment's hits that are used here. */
export type SegmentHits = Pick<Hits, "slots" | "distances" | "complete">;

export interface Candidate {
  readonly ref: PointRef;
  /** The distance of the engine: lower is nearer. */
  readonly distance: number;
}

interface Versioned extends Candidate {
  readonly id: PointId;
  /** The LSN of the write that gave the point its present state. */
  readonly version: number;
}

export interface Merged {
  /** The nearest points, each once, nearest first. */
  readonly found: readonly Candidate[];
  /** Hits that were left out because their point was found twice; 0 unless there may be points nearer than these. */
  readonly missing: number;
}

/** Hits that are processed between two yields. */
const HITS_PER_YIELD = 512;

/** @param k the maximum number of points @param requested the number of hits that was requested from each segment */
export function* merge(
  results: readonly SegmentResult<SegmentHits>[],
  k: number,
  requested: number,
): Sliced<Merged> {
  const inOrder = orderedHits(results);
  if (inOrder) return { found: inOrder.length > k ? inOrder.slice(0, k) : inOrder, missing: 0 };
  const newest = new Map<PointId, Versioned>();
  let hits = 0;
  for (const { segment, result } of results) {
    for (let i = 0; i < result.slots.length; i++) {
      const slot = result.slots[i]!;
      const id = segment.ids.idOf(slot);
      const version = segment.version(slot);
      const candidate = { ref: pointRef(segment.number, slot), distance: result.distances[i]!, id, version };
      const before = newest.get(id);
      if (!before || isNewer(candidate, before)) newest.set(id, candidate);
      if (++hits % HITS_PER_YIELD === 0) yield;
    }
  }
  const found = (yield* sortedInSlices([...newest.values()], byDistance)).slice(0, k);
  const repeated = hits - newest.size;
  if (repeated === 0) return { found, missing: 0 };
  const furthest = found.length < k ? null : found.at(-1)!;
  const hidesMore = ({ segment, result }: SegmentResult<SegmentHits>) =>
    !result.complete && segment.ids.slots > requested && hidesBefore(furthest, segment, result);
  return { found, missing: results.some(hidesMore) ? repeated : 0 };
}

/** Tells whether what the hits of a segment leave out may come before a candidate; null: the last of all. */
function hidesBefore(
  candidate: Versioned | null,
  { ids }: CollectionSegment,
  { slots, distances }: SegmentHits,
): boolean {
  if (candidate === null || slots.length === 0) return true;
  const distance = distances.at(-1)!;
  if (distance !== candidate.distance) return distance < candidate.distance;
  return comparePointIds(ids.idOf(slots.at(-1)!), candidate.id) < 0;
}

/** Up to this number of hits are compared with each other, which is faster than a map of their ids. */
const FEW_HITS = 32;

/**
 * Returns the hits, nearest first, if there are few, of one segment, and none of a point that is there twice; else
 * null.
 */
function orderedHits(results: readonly SegmentResult<SegmentHits>[]): Candidate[] | null {
  if (results.length !== 1) return null;
  const { segment, result } = results[0]!;
  const { slots, distances } = result;
  if (slots.length > FEW_HITS) return null;
  const found: Candidate[] = [];
  const ids: PointId[] = [];
  let isByIds = true;
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!;
    const id = segment.ids.idOf(slot);
    const distance = distances[i]!;
    if (ids.includes(id) || (i > 0 && distances[i - 1]! > distance)) return null;
    if (isByIds && i > 0 && distances[i - 1] === distance)
      isByIds = segment.ids.compare(slots[i - 1]!, slot) < 0;
    ids.push(id);
    found.push({ ref: pointRef(segment.number, slot), distance });
  }
  if (isByIds) return found;
  const compareIds = (a: Candidate, b: Candidate) => segment.ids.compare(slotOf(a.ref), slotOf(b.ref));
  return found.sort((a, b) => a.distance - b.distance || compareIds(a, b));
}

function byDistance(a: Versioned, b: Versioned): number {
  return a.distance - b.distance || comparePointIds(a.id, b.id);
}

/**
 * Tells which of two candidates with the same version is newer: the one in the later slot, because a batch may name an
 * id twice.
 */
function isNewer(a: Versioned, b: Versioned): boolean {
  return a.version > b.version || (a.version === b.version && a.ref > b.ref);
}
