// Reads and writes the filter and the open point in the address. Each change is a step that Back takes back.
import { useMemo } from "preact/hooks";
import { parseId } from "../../../api/ids.ts";
import type { PointId } from "../../../api/types.ts";
import { keepInAddress, pushAddress, route } from "../../../shell/route.ts";
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
  const keep = (change: typeof pushAddress, filter: string, point: string): void =>
    change(["collections", name, "points"], { ...(filter && { filter }), ...(point && { point }) });
  return {
    filterText,
    filter: read.filter,
    error: read.error,
    point: parseId(pointText) ?? undefined,
    filterBy: (filter: Filter | undefined): void => keep(pushAddress, writeFilter(filter), ""),
    /** From one open point to the next there is no step, so that Back closes the panel. */
    open: (id: PointId | undefined): void => {
      const isNext = pointText !== "" && id !== undefined;
      keep(isNext ? keepInAddress : pushAddress, filterText, id === undefined ? "" : String(id));
    },
  };
}
