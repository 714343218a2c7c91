// The nearest points of a collection: searches all segments and merges the hits.
// The decision: a point that is overwritten meanwhile may be found twice and displace another one; then the search is
// repeated with a larger k (merge.ts). An exact search is defined by the points alone, so of those that are equally far
// it finds the ones with the smallest ids: each segment is asked for one hit more, which shows whether it may have left
// out some of them, and only then the search is repeated (select/nearest-by-id.ts).

import type { CancelSignal } from "../../scheduling/cancel.ts";
import { allOf, andThen, type MaybePromise } from "../../scheduling/maybe-promise.ts";
import { type Sliced, startInSlices } from "../../scheduling/slices.ts";
import type { FieldConfig } from "../config/collection-config.ts";
import { isExact, type SearchParams } from "../config/search-params.ts";
import type { Filter } from "../filter/filter.ts";
import type { ReadSegments } from "../segment/read-segments.ts";
import type { SegmentResult } from "../segment/segment-results.ts";
import type { PointRef } from "../slots/point-ref.ts";
import type { VectorQuery } from "../vectors/vector-index.ts";
import { passes, scoreOf } from "./score.ts";
import { type Candidate, type Merged, merge, type SegmentHits } from "./select/merge.ts";
import { nearestIn } from "./select/nearest.ts";
import { hidesTies, nearestById } from "./select/nearest-by-id.ts";
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
  /** Whether the payloads of the hits will be read next, so that another server sends them along. */
  readonly payloads?: boolean;
  /** Cancels the search; undefined if it cannot be cancelled. */
  readonly signal?: CancelSignal;
}

/** A search that returns hits in one form or another: with scores, or with distances. */
export type Search<T> = (
  segments: ReadSegments,
  queries: readonly VectorQuery[],
  nearest: NearestQuery,
) => MaybePromise<T[][]>;

/** Makes the hits of a query of the points that were found. */
type Form<T> = (found: readonly Candidate[], nearest: NearestQuery) => Sliced<T[]>;

/** Returns the nearest points to each query, in their order, best first; at once if all searches run inline. */
export function search(
  segments: ReadSegments,
  queries: readonly VectorQuery[],
  nearest: NearestQuery,
): MaybePromise<Hit[][]> {
  return searchAs(scored, segments, queries, nearest);
}

/** Returns the nearest points with their distances instead of scores, whatever the threshold. */
export function searchCandidates(
  segments: ReadSegments,
  queries: readonly VectorQuery[],
  nearest: NearestQuery,
): MaybePromise<Candidate[][]> {
  return searchAs(unscored, segments, queries, nearest);
}

function searchAs<T>(
  form: Form<T>,
  segments: ReadSegments,
  queries: readonly VectorQuery[],
  nearest: NearestQuery,
): MaybePromise<T[][]> {
  const asked = isExact(nearest.params) ? { ...nearest, k: nearest.k + 1 } : nearest;
  const results = segments.gather((segment) => nearestIn(segment, queries, asked));
  return andThen(results, (all) =>
    hitsOf(form, segments, queries, nearest, { results: all, requested: asked.k }),
  );
}

/** The hits of all queries in each segment, and how many of each were requested. */
interface Gathered {
  readonly results: readonly SegmentResult<readonly SegmentHits[]>[];
  readonly requested: number;
}

function hitsOf<T>(
  form: Form<T>,
  segments: ReadSegments,
  queries: readonly VectorQuery[],
  nearest: NearestQuery,
  { results, requested }: Gathered,
): MaybePromise<T[][]> {
  const { k, signal } = nearest;
  const hits = queries.map((query, i) => {
    const queryResults = results.map(({ segment, result }) => ({ segment, result: result[i]! }));
    const merged = startInSlices(merge(queryResults, k, requested), signal);
    return andThen(merged, (mergedHits) =>
      isComplete(mergedHits, queryResults, nearest)
        ? startInSlices(form(mergedHits.found, nearest), signal)
        : searchForMore(form, segments, query, nearest, mergedHits.missing),
    );
  });
  return allOf(hits);
}

/** Tells whether no other point can be a hit: neither one that an overwritten point hides, nor one that is as near. */
function isComplete(
  { found, missing }: Merged,
  results: readonly SegmentResult<SegmentHits>[],
  { k, params }: NearestQuery,
): boolean {
  if (missing > 0) return false;
  return !isExact(params) || found.length < k || !hidesTies(results, found[k - 1]!.distance);
}

async function searchForMore<T>(
  form: Form<T>,
  segments: ReadSegments,
  query: VectorQuery,
  nearest: NearestQuery,
  missing: number,
): Promise<T[]> {
  const { k, params, signal } = nearest;
  for (let requested = k + missing; ; ) {
    const more = { ...nearest, k: requested };
    const results = await segments.gather((segment) =>
      isExact(params)
        ? nearestById(segment, query, more)
        : andThen(nearestIn(segment, [query], more), (hits) => hits[0]!),
    );
    const merged = await startInSlices(merge(results, k, requested), signal);
    if (merged.missing === 0) return startInSlices(form(merged.found, nearest), signal);
    requested += Math.max(merged.missing, requested - k);
  }
}

// biome-ignore lint/correctness/useYield: it is short.
function* unscored(found: readonly Candidate[]): Sliced<Candidate[]> {
  return [...found];
}

/** Hits that are built between two yields. */
const HITS_PER_YIELD = 2 ** 12;

/** Makes hits of the nearest points: their scores, without those beyond the threshold. */
export function* scored(
  found: readonly Candidate[],
  { field, threshold = null }: NearestQuery,
): Sliced<Hit[]> {
  const hits: Hit[] = [];
  for (const { ref, distance } of found) {
    const score = scoreOf(field.distance, distance);
    if (threshold !== null && !passes(field.distance, score, threshold)) continue;
    if (hits.push({ ref, score }) % HITS_PER_YIELD === 0) yield;
  }
  return hits;
}
