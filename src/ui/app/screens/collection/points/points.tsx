// The points tab: a table of the points that match a filter, and one point beside it.
// The decision: the filter, the order and the open point are in the address, so that other screens and users can link
// to them.
import { useState } from "preact/hooks";
import { Button } from "../../../kit/button.tsx";
import { Failed, Notice } from "../../../kit/notice.tsx";
import { tell } from "../../../kit/toast.tsx";
import type { TabProps } from "../tabs.ts";
import { AddPoint } from "./add-point.tsx";
import { EditPayloads, type Target } from "./bulk.tsx";
import { CellMenu } from "./cell-menu.tsx";
import { ColumnMenu } from "./column-menu.tsx";
import { chipsOf, filterOf } from "./filter/chips.ts";
import { FilterBar } from "./filter/filter-bar.tsx";
import { Jump } from "./jump.tsx";
import { PointPanel } from "./panel.tsx";
import { deletePoints } from "./point.ts";
import { OfferIndex, SortNote } from "./sorting.tsx";
import { Nothing, Summary } from "./summary.tsx";
import { PointsTable } from "./table.tsx";
import type { CellPlace } from "./table-keys.ts";
import { type Grid, type PointsState, useGrid, usePoints } from "./use-points.ts";

export function Points(props: TabProps) {
  const { name, info } = props;
  const state = usePoints(props);
  const { address, data, total, shown, columns, refresh, unsorted, setUnsorted } = state;
  const [isAdding, setAdding] = useState(false);
  const grid = useGrid(state);
  return (
    <section class="stack points" aria-label="Points">
      <div class="row points-tools">
        <FilterBar collection={name} info={info} filter={address.filter} onChange={address.filterBy} />
        <div class="row points-end">
          <Jump collection={name} onFound={grid.jump} />
          <ColumnMenu collection={name} choice={columns.choice} onChange={columns.onChange} />
          <Button icon="plus" needs="write" class="primary" onClick={() => setAdding(true)}>
            Add point
          </Button>
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
        <Nothing state={state} onAdd={() => setAdding(true)} />
      ) : (
        <Split {...{ state, grid }} />
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
  const [editing, setEditing] = useState<Target>();
  return (
    <>
      <Summary state={state} onEdit={() => setEditing(state.target())} />
      {editing && (
        <EditPayloads
          collection={state.name}
          info={info}
          target={editing}
          onDone={state.refresh}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

/** The table, and beside it the open point. */
function Split({ state, grid }: { state: PointsState; grid: Grid }) {
  const { address } = state;
  const [menu, setMenu] = useState<CellPlace>();
  return (
    <div class={address.point === undefined ? "points-split" : "points-split open"}>
      <PointsTable {...{ state, grid }} onMenu={setMenu} />
      {address.point !== undefined && <PointPanel {...{ state, grid }} id={address.point} />}
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
