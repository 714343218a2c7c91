// Merges what the parts of a collection have found: in one order, as if one server had all points.
// The decision: every order ends with the id, so that it does not depend on which server has a point.
import type { Sliced } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import type { Integer } from "../filter/filter.ts";
import { KeyMap } from "../index/key-map.ts";
import { type FacetHit, mostFrequent } from "../search/select/facet.ts";
import { compareIds, type PackedIds } from "../slots/point-id.ts";
import { facetValue, integerAt } from "./facet-values.ts";
import type { Answered } from "./parts.ts";
import type { FoundRows } from "./wire/rows.ts";

/** A row of an answer. */
export interface Row {
  readonly part: number;
  readonly rows: FoundRows;
  readonly row: number;
}

interface Measured extends Row {
  /** A distance or a score. */
  readonly value: number;
}

const ROWS_PER_YIELD = 2 ** 10;

function byId(a: Row, b: Row): number {
  return compareIds(a.rows.ids, a.row, b.rows.ids, b.row);
}

/** Rows of one part that are in order. */
interface List<T extends Row> {
  readonly length: number;
  readonly at: (index: number) => T;
}

/**
 * Returns the first rows of all lists in the order that the lists have. Only these are made, and at each step the heads
 * of the lists are compared, of which there are as many as parts.
 */
function* merged<T extends Row>(
  lists: readonly List<T>[],
  limit: number,
  compare: (a: T, b: T) => number,
): Sliced<T[]> {
  const first: T[] = [];
  const next = lists.map(() => 1);
  const heads = lists.map((list) => (list.length > 0 ? list.at(0) : null));
  while (first.length < limit) {
    let best = -1;
    for (let i = 0; i < heads.length; i++)
      if (heads[i] && (best < 0 || compare(heads[i]!, heads[best]!) < 0)) best = i;
    if (best < 0) break;
    if (first.push(heads[best]!) % ROWS_PER_YIELD === 0) yield;
    const at = next[best]!++;
    heads[best] = at < lists[best]!.length ? lists[best]!.at(at) : null;
  }
  return first;
}

/** Rows of one part, and the distance or the score of each, best first. */
interface Range {
  readonly part: number;
  readonly rows: FoundRows;
  /** The first of the rows. */
  readonly from: number;
  readonly values: Float32Array | Float64Array;
}

/** Returns the best rows of all ranges. @param better negative if `a` is better */
export function best(
  ranges: readonly Range[],
  limit: number,
  better: (a: number, b: number) => number,
): Sliced<Measured[]> {
  const lists = ranges.map(({ part, rows, from, values }) => ({
    length: values.length,
    at: (i: number): Measured => ({ part, rows, row: from + i, value: values[i]! }),
  }));
  return merged(lists, limit, (a, b) => better(a.value, b.value) || byId(a, b));
}

export const ascending = (a: number, b: number): number => a - b;
export const descending = (a: number, b: number): number => b - a;

/** Returns the hits of one of the queries of a search, nearest first. */
export function nearest(
  answers: readonly Answered<"search">[],
  query: number,
  k: number,
): Sliced<Measured[]> {
  const ranges = answers.map(({ part, answer: { rows, ends, distances } }) => {
    const from = query === 0 ? 0 : ends[query - 1]!;
    return { part, rows, from, values: distances.subarray(from, ends[query]) };
  });
  return best(ranges, k, ascending);
}

/** Returns the rows of a page, and the id with which the next one begins. */
export function* page(
  answers: readonly Answered<"page">[],
  limit: number,
): Sliced<{ readonly rows: readonly Row[]; readonly next: PointId | null }> {
  const lists = answers.map(({ part, answer: { rows } }) => ({
    length: rows.ids.length,
    at: (row: number): Row => ({ part, rows, row }),
  }));
  const sorted = yield* merged(lists, limit + 1, byId);
  const after: { readonly ids: PackedIds; readonly at: number }[] = [];
  if (sorted.length > limit) after.push({ ids: sorted[limit]!.rows.ids, at: sorted[limit]!.row });
  for (const { answer } of answers) if (answer.next.length > 0) after.push({ ids: answer.next, at: 0 });
  after.sort((a, b) => compareIds(a.ids, a.at, b.ids, b.at));
  const [first] = after;
  return { rows: sorted.slice(0, limit), next: first ? first.ids.at(first.at) : null };
}

interface Valued extends Row {
  readonly value: Integer;
}

/** Returns rows in the order of their values, and of ids where these are equal; descending order reverses both. */
export function* ordered(
  answers: readonly Answered<"ordered">[],
  direction: "asc" | "desc",
  limit: number,
): Sliced<Valued[]> {
  const lists = answers.map(({ part, answer: { rows, values, bigs } }) => ({
    length: values.length,
    at: (row: number): Valued => ({ part, rows, row, value: integerAt(values, bigs, row) }),
  }));
  const sign = direction === "asc" ? 1 : -1;
  const compare = (a: Valued, b: Valued) => (a.value < b.value ? -1 : a.value > b.value ? 1 : byId(a, b));
  return yield* merged(lists, limit, (a, b) => sign * compare(a, b));
}

/** Returns the most frequent values of all parts. */
export function* facet(answers: readonly Answered<"facet">[], limit: number): Sliced<FacetHit[]> {
  const counts = new KeyMap();
  for (const { answer } of answers) {
    for (const [i, count] of answer.counts.entries()) {
      const value = facetValue(answer, i);
      counts.set(value, (counts.get(value) ?? 0) + count);
      if (i % ROWS_PER_YIELD === 0) yield;
    }
  }
  return yield* mostFrequent(counts, limit);
}

/**
 * Returns a sample of all points: of each part as many of those that it has drawn as a draw from all points gives, in
 * random order.
 */
export function* sample(answers: readonly Answered<"sample">[], count: number): Sliced<Row[]> {
  const left = answers.map(({ answer }) => answer.total);
  const used = answers.map(() => 0);
  let total = left.reduce((sum, points) => sum + points, 0);
  const drawn: Row[] = [];
  while (drawn.length < count && total > 0) {
    let rank = Math.floor(Math.random() * total--);
    let from = 0;
    while (rank >= left[from]!) rank -= left[from++]!;
    left[from]!--;
    const { part, answer } = answers[from]!;
    const row = used[from]!++;
    if (row < answer.rows.ids.length) drawn.push({ part, rows: answer.rows, row });
    if (drawn.length % ROWS_PER_YIELD === 0) yield;
  }
  return drawn;
}

/** Adds up the numbers of points in the payload indexes, by the path of the field. */
export function indexedPoints(answers: readonly Answered<"indexedPoints">[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { answer } of answers) {
    for (const [i, path] of answer.paths.entries())
      counts.set(path, (counts.get(path) ?? 0) + answer.counts[i]!);
  }
  return Object.fromEntries(counts);
}
