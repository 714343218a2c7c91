// The nearest points of a collection: all of its segments are asked, and what they found becomes one answer.
// The decision: a point may be found twice while it is being overwritten; when that may have hidden another, more is
// asked for (merge.ts).

import type { Hits } from "../../engine/types.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { runWhole, type Sliced, startInSlices } from "../../scheduling/slices.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import { engineOptions, type SearchParams } from "../config/search-params.ts";
import type { Filter } from "../filter/filter.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import type { SegmentAnswer, Segments } from "../segment/segments.ts";
import type { PointRef } from "../slots/point-ref.ts";
import { passes, scoreOf } from "./score.ts";
import { type Candidate, merge } from "./select/merge.ts";
import { nearestIn } from "./select/nearest.ts";
import type { SearchTrace } from "./select/search-trace.ts";

/** A point found by a search. The place is only good for reading the rest of the same answer. */
export interface Hit {
  readonly slot: PointRef;
  readonly score: number;
}

/** A request for the nearest points. */
export interface Nearest {
  readonly field: FieldConfig;
  /** How many points at most. */
  readonly k: number;
  readonly params: SearchParams;
  /** Keeps scores that are at least this good. */
  readonly threshold?: number | null;
  /** Only points that satisfy it. */
  readonly filter?: Filter | null;
  /** Where a search that is to be explained is noted. */
  readonly trace?: SearchTrace | undefined;
  /** Cancels the search; undefined if it cannot be cancelled. */
  readonly signal?: CancelSignal;
}

/** The nearest points to `query`, best first. */
export async function search(segments: Segments, query: Float32Array, nearest: Nearest): Promise<Hit[]> {
  const { k } = nearest;
  for (let asked = k; ; ) {
    const signal = { ...nearest, k: asked };
    const answers = await segments.gather(async (segment) => (await nearestIn(segment, [query], signal))[0]!);
    const merged = await startInSlices(merge(answers, k, asked), nearest.signal);
    if (merged.missing === 0) return startInSlices(scored(merged.found, nearest), nearest.signal);
    asked += Math.max(merged.missing, asked - k);
  }
}

/** Searches all points inline. Returns null if the search has to wait. */
export function searchNow(segments: Segments, query: Float32Array, nearest: Nearest): Hit[] | null {
  const { field, k, params, filter, trace } = nearest;
  // Of points that move one might be asked for where it is not yet, and then where it is no more.
  if (filter || trace || segments.moves.underWay) return null;
  const options = engineOptions(params, field, k);
  const answers: SegmentAnswer<Hits>[] = [];
  for (const segment of largestFirst(segments.all)) {
    if (segment.ids.slots === 0) continue;
    const answer = segment.vectors.searchNow(field.name, query, options);
    if (answer === null) return null;
    answers.push({ segment, answer });
  }
  const { found, missing } = runWhole(merge(answers, k, k));
  return missing > 0 ? null : runWhole(scored(found, nearest));
}

/**
 * Orders segments by size. A search that cannot run inline mostly fails on a large segment, so trying those first
 * wastes nothing.
 */
function largestFirst(all: readonly CollectionSegment[]): readonly CollectionSegment[] {
  return all.length < 2 ? all : all.toSorted((a, b) => b.ids.slots - a.ids.slots);
}

/** The nearest points to each of the queries, in their order. */
export async function searchBatch(
  segments: Segments,
  queries: readonly Float32Array[],
  nearest: Nearest,
): Promise<Hit[][]> {
  const { k } = nearest;
  const answers = await segments.gather((segment) => nearestIn(segment, queries, nearest));
  return Promise.all(
    queries.map(async (query, i) => {
      const own = answers.map(({ segment, answer }) => ({ segment, answer: answer[i]! }));
      const { found, missing } = await startInSlices(merge(own, k, k), nearest.signal);
      // Rare enough, a point being overwritten at this moment, to begin again with this query alone.
      if (missing > 0) return search(segments, query, nearest);
      return startInSlices(scored(found, nearest), nearest.signal);
    }),
  );
}

/** Hits that are made until the work may be cut. */
const CUT_HITS = 2 ** 12;

function* scored(found: readonly Candidate[], { field, threshold = null }: Nearest): Sliced<Hit[]> {
  const hits: Hit[] = [];
  for (const { slot, distance } of found) {
    const score = scoreOf(field.distance, distance);
    if (threshold !== null && !passes(field.distance, score, threshold)) continue;
    if (hits.push({ slot, score }) % CUT_HITS === 0) yield;
  }
  return hits;
}
