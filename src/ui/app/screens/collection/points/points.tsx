// The points tab: a table of the points that match a filter, and one point beside it.
// The decision: the filter, the order and the open point are in the address, so that other screens and users can link
// to them.
import { useState } from "preact/hooks";
import type { PointId } from "../../../api/types.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Failed, Notice } from "../../../kit/notice.tsx";
import { PermittedButton } from "../../../kit/permitted.tsx";
import { tell } from "../../../kit/toast.tsx";
import type { TabProps } from "../tabs.ts";
import { AddPoint } from "./add-point.tsx";
import { EditPayloads, type Target, UndoLast } from "./bulk.tsx";
import { CellMenu } from "./cell-menu.tsx";
import { ColumnMenu } from "./column-menu.tsx";
import type { Column } from "./columns.ts";
import { RecentlyDeleted } from "./deletions.tsx";
import { chipsOf, filterOf } from "./filter/chips.ts";
import { FilterBar } from "./filter/filter-bar.tsx";
import { Jump } from "./jump.tsx";
import { PointPanel } from "./panel.tsx";
import { deletePoints } from "./point.ts";
import type { CellPlace } from "./row.tsx";
import { nextSort, OfferIndex, SortNote } from "./sorting.tsx";
import { Nothing, Summary } from "./summary.tsx";
import { PointsTable } from "./table.tsx";
import { type PointsState, useActive, usePoints } from "./use-points.ts";

export function Points(props: TabProps) {
  const { name, info } = props;
  const state = usePoints(props);
  const { address, data, total, shown, columns, refresh } = state;
  const [isAdding, setAdding] = useState(false);
  const [unsorted, setUnsorted] = useState<Column>();
  const active = useActive(state);
  return (
    <section class="stack points" aria-label="Points">
      <div class="points-tools">
        <FilterBar collection={name} info={info} filter={address.filter} onChange={address.filterBy} />
        <div class="row points-end">
          <Jump collection={name} onFound={active.jump} />
          <ColumnMenu collection={name} choice={columns.choice} onChange={columns.onChange} />
          <PermittedButton class="primary" onClick={() => setAdding(true)}>
            <Icon name="plus" /> Add point
          </PermittedButton>
        </div>
      </div>
      {address.error && (
        <Notice kind="danger">The filter in the address cannot be read: {address.error}</Notice>
      )}
      {unsorted && (
        <OfferIndex
          key={unsorted.field}
          collection={name}
          column={unsorted}
          onClose={() => setUnsorted(undefined)}
          onDone={() => {
            setUnsorted(undefined);
            props.onChange();
            address.sortBy({ field: unsorted.field, descending: false });
          }}
        />
      )}
      <Failed error={total.error ?? data.rows.error.value} onRetry={refresh} />
      <Selected {...{ state, info }} />
      {address.sort && <SortNote sort={address.sort} shown={shown} total={total.value} />}
      {total.value === 0 ? (
        <Nothing
          name={name}
          filter={address.filter}
          onAll={() => address.filterBy(undefined)}
          onAdd={() => setAdding(true)}
        />
      ) : (
        <Split {...{ state, active }} onUnsorted={setUnsorted} />
      )}
      {isAdding && (
        <AddPoint
          collection={name}
          info={info}
          onClose={() => setAdding(false)}
          onDone={(id) => {
            setAdding(false);
            refresh();
            tell(`Point ${id} added`, () => deletePoints(name, [id]).then(refresh));
          }}
        />
      )}
      {state.deletion.question}
    </section>
  );
}

/** The summary, and the dialog that changes the selected points. */
function Selected({ state, info }: { state: PointsState } & Pick<TabProps, "info">) {
  const { name, address, total, selection, selected, target, refresh, deletion, deletions } = state;
  const [editing, setEditing] = useState<Target>();
  return (
    <>
      <Summary
        collection={name}
        total={total.value}
        filter={address.filter}
        selected={selected}
        onDelete={() => deletion.remove(target())}
        onEdit={() => setEditing(target())}
        onAll={selection.all}
        onClear={selection.clear}
        onOpen={address.open}
      >
        <UndoLast collection={name} />
        <RecentlyDeleted collection={name} deletions={deletions.value} onRestored={refresh} />
      </Summary>
      {editing && (
        <EditPayloads
          collection={name}
          info={info}
          target={editing}
          onDone={refresh}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

interface SplitProps {
  readonly state: PointsState;
  readonly active: ReturnType<typeof useActive>;
  /** Is called for a column that needs an index to be sorted by. */
  onUnsorted(column: Column | undefined): void;
}

/** The table, and beside it the open point. */
function Split({ state, active, onUnsorted }: SplitProps) {
  const { name, address, data, total, shown = 0, columns, selection, selected, target, deletion } = state;
  const [menu, setMenu] = useState<CellPlace>();
  const removeOne = (id: PointId): void =>
    deletion.remove({ filter: { must: [{ has_id: [id] }] }, count: 1, name: `Point ${id}` });
  return (
    <div class={address.point === undefined ? "points-split" : "points-split open"}>
      <PointsTable
        label={`Points of ${name}`}
        data={data}
        total={shown}
        columns={columns.columns}
        hasVector={!columns.choice.isVectorHidden}
        sort={address.sort}
        active={active.active}
        selected={selection.selected}
        open={address.point}
        onActive={active.onActive}
        onOpen={active.open}
        onToggle={active.toggle}
        onAll={selected === total.value ? selection.clear : selection.all}
        onDelete={() => {
          const id = data.rows.row(active.active.row)?.id;
          if (selected > 0) deletion.remove(target());
          else if (id !== undefined) removeOne(id);
        }}
        onSort={(column) => {
          onUnsorted(column.isIndexed ? undefined : column);
          if (column.isIndexed) address.sortBy(nextSort(address.sort, column.field));
        }}
        onResize={columns.resize}
        onMenu={setMenu}
        onClose={() => address.open(undefined)}
      />
      {address.point !== undefined && (
        <PointPanel
          collection={name}
          id={address.point}
          changes={state.changes}
          onChange={state.refresh}
          onStep={(by) =>
            active.onActive({ ...active.active, row: Math.max(0, active.active.row + by) }, false)
          }
          onDelete={(id) => {
            address.open(undefined);
            removeOne(id);
          }}
          onClose={active.close}
        />
      )}
      {menu && (
        <CellMenu
          key={`${menu.field} ${menu.x} ${menu.y}`}
          place={menu}
          onClose={() => setMenu(undefined)}
          onFilter={(condition) => {
            const { conditions, rest } = chipsOf(address.filter ?? {});
            address.filterBy(filterOf({ conditions: [...conditions, condition], rest }));
          }}
        />
      )}
    </div>
  );
}
