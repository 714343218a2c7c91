// The points tab: a table of the points that match a filter, and one point beside it.
// The decision: the filter and the open point are in the address, so that other screens and users can link to them.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { returns } from "../../../api/request.ts";
import { useResource } from "../../../api/resource.ts";
import type { PointId } from "../../../api/types.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Failed, Notice } from "../../../kit/notice.tsx";
import { tell, tellFailure } from "../../../kit/toast.tsx";
import { vectorsOf } from "../info.ts";
import type { TabProps } from "../tabs.ts";
import { AddPoint } from "./add-point.tsx";
import { useAddress } from "./address.ts";
import { type Choice, ColumnMenu, extended } from "./column-menu.tsx";
import { PointDrawer } from "./drawer.tsx";
import { isFigure, LoadedFields } from "./filter/cells.ts";
import { FilterBar } from "./filter/filter-bar.tsx";
import { typeOf } from "./filter/form.ts";
import { Jump } from "./jump.tsx";
import { countPoints, deletePoints } from "./point.ts";
import { removeWithUndo } from "./removal.ts";
import { Nothing, Summary } from "./summary.tsx";
import { PointsTable } from "./table.tsx";
import { usePages } from "./use-pages.ts";

export function Points({ name, info, onChange }: TabProps) {
  const state = usePoints({ name, info, onChange });
  const { address, pages, total, columns, seen, selection, refresh } = state;
  const [active, setActive] = useState(0);
  const [isAdding, setAdding] = useState(false);
  useLater(() => setActive(0), [address.filterText]);
  const current = pages.row(active)?.id;
  const { marked } = selection;
  const jump = (id: PointId): void => {
    address.open(id);
    pages.find(id).then((row) => row !== undefined && setActive(row), tellFailure);
  };
  return (
    <section class="stack points" aria-label="Points">
      <div class="points-tools">
        <FilterBar
          filter={address.filter}
          fields={seen.names.map((field) => ({ name: field, type: typeOf(field, info, seen) }))}
          vectors={[...vectorsOf(info).keys()]}
          onChange={address.filterBy}
        />
        <div class="row points-end">
          <Jump collection={name} onFound={jump} />
          <ColumnMenu choice={columns.choice} onChange={columns.onChange} />
          <button type="button" class="primary" onClick={() => setAdding(true)}>
            <Icon name="plus" /> Add point
          </button>
        </div>
      </div>
      {address.error && (
        <Notice kind="danger">The filter in the address cannot be read: {address.error}</Notice>
      )}
      <Failed error={total.error ?? pages.error.value} onRetry={refresh} />
      <Summary
        total={total.value}
        filter={address.filter}
        marked={marked.length}
        onDelete={() => state.remove(marked)}
        onClear={selection.clear}
      />
      {total.value === 0 ? (
        <Nothing
          name={name}
          filter={address.filter}
          onAll={() => address.filterBy(undefined)}
          onAdd={() => setAdding(true)}
        />
      ) : (
        <PointsTable
          key={address.filterText}
          label={`Points of ${name}`}
          pages={pages}
          total={total.value ?? 0}
          columns={columns.shown}
          idWidth={seen.idWidth}
          active={active}
          selected={selection.selected}
          onActive={setActive}
          onOpen={address.open}
          onToggle={selection.toggle}
          onDelete={() => state.remove(marked.length > 0 ? marked : current === undefined ? [] : [current])}
        />
      )}
      <Overlays {...{ name, info, onChange, state, isAdding }} onAdded={() => setAdding(false)} />
    </section>
  );
}

type State = ReturnType<typeof usePoints>;

/** The dialogs and the drawer over the table. */
function Overlays({
  name,
  info,
  state: { address, refresh, remove },
  isAdding,
  onAdded,
}: TabProps & { state: State; isAdding: boolean; onAdded: () => void }) {
  const added = (id: PointId): void => {
    onAdded();
    refresh();
    tell(`Point ${id} added`, async () => {
      await deletePoints(name, [id]);
      refresh();
    });
  };
  return (
    <>
      {address.point !== undefined && (
        <PointDrawer
          collection={name}
          id={address.point}
          onChange={refresh}
          onDelete={(id) => {
            address.open(undefined);
            remove([id]);
          }}
          onClose={() => address.open(undefined)}
        />
      )}
      {isAdding && <AddPoint collection={name} info={info} onClose={onAdded} onDone={added} />}
    </>
  );
}

function usePoints({ name, info, onChange }: TabProps) {
  const address = useAddress(name);
  const { filter, filterText } = address;
  const loaded = useMemo(() => new LoadedFields(Object.keys(info.payload_schema)), [name]);
  const pages = usePages(name, filter, filterText, info, loaded);
  const total = useResource((signal) => countPoints(name, filter, signal), [name, filterText]);
  const selection = useSelection();
  void pages.arrived.value;
  const reread = (): void => {
    total.reload();
    pages.refresh();
  };
  const refresh = (): void => {
    reread();
    onChange();
  };
  useLater(reread, [info.points_count, returns.value]);
  const remove = (ids: readonly PointId[]): void => {
    if (ids.length > 0) removeWithUndo(name, ids, refresh).then(selection.clear, tellFailure);
  };
  return { address, pages, total, seen: loaded, selection, refresh, remove, columns: useColumns(loaded) };
}

function useSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<string, PointId>>(new Map());
  const toggle = (id: PointId): void => {
    const changed = new Map(selected);
    if (!changed.delete(String(id))) changed.set(String(id), id);
    setSelected(changed);
  };
  return { selected, marked: [...selected.values()], toggle, clear: () => setSelected(new Map()) };
}

function useColumns(loaded: LoadedFields) {
  const [chosen, onChange] = useState<Choice>({ order: [], hidden: new Set() });
  const choice = extended(chosen, loaded.names);
  const shown = choice.order
    .filter((field) => !choice.hidden.has(field))
    .map((field) => ({
      field,
      width: Math.max(field.length, loaded.width(field)),
      isFigure: isFigure(loaded.sample(field)),
    }));
  return { choice, onChange, shown };
}

/** An effect that is skipped at the first rendering. */
function useLater(effect: () => void, deps: readonly unknown[]): void {
  const isLater = useRef(false);
  useEffect(() => {
    if (isLater.current) effect();
    isLater.current = true;
  }, [...deps]);
}
