// The header of the table: clicking a name orders the points, dragging its edge changes the width.
// The decision: a name is a button only where the server can order by the field, or could with an index.
import { useRef } from "preact/hooks";
import { Icon } from "../../../kit/icon.tsx";
import type { Sort } from "./address.ts";
import type { Column } from "./columns.ts";
import { Cell } from "./row.tsx";
import { countOf } from "./selection.ts";
import type { Table } from "./table-keys.ts";

interface Props extends Table {
  /** The id of the header; those of the cells end with their columns. */
  readonly id: string;
}

export function Head({ id, state, grid }: Props) {
  const { columns, address, selection, shown: total = 0 } = state;
  const { row, column: activeColumn } = grid.active;
  const { sort } = address;
  const selected = countOf(selection.selected, total);
  const role = "columnheader" as const;
  const cellOf = (at: number) => ({ id: `${id}-${at}`, at, role, isActive: row < 0 && activeColumn === at });
  const hasVector = !columns.choice.isVectorHidden;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of which only a part is there.
    <div class="points-head" role="rowgroup">
      {/* biome-ignore lint/a11y/useSemanticElements: likewise. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus. */}
      <div class="points-row" role="row" aria-rowindex={1}>
        <Cell {...cellOf(1)} kind="pinned check-cell">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label="Select all matching points"
            checked={total > 0 && selected === total}
            ref={(box) => {
              if (box) box.indeterminate = selected > 0 && selected < total;
            }}
            onChange={grid.all}
          />
        </Cell>
        <Cell {...cellOf(2)} kind="pinned">
          <span>Id</span>
        </Cell>
        {hasVector && (
          <Cell {...cellOf(3)}>
            <span>Vector</span>
          </Cell>
        )}
        {columns.columns.map((column, i) => (
          <Cell
            key={column.field}
            {...cellOf((hasVector ? 4 : 3) + i)}
            kind={column.isFigure ? "figure" : ""}
            sorted={sort?.field === column.field ? sort : undefined}
          >
            <Name column={column} sort={sort} onSort={grid.sort} />
            <Edge column={column} onResize={columns.resize} />
          </Cell>
        ))}
      </div>
    </div>
  );
}

interface NameProps {
  readonly column: Column;
  readonly sort: Sort | undefined;
  onSort(column: Column): void;
}

function Name({ column, sort, onSort }: NameProps) {
  const { field, order, isIndexed } = column;
  if (order === undefined) return <span title={field}>{field}</span>;
  const isSorted = sort?.field === field;
  return (
    <button
      type="button"
      class={`quiet points-sort${isSorted ? (sort.descending ? " descending" : " ascending") : ""}`}
      tabIndex={-1}
      title={isIndexed ? `Sort by ${field}` : `Sort by ${field}: needs an index`}
      onClick={() => onSort(column)}
    >
      <span>{field}</span>
      <Icon name="down" />
    </button>
  );
}

interface EdgeProps {
  readonly column: Column;
  onResize(field: string, width: number): void;
}

/** The edge of a column, which is dragged. By keyboard: Alt and an arrow key in the header. */
function Edge({ column: { field, width }, onResize }: EdgeProps) {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return (
    <span
      class="points-edge"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => {
        const { current } = from;
        if (current) onResize(field, current.width + (event.clientX - current.x) / rem());
      }}
      onPointerUp={() => {
        from.current = null;
      }}
    />
  );
}
