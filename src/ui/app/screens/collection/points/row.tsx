// One row of the table of points.
import type { ComponentChildren } from "preact";
import type { VectorSummary } from "../../../../../schema/vector-summary.ts";
import { count, plural } from "../../../kit/format.ts";
import type { Sort } from "./address.ts";
import { isFigure, scaled, strip } from "./filter/cells.ts";
import { isSelected } from "./selection.ts";
import type { Table } from "./table-keys.ts";
import { Value } from "./value.tsx";

interface Props extends Table {
  /** The id of the element; those of its cells end with their columns. */
  readonly id: string;
  readonly row: number;
  readonly top: number;
}

export function Row({ id, row, top, state, grid, onMenu }: Props) {
  const { data, columns, selection, address } = state;
  const point = data.rows.row(row);
  const active = row === grid.active.row ? grid.active.column : undefined;
  const isOpen = point !== undefined && point.id === address.point;
  const isChosen = point !== undefined && isSelected(selection.selected, point.id);
  const hasVector = !columns.choice.isVectorHidden;
  const summary = hasVector && point ? data.summary(point.id) : undefined;
  const states = `${active === undefined ? "" : " active"}${isOpen ? " open" : ""}`;
  const cellOf = (at: number) => ({ id: `${id}-${at}`, at, isActive: active === at });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of which only a part is there.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and the keys.
    <div
      id={id}
      role="row"
      class={`points-row${states}`}
      aria-rowindex={row + 2}
      aria-selected={isChosen}
      style={{ transform: `translateY(${top}px)` }}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => {
        if (event.shiftKey || event.ctrlKey || event.metaKey) grid.toggle(row, event.shiftKey);
        else if (point) grid.open(point.id, row);
      }}
    >
      <Cell {...cellOf(1)} kind="pinned check-cell">
        {point && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select ${point.id}`}
            checked={isChosen}
            onClick={(event) => {
              event.stopPropagation();
              grid.toggle(row, event.shiftKey);
            }}
          />
        )}
      </Cell>
      <Cell {...cellOf(2)} kind="mono pinned">
        {point ? <span title={String(point.id)}>{String(point.id)}</span> : <Waiting />}
      </Cell>
      {hasVector && <Cell {...cellOf(3)}>{summary && <Strip summary={summary} />}</Cell>}
      {columns.columns.map(({ field }, i) => (
        <ValueCell
          key={field}
          {...cellOf((hasVector ? 4 : 3) + i)}
          field={field}
          value={point?.payload[field]}
          onMenu={onMenu}
        />
      ))}
    </div>
  );
}

interface ValueProps extends Omit<CellProps, "onMenu">, Pick<Table, "onMenu"> {
  readonly field: string;
  readonly value: unknown;
}

function ValueCell({ field, value, onMenu, ...place }: ValueProps) {
  if (value === undefined) return <Cell {...place} />;
  return (
    <Cell
      {...place}
      kind={isFigure(value) ? "figure" : value === null ? "muted" : ""}
      onMenu={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onMenu({ field, value, x: event.clientX, y: event.clientY });
      }}
    >
      <Value value={value} />
    </Cell>
  );
}

/** The summary of a vector as a strip of colours; of a sparse one the number of entries. */
function Strip({ summary }: { summary: VectorSummary }) {
  const { means, smallest, largest, norm } = summary;
  if (means.length === 0) return <span class="muted">{plural(summary.count, "entry", "entries")}</span>;
  const text = `${count(summary.count)} dimensions, ${smallest} to ${largest}, norm ${norm}`;
  return (
    <span
      class="points-strip"
      role="img"
      aria-label={text}
      title={text}
      style={{ background: strip(scaled(means)) }}
    />
  );
}

interface CellProps {
  readonly id: string;
  readonly at: number;
  readonly isActive: boolean;
  readonly kind?: string;
  readonly role?: "gridcell" | "columnheader";
  /** The order of a column by which the points are sorted. */
  readonly sorted?: Sort | undefined;
  readonly onMenu?: (event: MouseEvent) => void;
  readonly children?: ComponentChildren;
}

export function Cell({
  id,
  at,
  isActive,
  kind = "",
  role = "gridcell",
  sorted,
  onMenu,
  children,
}: CellProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is given.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: likewise.
    <div
      id={id}
      class={`points-cell ${kind}${isActive ? " active" : ""}`}
      role={role}
      aria-colindex={at}
      aria-sort={sorted && (sorted.descending ? "descending" : "ascending")}
      onContextMenu={onMenu}
    >
      {children}
      {onMenu && (
        <button
          type="button"
          class="quiet points-cell-menu"
          tabIndex={-1}
          aria-hidden="true"
          title="Filter or copy"
          onClick={onMenu}
        >
          ⌄
        </button>
      )}
    </div>
  );
}

/** A placeholder until the row is loaded. */
function Waiting() {
  return <span class="points-waiting" aria-hidden="true" />;
}
