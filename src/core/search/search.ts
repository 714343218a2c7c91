// The nearest points of a collection: searches all segments and merges the hits.
// The decision: a point that is overwritten meanwhile may be found twice and displace another one; then the search is
// repeated with a larger k (merge.ts).

import type { CancelSignal } from "../../scheduling/cancel.ts";
import { allOf, andThen, type MaybePromise } from "../../scheduling/maybe-promise.ts";
import { type Sliced, startInSlices } from "../../scheduling/slices.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import type { SearchParams } from "../config/search-params.ts";
import type { Filter } from "../filter/filter.ts";
import type { SegmentResult } from "../segment/segment-results.ts";
import type { Segments } from "../segment/segments.ts";
import type { PointRef } from "../slots/point-ref.ts";
import type { VectorQuery } from "../vectors/vector-index.ts";
import { passes, scoreOf } from "./score.ts";
import { type Candidate, type Merged, merge, type SegmentHits } from "./select/merge.ts";
import { nearestIn } from "./select/nearest.ts";
import type { SearchTrace } from "./select/search-trace.ts";

/** A point found by a search. Its reference is valid only while the rest of the same result is read. */
export interface Hit {
  readonly ref: PointRef;
  readonly score: number;
}

export interface NearestQuery {
  readonly field: FieldConfig;
  /** The maximum number of points. */
  readonly k: number;
  readonly params: SearchParams;
  /** Hits with a worse score are dropped. */
  readonly threshold?: number | null;
  readonly filter?: Filter | null;
  /** Collects the explanation of the search, if it was requested. */
  readonly trace?: SearchTrace | undefined;
  /** Cancels the search; undefined if it cannot be cancelled. */
  readonly signal?: CancelSignal;
}

/** Returns the nearest points to each query, in their order, best first; at once if all searches run inline. */
export function search(
  segments: Segments,
  queries: readonly VectorQuery[],
  nearest: NearestQuery,
): MaybePromise<Hit[][]> {
  const results = segments.gather((segment) => nearestIn(segment, queries, nearest));
  return andThen(results, (all) => hitsOf(segments, queries, nearest, all));
}

function hitsOf(
  segments: Segments,
  queries: readonly VectorQuery[],
  nearest: NearestQuery,
  results: readonly SegmentResult<readonly SegmentHits[]>[],
): MaybePromise<Hit[][]> {
  const { k, signal } = nearest;
  const hits = queries.map((query, i) => {
    const queryResults = results.map(({ segment, result }) => ({ segment, result: result[i]! }));
    const merged = startInSlices(merge(queryResults, k, k), signal);
    return andThen(merged, (mergedHits) => complete(segments, query, nearest, mergedHits));
  });
  return allOf(hits);
}

/**
 * Returns the hits of a query. Searches again with a larger k if a point that was being overwritten may hide another
 * one.
 */
function complete(
  segments: Segments,
  query: VectorQuery,
  nearest: NearestQuery,
  merged: Merged,
): MaybePromise<Hit[]> {
  if (merged.missing > 0) return searchForMore(segments, query, nearest, merged.missing);
  return startInSlices(scored(merged.found, nearest), nearest.signal);
}

async function searchForMore(
  segments: Segments,
  query: VectorQuery,
  nearest: NearestQuery,
  missing: number,
): Promise<Hit[]> {
  const { k, signal } = nearest;
  for (let requested = k + missing; ; ) {
    const more = { ...nearest, k: requested };
    const results = await segments.gather((segment) =>
      andThen(nearestIn(segment, [query], more), (hits) => hits[0]!),
    );
    const merged = await startInSlices(merge(results, k, requested), signal);
    if (merged.missing === 0) return startInSlices(scored(merged.found, nearest), signal);
    requested += Math.max(merged.missing, requested - k);
  }
}

/** Hits that are built between two yields. */
const HITS_PER_YIELD = 2 ** 12;

function* scored(found: readonly Candidate[], { field, threshold = null }: NearestQuery): Sliced<Hit[]> {
  const hits: Hit[] = [];
  for (const { ref, distance } of found) {
    const score = scoreOf(field.distance, distance);
    if (threshold !== null && !passes(field.distance, score, threshold)) continue;
    if (hits.push({ ref, score }) % HITS_PER_YIELD === 0) yield;
  }
  return hits;
}
