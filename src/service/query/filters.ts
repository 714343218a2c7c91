// Filters put together for the steps of a query.
import type { Filter } from "../../core/filter/filter.ts";
import { hasId } from "../../core/filter/has-id.ts";
import type { PointId } from "../../schema/leaf.ts";

const EVERYTHING: Filter = { must: [], should: [], mustNot: [], minShould: null };

/** Holds where both hold. */
export function allOf(one: Filter | null, other: Filter | null): Filter | null {
  if (one === null || other === null) return one ?? other;
  const must = [one, other].map((filter) => ({ kind: "filter", filter }) as const);
  return { ...EVERYTHING, must };
}

export function exceptIds(ids: readonly PointId[]): Filter {
  return { ...EVERYTHING, mustNot: [hasId(ids)] };
}
