// Reads and writes the filter and the open point in the address.
import { useMemo } from "preact/hooks";
import { parseId } from "../../../api/ids.ts";
import type { PointId } from "../../../api/types.ts";
import { keepInAddress, route } from "../../../shell/route.ts";
import { type Filter, parseFilter, writeFilter } from "./filter/chips.ts";

export function useAddress(name: string) {
  const { query } = route.value;
  const filterText = query.get("filter") ?? "";
  const pointText = query.get("point") ?? "";
  const read = useMemo((): { filter?: Filter | undefined; error?: string } => {
    try {
      return { filter: parseFilter(filterText) };
    } catch (error) {
      return { error: (error as Error).message };
    }
  }, [filterText]);
  const keep = (filter: string, point: string): void =>
    keepInAddress(["collections", name, "points"], { ...(filter && { filter }), ...(point && { point }) });
  return {
    filterText,
    filter: read.filter,
    error: read.error,
    point: parseId(pointText) ?? undefined,
    filterBy: (filter: Filter | undefined): void => keep(writeFilter(filter), ""),
    open: (id: PointId | undefined): void => keep(filterText, id === undefined ? "" : String(id)),
  };
}
