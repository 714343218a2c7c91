// Reads and writes the filter, the order and the open point in the address.
// The decision: a filter, an order and the opening of the panel are steps that Back undoes; going from one point to the
// next in the open panel is none.
import { useMemo } from "preact/hooks";
import { parseId } from "../../../api/ids.ts";
import type { PointId } from "../../../api/types.ts";
import { keepInAddress, pushAddress, route } from "../../../shell/route.ts";
import { type Filter, parseFilter, writeFilter } from "./filter/chips.ts";
import { fromAddress, toAddress } from "./kept-filter.ts";

export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

/** Parts of the address; undefined leaves a part out. */
interface Query {
  readonly filter?: string | undefined;
  readonly sort?: string | undefined;
  readonly point?: string | undefined;
}

export function useAddress(name: string) {
  const { query } = route.value;
  const filterText = query.get("filter") ?? "";
  const sortText = query.get("sort") ?? "";
  const pointText = query.get("point") ?? "";
  const read = useMemo((): { filter?: Filter | undefined; error?: string } => {
    try {
      return { filter: parseFilter(fromAddress(filterText)) };
    } catch (error) {
      return { error: (error as Error).message };
    }
  }, [filterText]);
  const go = (change: Query, isStep: boolean): void => {
    const all = { filter: filterText, sort: sortText, point: pointText, ...change };
    const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as Record<
      string,
      string
    >;
    (isStep ? pushAddress : keepInAddress)(["collections", name, "points"], kept);
  };
  return {
    filterText,
    filter: read.filter,
    error: read.error,
    sort: sortOf(sortText),
    point: parseId(pointText) ?? undefined,
    filterBy: (filter: Filter | undefined): void =>
      go({ filter: toAddress(writeFilter(filter)), point: undefined }, true),
    sortBy: (sort: Sort | undefined): void =>
      go({ sort: sort && `${sort.descending ? "-" : ""}${sort.field}` }, true),
    open: (id: PointId | undefined): void => {
      const isStep = pointText === "" && id !== undefined;
      go({ point: id === undefined ? undefined : String(id) }, isStep);
    },
  };
}

/** Reads an order as it is in the address: the field, after a hyphen for the largest first. */
function sortOf(text: string): Sort | undefined {
  if (text === "" || text === "-") return undefined;
  return text.startsWith("-")
    ? { field: text.slice(1), descending: true }
    : { field: text, descending: false };
}
