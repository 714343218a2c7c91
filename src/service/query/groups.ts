// Groups of points with the same value in their payload.
// The decision: a query asks for as many points as the groups can hold. Missing points are searched in further rounds
// with a filter on the value, first for other groups, then for groups that are not full. There are few rounds, each for
// twice as many points, so of very uneven groups the last may stay smaller than possible. With prefetches every round
// starts again with prefetches that find twice as much: fusion scores come from positions in whole lists, and those of
// a filtered round could not be compared with earlier ones.
import type { JsonPath } from "../../core/filter/filter.ts";
import { valuesAt } from "../../core/filter/path.ts";
import { integerOf, type JsonObject } from "../../core/filter/value.ts";
import { pause } from "../../scheduling/pause.ts";
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import { sortedInSlices } from "../../scheduling/sort.ts";
import type { PointId } from "../../schema/leaf.ts";
import { MAX_HITS_PER_REQUEST } from "../../schema/limits.ts";
import { execute } from "./execute.ts";
import { allOf, type GroupId, withOtherValues, withValues } from "./filters.ts";
import type { Plan, ScoredRef, Step, StepHits } from "./plan.ts";
import { hitsOf, mostFound } from "./read-plan.ts";

interface Groups {
  readonly path: JsonPath;
  /** The maximum number of groups. */
  readonly count: number;
  /** The maximum number of points of a group. */
  readonly size: number;
}

export interface Group {
  readonly id: GroupId;
  /** The points of the group, best first. */
  readonly found: ScoredRef[];
}

const ROUNDS = 5;
const SLICE_POINTS = 256;
/** Groups whose points are sorted in one slice. */
const GROUPS_PER_YIELD = 256;

/** Returns the groups of the points that the plan finds, best first. */
export async function grouped(plan: Plan, groups: Groups): Promise<Group[]> {
  const { root } = plan;
  if (root.prefetch.length > 0) return groupedPrefetches(plan, groups);
  const collector = new Collector(plan, groups);
  let limit = groups.count * groups.size;
  let isAll = false;
  for (let round = 0; round < ROUNDS && !isAll && collector.size < groups.count; round++, limit *= 2) {
    const others = round === 0 ? null : withOtherValues(groups.path, collector.ids());
    isAll = await collector.ask({ ...root, limit, filter: allOf(root.filter, others) });
    if (isAll && round === 0) return collector.best();
  }
  limit = 0;
  isAll = false;
  for (let round = 0; round < ROUNDS && !isAll; round++) {
    const ids = await collector.unfilled();
    if (ids.length === 0) break;
    limit = Math.max(2 * limit, ids.length * groups.size);
    isAll = await collector.ask({ ...root, limit, filter: allOf(root.filter, withValues(groups.path, ids)) });
  }
  return collector.best();
}

/** Doubles the number of points that the prefetches find, until the groups are full. */
async function groupedPrefetches(plan: Plan, groups: Groups): Promise<Group[]> {
  const { root, collection } = plan;
  let factor = groups.size;
  for (let round = 1; ; round++, factor *= 2) {
    const collector = new Collector(plan, groups);
    const asked = widened(root, factor, collection.reads.size);
    await collector.ask({ ...asked, limit: everything(root, groups) });
    const best = await collector.best();
    const isFull = best.length === groups.count && (await collector.unfilled()).length === 0;
    const next = widened(root, 2 * factor, collection.reads.size);
    const [hits, more] = [asked, next].map((step) => hitsOf(step, collection.reads.size));
    const isMost = more === hits || more! > MAX_HITS_PER_REQUEST;
    if (isFull || isMost || round === ROUNDS) return best;
  }
}

/**
 * Returns the limit of a query over prefetches: all points that they found, except where each requested point is
 * expensive.
 */
function everything({ query }: Step, { count, size }: Groups): number {
  return query.kind === "diverse" ? count * size : Number.MAX_SAFE_INTEGER;
}

