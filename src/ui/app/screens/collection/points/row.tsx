// One row of the table of points.
import type { ComponentChildren } from "preact";
import type { VectorSummary } from "../../../../../schema/vector-summary.ts";
import { count, plural } from "../../../kit/format.ts";
import type { Sort } from "./address.ts";
import type { Column } from "./columns.ts";
import { isFigure, scaled, strip } from "./filter/cells.ts";
import type { RowPoint } from "./use-pages.ts";
import { Value } from "./value.tsx";

/** A value of the table on which the user acts. */
export interface CellPlace {
  readonly field: string;
  readonly value: unknown;
  /** The position of the menu in the window, in pixels. */
  readonly x: number;
  readonly y: number;
}

interface Props {
  /** The id of the element; those of its cells end with their columns. */
  readonly id: string;
  readonly row: number;
  readonly top: number;
  readonly point: RowPoint | undefined;
  readonly columns: readonly Column[];
  /** The summary of the vector; null if the column is not shown. */
  readonly summary: VectorSummary | undefined | null;
  /** The active column, from 1; 0: the row as a whole; undefined: another row is active. */
  readonly active: number | undefined;
  readonly isSelected: boolean;
  readonly isOpen: boolean;
  onClick(event: MouseEvent): void;
  onCheck(event: MouseEvent): void;
  onMenu(place: CellPlace): void;
}

export function Row(props: Props) {
  const { id, row, top, point, columns, summary, active, isSelected, isOpen } = props;
  const states = `${active === undefined ? "" : " active"}${isOpen ? " open" : ""}`;
  const first = summary === null ? 3 : 4;
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
      aria-selected={isSelected}
      style={{ transform: `translateY(${top}px)` }}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={props.onClick}
    >
      <Cell {...cellOf(1)} kind="pinned check-cell">
        {point && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select ${point.id}`}
            checked={isSelected}
            onClick={(event) => {
              event.stopPropagation();
              props.onCheck(event);
            }}
          />
        )}
      </Cell>
      <Cell {...cellOf(2)} kind="mono pinned">
        {point ? <span title={String(point.id)}>{String(point.id)}</span> : <Waiting />}
      </Cell>
      {summary !== null && <Cell {...cellOf(3)}>{summary && <Strip summary={summary} />}</Cell>}
      {columns.map(({ field }, i) => (
        <ValueCell
          key={field}
          {...cellOf(first + i)}
          field={field}
          value={point?.payload[field]}
          onMenu={props.onMenu}
        />
      ))}
    </div>
  );
}

interface ValueProps extends Omit<CellProps, "onMenu"> {
  onMenu(place: CellPlace): void;
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
