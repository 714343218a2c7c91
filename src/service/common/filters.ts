// Reads the filter of a request.
// The decision: a request without a filter gives null, and one with `{}` a filter that all points match, because a
// delete by filter has to distinguish them.
import type { Filter } from "../../core/filter/filter.ts";
import { readFilter } from "../../core/filter/recent-filters.ts";
import type { FilterJson } from "../../schema/filter.ts";

/** @param where the path of the filter in the request. @throws InvalidFilter */
export function filterOf(filter: FilterJson | null | undefined, where = "filter"): Filter | null {
  return filter === null || filter === undefined ? null : readFilter(filter, where);
}
