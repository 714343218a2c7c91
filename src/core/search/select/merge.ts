// One result out of what several segments found.
// Hits of one segment are mostly in order already, with each point once; then they are the result.
// The decision: a point can be found twice, while it is being overwritten or was moved to another segment during the
// search; then the newer is shown, and the older may have pushed another point out of what its segment answered. That
// can be seen from the distances, and more has to be asked for.
import type { Hits } from "../../../engine/types.ts";
import type { Sliced } from "../../../scheduling/slices.ts";
import { sortedInSlices } from "../../../scheduling/sort.ts";
import type { PointId } from "../../../schema/leaf.ts";
import type { SegmentResult } from "../../segment/segment-results.ts";
import { type PointRef, pointRef } from "../../slots/point-ref.ts";

/** The members of a segment's hits that are used here. */
export type SegmentHits = Pick<Hits, "slots" | "distances" | "complete">;

export interface Candidate {
  readonly ref: PointRef;
  /** The distance of the engine: lower is nearer. */
  readonly distance: number;
}

interface Versioned extends Candidate {
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
      const candidate = { ref: pointRef(segment.number, slot), distance: result.distances[i]!, version };
      const before = newest.get(id);
      if (!before || isNewer(candidate, before)) newest.set(id, candidate);
      if (++hits % HITS_PER_YIELD === 0) yield;
    }
  }
  const sorted = yield* sortedInSlices([...newest.values()], byDistance);
  const found = sorted.slice(0, k);
  const repeated = hits - newest.size;
  if (repeated === 0) return { found, missing: 0 };
  const furthest = found.length < k ? Number.POSITIVE_INFINITY : found.at(-1)!.distance;
  const hidesNearer = ({ segment, result }: SegmentResult<SegmentHits>) =>
    !result.complete && segment.ids.slots > requested && (result.distances.at(-1) ?? 0) < furthest;
  return { found, missing: results.some(hidesNearer) ? repeated : 0 };
}

/** Up to this number of hits are compared with each other, which is faster than a map of their ids. */
const FEW_HITS = 32;

/** Returns the hits if there are few, of one segment, in order, and none of a point that is there twice; else null. */
function orderedHits(results: readonly SegmentResult<SegmentHits>[]): Candidate[] | null {
  if (results.length !== 1) return null;
  const { segment, result } = results[0]!;
  const { slots, distances } = result;
  if (slots.length > FEW_HITS) return null;
  const found: Candidate[] = [];
  const ids: PointId[] = [];
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!;
    const id = segment.ids.idOf(slot);
    const candidate = { ref: pointRef(segment.number, slot), distance: distances[i]! };
    if (ids.includes(id) || (i > 0 && byDistance(found[i - 1]!, candidate) > 0)) return null;
    ids.push(id);
    found.push(candidate);
  }
  return found;
}

function byDistance(a: Candidate, b: Candidate): number {
  return a.distance - b.distance || a.ref - b.ref;
}

/**
 * Tells which of two candidates with the same version is newer: the one in the later slot, because a batch may name an
 * id twice.
 */
function isNewer(a: Versioned, b: Versioned): boolean {
  return a.version > b.version || (a.version === b.version && a.ref > b.ref);
}
