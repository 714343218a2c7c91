// Filters in requests. The decision: a request without a filter has null, one with `{}` a filter that everything matches;
// whoever deletes by filter has to tell them apart.
import type { Filter } from "../../core/filter/filter.ts";
import { parseFilter } from "../../core/filter/parse.ts";
import type { FilterJson } from "../../schema/filter.ts";

/** @param where the path of the filter in the request. @throws InvalidFilter */
export function filterOf(filter: FilterJson | null | undefined, where = "filter"): Filter | null {
  return filter === null || filter === undefined ? null : parseFilter(filter, where);
}
