// Which searches of a batch share one call of the core: those that ask the same vector for as many points in the same
// way. The decision: a call takes four searches, because as many are measured in one pass over the vectors; larger
// calls would give one thread the whole batch and leave the others idle.
import type { SearchParams } from "../../core/config/search-params.ts";

const SEARCHES_PER_CALL = 4;

/** What two searches must have in common to share a call. */
export interface Groupable {
  readonly field: { readonly name: string };
  readonly k: number;
  readonly params: SearchParams;
  /** As JSON: equal texts are equal filters. */
  readonly filterText: string;
}

/**
 * The places of the searches in their list, grouped by call; every place is in exactly one group.
 * @param searches null for what is no search: that is alone in its group
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
