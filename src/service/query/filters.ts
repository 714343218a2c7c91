// Filters that the steps of a query are combined with.
import type { FieldCondition, Filter, Integer, JsonPath } from "../../core/filter/filter.ts";
import { IdSet } from "../../core/filter/id-set.ts";
import type { PointId } from "../../schema/leaf.ts";

/** A value that points are grouped by. */
export type GroupId = string | Integer;

const EVERYTHING: Filter = { must: [], should: [], mustNot: [], minShould: null };

/** Returns a filter that matches where both match. */
export function allOf(first: Filter | null, other: Filter | null): Filter | null {
  if (first === null || other === null) return first ?? other;
  const must = [first, other].map((filter) => ({ kind: "filter", filter }) as const);
  return { ...EVERYTHING, must };
}

export function exceptIds(ids: readonly PointId[]): Filter {
  return { ...EVERYTHING, mustNot: [{ kind: "has_id", ids: new IdSet(ids) }] };
}

export function onlyIds(ids: readonly PointId[]): Filter {
  return { ...EVERYTHING, must: [{ kind: "has_id", ids: new IdSet(ids) }] };
}

/** @param name "" for the unnamed vector */
export function havingVector(name: string): Filter {
  return { ...EVERYTHING, must: [{ kind: "has_vector", name }] };
}

/** Returns a filter for points with at least one value at the path that is none of these. It may match more points. */
export function withOtherValues(path: JsonPath, values: readonly GroupId[]): Filter {
  return { ...EVERYTHING, must: checks(path, "except", values) };
}

/** Returns a filter for points with at least one of the values at the path. */
export function withValues(path: JsonPath, values: readonly GroupId[]): Filter {
  return { ...EVERYTHING, should: checks(path, "any", values) };
}

/** Returns one condition for strings and one for integers, because the list of a condition has only one of both. */
function checks(path: JsonPath, kind: "any" | "except", values: readonly GroupId[]): FieldCondition[] {
  const strings = values.filter((value) => typeof value === "string");
  const integers = values.filter((value) => typeof value !== "string");
  return [strings, integers].flatMap((list) =>
    list.length === 0 ? [] : [{ kind: "field", path, check: { kind, values: new Set<GroupId>(list) } }],
  );
}
