// Which points of the table are selected: some by their ids, or all that match the filter except some.
// The decision: "all" is the filter itself and no list, so that it includes rows that were never loaded, and actions on
// a million points are one request.
import { useEffect, useState } from "preact/hooks";
import type { PointId } from "../../../api/types.ts";
import type { Filter } from "./filter/chips.ts";

interface Selected {
  /** True: all that match the filter are selected, except these ids. */
  readonly isAll: boolean;
  readonly ids: ReadonlyMap<string, PointId>;
}

const NOTHING: Selected = { isAll: false, ids: new Map() };

export function isSelected({ isAll, ids }: Selected, id: PointId): boolean {
  return ids.has(String(id)) !== isAll;
}

export function countOf({ isAll, ids }: Selected, total: number): number {
  return isAll ? Math.max(0, total - ids.size) : ids.size;
}

export function toggled(selected: Selected, id: PointId): Selected {
  const ids = new Map(selected.ids);
  if (!ids.delete(String(id))) ids.set(String(id), id);
  return { ...selected, ids };
}

/** Selects or deselects several points. */
export function withRange(selected: Selected, range: readonly PointId[], isOn: boolean): Selected {
  const ids = new Map(selected.ids);
  for (const id of range) {
    if (isOn === selected.isAll) ids.delete(String(id));
    else ids.set(String(id), id);
  }
  return { ...selected, ids };
}

/** Returns the filter of the selected points. @param filter that of the table */
export function filterOfSelected({ isAll, ids }: Selected, filter: Filter | undefined): Filter {
  const has_id = { has_id: [...ids.values()] };
  if (!isAll) return { must: [has_id] };
  return { ...(filter && { must: [filter] }), ...(ids.size > 0 && { must_not: [has_id] }) };
}

/** The selection of a table; a change of the filter ends it. */
export function useSelection(filterText: string) {
  const [selected, setSelected] = useState<Selected>(NOTHING);
  /** The row from which a range goes. */
  const [anchor, setAnchor] = useState(0);
  useEffect(() => setSelected(NOTHING), [filterText]);
  const all = (): void => setSelected({ isAll: true, ids: new Map() });
  return { selected, setSelected, anchor, setAnchor, all, clear: () => setSelected(NOTHING) };
}