/** Multiplies the limits of prefetches, up to the number of points. */
function widened(step: Step, factor: number, points: number): Step {
  const prefetch = step.prefetch.map((below) => ({
    ...widened(below, factor, points),
    limit: Math.min(below.limit * factor, points),
  }));
  return { ...step, prefetch };
}

/** Sorts the results of rounds into groups. */
class Collector {
  readonly #plan: Plan;
  readonly #groups: Groups;
  /** The groups in the order in which they were found. */
  readonly #found = new Map<GroupId, { readonly found: ScoredRef[]; readonly ids: Set<PointId> }>();
  #ascending = false;

  constructor(plan: Plan, groups: Groups) {
    this.#plan = plan;
    this.#groups = groups;
  }

  get size(): number {
    return this.#found.size;
  }

  ids(): GroupId[] {
    return [...this.#found.keys()];
  }

  /** Returns those of the best groups that are not full. */
  async unfilled(): Promise<GroupId[]> {
    const best = await this.best();
    return best.flatMap(({ id, found }) => (found.length < this.#groups.size ? [id] : []));
  }

  /** Runs one round. @returns true if more rounds of this step would find nothing else */
  async ask(step: Step): Promise<boolean> {
    const { collection } = this.#plan;
    const most = mostFound(collection);
    const limit = Math.min(step.limit, most);
    const hits = await execute({ ...step, limit }, this.#plan);
    await this.#sort(hits);
    return hits.found.length < limit || limit === most;
  }

  best(): Promise<Group[]> {
    return runInSlices(this.#inOrder(), this.#plan.signal);
  }

  *#inOrder(): Sliced<Group[]> {
    const groups: Group[] = [];
    for (const [id, { found }] of this.#found) {
      groups.push({ id, found: (yield* this.#ordered(found)).slice(0, this.#groups.size) });
      if (groups.length % GROUPS_PER_YIELD === 0) yield;
    }
    const best = this.#isScored
      ? yield* sortedInSlices(groups, (a, b) => this.#compare(a.found[0]!, b.found[0]!))
      : groups;
    return best.slice(0, this.#groups.count);
  }

  async #sort({ found, ascending }: StepHits): Promise<void> {
    this.#ascending = ascending;
    const { reads } = this.#plan.collection;
    for (let first = 0; first < found.length; first += SLICE_POINTS) {
      if (first > 0) await pause();
      const slice = found.slice(first, first + SLICE_POINTS);
      const points = await reads.points(slice.map(({ ref }) => ref));
      slice.forEach((hit, i) => {
        const { id, payload } = points[i]!;
        for (const value of groupIdsOf(payload, this.#groups.path)) this.#add(value, id, hit);
      });
    }
  }

  #add(group: GroupId, id: PointId, found: ScoredRef): void {
    const known = this.#found.get(group) ?? { found: [], ids: new Set() };
    this.#found.set(group, known);
    if (known.ids.has(id)) return;
    known.ids.add(id);
    known.found.push(found);
  }

  *#ordered(found: readonly ScoredRef[]): Sliced<readonly ScoredRef[]> {
    return this.#isScored ? yield* sortedInSlices(found, (a, b) => this.#compare(a, b)) : found;
  }

  /** True if points have scores; otherwise the order is the one in which they were found. */
  get #isScored(): boolean {
    return !["by_id", "order_by", "sample", "diverse"].includes(this.#plan.root.query.kind);
  }

  #compare(a: ScoredRef, b: ScoredRef): number {
    return this.#ascending ? a.score - b.score : b.score - a.score;
  }
}

/** Returns the strings and integers at the path, each once; an array stands for its items. */
function groupIdsOf(payload: JsonObject, path: JsonPath): Set<GroupId> {
  const values = valuesAt(payload, path).flat();
  return new Set(
    values.flatMap((value) => {
      const id = typeof value === "string" ? value : integerOf(value);
      return id === null ? [] : [id];
    }),
  );
}
