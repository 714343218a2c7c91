// Groups the searches of a batch that share one call of the core: searches in the same vector field with the same limit
// and parameters.
// The decision: a call takes four searches, because as many are measured in one pass over the vectors; larger calls
// would give one thread the whole batch and leave the others idle.
import type { SearchParams } from "../../core/config/search-params.ts";

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
  searches.forEach((search, place) => {
    if (search === null) {
      groups.push([place]);
      return;
    }
    const { field, k, params, filterText } = search;
    const key = JSON.stringify([field.name, k, params, filterText]);
    const group = open.get(key);
    if (group && group.length < SEARCHES_PER_CALL) {
      group.push(place);
      return;
    }
    const started = [place];
    open.set(key, started);
    groups.push(started);
  });
  return groups;
}
