// Makes the responses to the queries of a request.
// The decision: plain searches, the most frequent queries, skip the steps of a query: those with equal parameters share
// a call of the core (groupsOf). The points that are found stay readable until the records are put together.

import type { SearchParams } from "../../core/config/search-params.ts";
import { SPARSE } from "../../core/config/types.ts";
import { passes } from "../../core/search/score.ts";
import type { Hit } from "../../core/search/search.ts";
import { writeJson } from "../../json/writer.ts";
import { throwIfCancelled } from "../../scheduling/cancel.ts";
import { andThen, type MaybePromise } from "../../scheduling/maybe-promise.ts";
import { type Sliced, startInSlices } from "../../scheduling/slices.ts";
import type { Record as PointRecord } from "../../schema/point.ts";
import type { ScoredPoint } from "../../schema/search.ts";
import { forEachConcurrently } from "../../shared/concurrently.ts";
import type { AnswerBudget, AnswerBudgets } from "../common/answer-budget.ts";
import { readingAtOnce } from "../common/at-once.ts";
import { readRecords, withoutGone } from "../common/record-reader.ts";
import { readsOf, withoutIds } from "./all-points.ts";
import { execute } from "./execute.ts";
import { explainTerms } from "./explain-terms.ts";
import { explainText } from "./explain-text.ts";
import { highlightsOf } from "./highlights.ts";
import type { Nearest, Plan, ScoredRef, Step } from "./plan.ts";

/**
 * Groups of one request that run at the same time: enough to keep every thread busy, and few enough for other clients.
 */
const GROUPS_AT_A_TIME = 4;

/** The most points of a plain search: without records they need no reservation. */
const MAX_PLAIN_HITS = 100;

/** A plan that is one search of the index. */
interface Search extends Plan {
  readonly root: Step<Nearest>;
}

/**
 * Answers a plain search that shows few points and no vectors: at once if little is searched and what it shows is in
 * memory, and then without keeping its points readable.
 * @returns null if it is another kind of query
 */
export function answerPlain(plan: Plan, budgets: AnswerBudgets): MaybePromise<ScoredPoint[]> | null {
  const { collection, selector, explaining, root } = plan;
  if (selector.vectors !== null || explaining || !isSearch(plan) || root.limit > MAX_PLAIN_HITS) return null;
  const { query, params, filter } = plan.root;
  const k = kOf(plan);
  if (k === 0) return [];
  const payloads = selector.payload !== false;
  const found = readsOf(plan).search([query.vector], { field: query.field, k, params, filter, payloads });
  return readingAtOnce(collection, () =>
    andThen(found, ([hits]) => {
      if (selector.payload === false) return bare(plan, hits!);
      return budgets.withinAtOnce((budget) => shown(plan, kept(plan, hits!), budget));
    }),
  );
}

function bare(plan: Search, found: Hit[]): ScoredPoint[] {
  const { reads } = plan.collection;
  const hits = kept(plan, found);
  const points: ScoredPoint[] = [];
  for (let i = plan.offset; i < hits.length; i++) {
    const { ref, score } = hits[i]!;
    points.push({ id: reads.idOf(ref), version: reads.version(ref), score });
  }
  return points;
}

/** Returns the results in the order of the plans, which all read the same collection. */
export async function answersTo(plans: readonly Plan[], budget: AnswerBudget): Promise<ScoredPoint[][]> {
  if (plans.length === 1) return answerGroup(plans, budget);
  const answers: ScoredPoint[][] = new Array(plans.length);
  await forEachConcurrently(groupsOf(plans.map(groupable)), GROUPS_AT_A_TIME, async (members) => {
    const group = members.map((planIndex) => plans[planIndex]!);
    throwIfCancelled(group[0]!.signal);
    const found = await answerGroup(group, budget);
    members.forEach((planIndex, i) => {
      answers[planIndex] = found[i]!;
    });
  });
  return answers;
}

function isSearch(plan: Plan): plan is Search {
  return plan.root.query.kind === "nearest" && plan.root.prefetch.length === 0;
}

function answerGroup(group: readonly Plan[], budget: AnswerBudget): Promise<ScoredPoint[][]> {
  return group[0]!.collection.reading(async () => {
    for (const { explaining } of group) explaining?.noteSearching();
    const found = group.every(isSearch) ? await searched(group) : await Promise.all(group.map(executed));
    for (const { explaining } of group) explaining?.noteFound();
    const points = await Promise.all(group.map((plan, i) => shown(plan, found[i]!, budget)));
    for (const [i, plan] of group.entries()) await noteShown(plan, found[i]!, points[i]!);
    return points;
  });
}

async function noteShown(
  plan: Plan,
  found: readonly ScoredRef[],
  points: readonly ScoredPoint[],
): Promise<void> {
  const { explaining, offset } = plan;
  if (!explaining) return;
  explaining.noteShown();
  const hits = presentOf(plan, found.slice(offset));
  if (isSearch(plan) && plan.root.query.field.kind === SPARSE) {
    explaining.hits = await explainTerms(plan, hits, points);
  } else if (explaining.isHybrid) {
    const ranks = explaining.ranksOf(hits.map(({ ref }) => ref));
    explaining.hits = points.map(({ id }, i) => ({ id, ranks: ranks[i]! }));
  } else if (plan.root.query.kind === "text") {
    explaining.hits = await explainText(plan, plan.root.query, hits, points);
  }
}

