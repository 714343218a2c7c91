// Steps without prefetches: queries over all points that match the filter.
// The decision: a query that one search of the index can serve is passed to it. A score made from several vectors is
// computed for every point, with two exceptions: a weighted sum of products is the product with one vector, which is
// searched for; and if the similarity to one vector alone decides the order, that vector is searched for.

import type { Collection } from "../../core/collection/collection.ts";
import { SPARSE } from "../../core/config/types.ts";
import type { Filter } from "../../core/filter/filter.ts";
import type { CollectionReads } from "../../core/search/collection-reads.ts";
import { f32Score, isSimilarity } from "../../core/search/score.ts";
import type { Hit } from "../../core/search/search.ts";
import type { TextSearch } from "../../core/search/text/text-search.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { runInSlices } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import { distanceRow } from "../../shared/distances.ts";
import { combinedVector, lengthOf } from "./averages.ts";
import { Best } from "./best.ts";
import { diverse } from "./diverse.ts";
import { allOf, exceptIds } from "./filters.ts";
import type { ByText, Nearest, Ordered, Scored, ScoredRef, Step, StepHits } from "./plan.ts";
import { eachSimilarity, type SimilarityScan, similarityOfScore } from "./similarity.ts";

/** Slots of one page, where points are listed by id. */
const PAGE = 10_000;

export async function searchAllPoints(step: Step, scan: SimilarityScan): Promise<StepHits> {
  const { query, limit } = step;
  if (limit === 0) return { found: [], ascending: false };
  switch (query.kind) {
    case "nearest":
      return {
        found: await search(step, query, limit, scan),
        ascending: !isSimilarity(query.field.distance),
      };
    case "diverse": {
      const candidates = await search(step, query, query.candidates, scan);
      return diverse(scan.collection, query, candidates, limit);
    }
    case "scored":
      return descending(await scored(step, query, scan));
    case "order_by":
      return descending(await ordered(readsOf(scan), query, filterOf(step), limit));
    case "text":
      return descending(await readsOf(scan).searchTexts(textSearch(step, query, scan)));
    case "by_id":
      return descending((await listed(readsOf(scan), filterOf(step), limit)).map(unscored));
    case "sample": {
      const drawn = await readsOf(scan).sample(filterOf(step), limit);
      return descending(drawn.map(unscored));
    }
    default:
      throw new Error(`a ${query.kind} query without prefetches`);
  }
}

export function textSearch(step: Step, { text }: ByText, { explaining }: SimilarityScan): TextSearch {
  const { limit, idf } = step;
  const trace = explaining?.trace;
  return { query: text, limit, filter: filterOf(step), corpus: idf?.filter ?? null, trace };
}

export function descending(found: readonly ScoredRef[]): StepHits {
  return { found, ascending: false };
}

/** Returns a candidate that has no score of its own. */
export function unscored(ref: PointRef): ScoredRef {
  return { ref, score: 1 };
}

export async function ordered(
  reads: CollectionReads,
  { order }: Ordered,
  filter: Filter | null,
  limit: number,
  refs?: readonly PointRef[],
): Promise<ScoredRef[]> {
  const among = refs && { refs };
  const points = await reads.ordered({ filter, limit, ...order, ...among });
  return points.map(({ ref, value }) => ({ ref, score: 1, order: value }));
}

/** Returns reads that stop when the request is cancelled. */
export function readsOf({ collection, signal }: SimilarityScan): CollectionReads {
  return collection.reads.while(signal);
}

function filterOf({ filter, excluded }: Step): Filter | null {
  return excluded.length === 0 ? filter : allOf(filter, exceptIds(excluded));
}

/**
 * Searches the index. Few ids are excluded: searching for as many more hits and removing the excluded ones is cheaper
 * than a filter.
 */
async function search(
  { filter, params, excluded }: Step,
  { field, vector }: Pick<Nearest, "field" | "vector">,
  limit: number,
  scan: SimilarityScan,
): Promise<Hit[]> {
  const k = limit + excluded.length;
  const trace = scan.explaining?.trace;
  const [hits] = await readsOf(scan).search([vector], { field, k, params, filter, ...(trace && { trace }) });
  return withoutIds(hits!, scan.collection, excluded).slice(0, limit);
}

export function withoutIds(hits: Hit[], { reads }: Collection, excluded: readonly PointId[]): Hit[] {
  if (excluded.length === 0) return hits;
  const ids = new Set(excluded);
  return hits.filter(({ ref }) => !ids.has(reads.idOf(ref)));
}

async function scored(step: Step, query: Scored, scan: SimilarityScan): Promise<ScoredRef[]> {
  const { field, vectors, scorer } = query;
  // Points that share no index with the query are results here, and a search would not find them.
  const isDense = field.kind !== SPARSE;
  if (isDense && scorer.weights && isSimilarity(field.distance)) {
    const sum = combinedVector(
      vectors as Float32Array[],
      scorer.weights,
      distanceRow(field.distance).isNormalised,
    );
    const length = lengthOf(sum);
    if (length > 0 && Number.isFinite(length)) {
      const vector = Float32Array.from(sum, (value) => value / length);
      const hits = await search(step, { field, vector }, step.limit, scan);
      return hits.map(({ ref, score }) => ({ ref, score: f32Score(score * length) }));
    }
  }
  if (isDense && scorer.rises) {
    const hits = await search(step, { field, vector: vectors[0]! }, step.limit, scan);
    return hits.map(({ ref, score }) => ({
      ref,
      score: f32Score(scorer.score([similarityOfScore(field, score)])),
    }));
  }
  const slots = await readsOf(scan).matching(filterOf(step));
  return bestScored(scan, query, slots, step.limit);
}

export async function bestScored(
  scan: SimilarityScan,
  { field, vectors, scorer }: Scored,
  refs: readonly PointRef[],
  limit: number,
): Promise<ScoredRef[]> {
  const { reads } = scan.collection;
  const best = new Best(limit, (a, b) => reads.compareIds(a, b));
  await eachSimilarity(scan, field, vectors, refs, (slot, similarities) => {
    best.add(slot, f32Score(scorer.score(similarities)));
  });
  const kept = await runInSlices(best.take(), scan.signal);
  return kept.map(({ ref, value }) => ({ ref, score: value }));
}

async function listed(reads: CollectionReads, filter: Filter | null, limit: number): Promise<PointRef[]> {
  const all: PointRef[] = [];
  let from: PointId | null = null;
  do {
    const page: { refs: PointRef[]; next: PointId | null } = await reads.page({
      filter,
      from,
      limit: Math.min(PAGE, limit - all.length),
    });
    for (const slot of page.refs) all.push(slot);
    from = page.next;
  } while (from !== null && all.length < limit);
  return all;
}
