// The state of the points tab: the table, the selection, the active row, and what changes them.
// The decision: while the panel is open it follows the active row, after a short pause.
import { useEffect, useRef, useState } from "preact/hooks";
import { returns } from "../../../api/request.ts";
import { useResource } from "../../../api/resource.ts";
import type { PointId } from "../../../api/types.ts";
import { tellFailure } from "../../../kit/toast.tsx";
import { allVectorsOf } from "../info.ts";
import type { TabProps } from "../tabs.ts";
import { useAddress } from "./address.ts";
import { type Target, useDelete } from "./bulk.tsx";
import { choiceOf, columnsOf } from "./columns.ts";
import { listDeletions } from "./deletions.tsx";
import { countPoints } from "./point.ts";
import { countOf, filterOfSelected, isSelected, toggled, useSelection, withRange } from "./selection.ts";
import type { Active } from "./table-keys.ts";
import { markOutdated, useTable } from "./use-pages.ts";

/** The most points among which the row of a link is searched. */
const MAX_SEARCHED = 100_000;
/** The pause before the panel follows, so that a held key does not open every point. */
const FOLLOW_MS = 120;

export type PointsState = ReturnType<typeof usePoints>;

export function usePoints({ name, info, onChange }: TabProps) {
  const address = useAddress(name);
  const { choice, setChoice } = choiceOf(name);
  const [vector] = allVectorsOf(info).keys();
  const data = useTable(name, address, info, choice.value.isVectorHidden ? undefined : vector);
  void data.rows.arrived.value;
  const columns = columnsOf(choice.value, setChoice, info, data.fields);
  const total = useResource(
    (signal) => countPoints(name, address.filter, signal),
    [name, address.filterText],
  );
  const deletions = useResource((signal) => listDeletions(name, signal), [name]);
  const selection = useSelection(address.filterText);
  const [changes, setChanges] = useState(0);
  const reread = (): void => {
    total.reload();
    deletions.reload();
    data.rows.refresh();
    setChanges((before) => before + 1);
  };
  const refresh = (): void => {
    markOutdated(name);
    reread();
    onChange();
  };
  useLater(reread, [info.points_count, returns.value]);
  const deletion = useDelete({
    collection: name,
    onDone: () => {
      selection.clear();
      refresh();
    },
  });
  const selected = countOf(selection.selected, total.value ?? 0);
  const target = (): Target => ({
    filter: filterOfSelected(selection.selected, address.filter),
    count: selected,
  });
  data.total = total.value ?? data.total;
  const shown = address.sort ? data.sortedTotal?.value : data.total;
  return {
    name,
    size: info.points_count,
    address,
    data,
    total,
    shown,
    columns,
    selection,
    selected,
    target,
    changes,
    refresh,
    deletion,
    deletions,
  };
}

/** The active cell of the table, and the panel that goes with it. */
export function useActive({ address, data, size, shown = 0, selection }: PointsState) {
  const { rows } = data;
  const [active, setActive] = useState<Active>(data.place);
  const [isFollowing, setFollowing] = useState(false);
  useLater(() => setActive(data.place), [data]);
  useEffect(() => {
    data.place = { ...data.place, ...active };
  }, [active]);
  const id = rows.row(active.row)?.id;
  useEffect(() => {
    if (!isFollowing || id === undefined) return;
    const timer = setTimeout(() => {
      setFollowing(false);
      address.open(id);
    }, FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [isFollowing, id]);
  // The point of a link becomes the active row.
  useEffect(() => {
    if (address.point !== undefined && size <= MAX_SEARCHED && active.row === 0)
      rows.find(address.point).then((row) => row && setActive({ row, column: 0 }), tellFailure);
  }, [data]);
  const select = (from: number, to: number, isOn: boolean): void => {
    rows
      .ids(Math.min(from, to), Math.max(from, to))
      .then((ids) => selection.setSelected((before) => withRange(before, ids, isOn)), tellFailure);
  };
  const onActive = (to: Active, isRange: boolean): void => {
    const row = Math.max(-1, Math.min(shown - 1, to.row));
    if (isRange && row >= 0) select(Math.max(0, active.row), row, true);
    setActive({ ...to, row });
    if (address.point !== undefined && row >= 0 && row !== active.row) setFollowing(true);
  };
  const toggle = (row: number, isRange: boolean): void => {
    const point = rows.row(row);
    if (!point) return;
    const isOn = !isSelected(selection.selected, point.id);
    if (isRange) select(selection.anchor, row, isOn || row === selection.anchor);
    else selection.setSelected(toggled(selection.selected, point.id));
    selection.setAnchor(row);
    setActive({ row, column: 0 });
  };
  const open = (point: PointId, row: number): void => {
    setFollowing(false);
    setActive((before) => ({ ...before, row }));
    selection.setAnchor(row);
    address.open(point);
  };
  const jump = (point: PointId): void => {
    address.open(point);
    rows.find(point).then((row) => row !== undefined && setActive({ row, column: 0 }), tellFailure);
  };
  const close = (): void => {
    address.open(undefined);
    document.querySelector<HTMLElement>(".points-table")?.focus();
  };
  return { active, onActive, toggle, open, jump, close };
}

/** An effect that is skipped at the first rendering. */
function useLater(effect: () => void, deps: readonly unknown[]): void {
  const isLater = useRef(false);
  useEffect(() => {
    if (isLater.current) effect();
    isLater.current = true;
  }, [...deps]);
}