async function executed(plan: Plan): Promise<readonly ScoredRef[]> {
  return (await execute(plan.root, plan)).found;
}

async function searched(group: readonly Search[]): Promise<ScoredRef[][]> {
  const { root, explaining } = group[0]!;
  const reads = readsOf(group[0]!);
  const { filter, params, query } = root;
  const k = kOf(group[0]!);
  if (k === 0) return group.map(() => []);
  const payloads = group.some(({ selector }) => selector.payload !== false);
  const trace = explaining?.trace;
  const nearest = { field: query.field, k, params, filter, payloads, ...(trace && { trace }) };
  const queries = group.map(({ root }) => root.query.vector);
  const found = await reads.search(queries, nearest);
  for (const { root } of group.slice(1)) root.params.recall?.noteShared(params.recall!);
  return group.map((plan, i) => kept(plan, found[i]!));
}

/** Drops excluded points and hits beyond the threshold, and applies the limit. */
function kept(plan: Search, found: Hit[]): Hit[] {
  const { limit, threshold, query } = plan.root;
  const others = withoutIds(found, plan.collection, plan.root.excluded);
  const hits = others.length > limit ? others.slice(0, limit) : others;
  if (threshold === null) return hits;
  return hits.filter(({ score }) => passes(query.field.distance, score, threshold, plan.strict));
}

/** Returns the number of hits to search for: the few ids that are excluded are added and removed afterwards. */
function kOf({ root: { limit, excluded } }: Search): number {
  return limit === 0 ? 0 : limit + excluded.length;
}

/** Returns the key for sharing a call; null for a query that is explained, because it must run alone. */
function groupable(plan: Plan) {
  if (!isSearch(plan) || plan.explaining) return null;
  const { field } = plan.root.query;
  return { field, k: kOf(plan), params: plan.root.params, filterText: writeJson(plan.givenFilter) };
}

export function shown(
  plan: Plan,
  found: readonly ScoredRef[],
  budget: AnswerBudget,
): MaybePromise<ScoredPoint[]> {
  const { collection, offset, selector } = plan;
  const page = found.slice(offset);
  if (plan.textQueries.length > 0) return withHighlights(plan, page, budget);
  const slots = page.map(({ ref }) => ref);
  const versions: number[] = [];
  return andThen(readRecords(collection, slots, selector, budget, versions), (records) =>
    andThen(startInSlices(scoredPoints(page, records, versions)), (points) =>
      withoutGone(collection, slots, points),
    ),
  );
}

/** Returns the hits whose points are shown. */
function presentOf({ collection }: Plan, hits: readonly ScoredRef[]): ScoredRef[] {
  return hits.filter(({ ref }) => !collection.reads.isGone(ref));
}

async function withHighlights(
  plan: Plan,
  page: readonly ScoredRef[],
  budget: AnswerBudget,
): Promise<ScoredPoint[]> {
  const points = await shown({ ...plan, textQueries: [], offset: 0 }, page, budget);
  const left = presentOf(plan, page);
  const highlights = await highlightsOf(plan, left, (bytes) => budget.reserve(bytes));
  return points.map((point, i) => ({ ...point, highlights: highlights[i]! }));
}

/** Points that are put together in one slice. */
const POINTS_PER_YIELD = 2 ** 9;

function* scoredPoints(
  page: readonly ScoredRef[],
  records: readonly PointRecord[],
  versions: readonly number[],
): Sliced<ScoredPoint[]> {
  const points: ScoredPoint[] = [];
  for (let i = 0; i < page.length; i++) {
    const { score, order } = page[i]!;
    const { id, payload, vector } = records[i]!;
    const point: ScoredPoint = { id, version: versions[i]!, score };
    if (payload !== undefined) point.payload = payload;
    if (vector !== undefined) point.vector = vector;
    if (order !== undefined) point.order_value = order;
    points.push(point);
    if (i % POINTS_PER_YIELD === POINTS_PER_YIELD - 1) yield;
  }
  return points;
}

// Groups the searches of a batch that share one call of the core: searches in the same vector field with the same
// limit and parameters. A call takes four searches, because as many are measured in one pass over the vectors; larger
// calls would give one thread the whole batch and leave the others idle.
const SEARCHES_PER_CALL = 4;

/** The properties that two searches must share to be in one call. */
export interface Groupable {
  readonly field: { readonly name: string };
  readonly k: number;
  readonly params: SearchParams;
  /** The filter as JSON. Equal texts are equal filters. */
  readonly filterText: string;
}

/**
 * Returns the positions of the searches in their list, grouped by call; every position is in exactly one group.
 * @param searches null for an entry that is no search; it has a group of its own
 */
export function groupsOf(searches: readonly (Groupable | null)[]): number[][] {
  const open = new Map<string, number[]>();
  const groups: number[][] = [];
  searches.forEach((search, searchIndex) => {
    if (search === null) {
      groups.push([searchIndex]);
      return;
    }
    const { field, k, params, filterText } = search;
    const key = JSON.stringify([field.name, k, params, filterText]);
    const group = open.get(key);
    if (group && group.length < SEARCHES_PER_CALL) {
      group.push(searchIndex);
      return;
    }
    const started = [searchIndex];
    open.set(key, started);
    groups.push(started);
  });
  return groups;
}
