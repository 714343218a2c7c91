// One row of the table of points.
import type { Payload, PointId } from "../../../api/types.ts";
import { plural } from "../../../kit/format.ts";
import type { Column } from "./column.ts";
import { cellText, isFigure, strip } from "./filter/cells.ts";

/** A point in the table; of its vector only what is shown. */
export interface RowPoint {
  readonly id: PointId;
  readonly payload: Payload;
  readonly bins: readonly number[];
  /** The number of entries of its sparse vector, where no dense one is shown. */
  readonly entries?: number | undefined;
}

interface Props {
  /** The id of the element. */
  readonly id: string;
  readonly row: number;
  readonly top: number;
  readonly point: RowPoint | undefined;
  readonly columns: readonly Column[];
  readonly isActive: boolean;
  readonly isSelected: boolean;
  onOpen(id: PointId): void;
  onToggle(id: PointId): void;
}

export function Row({ id, row, top, point, columns, isActive, isSelected, onOpen, onToggle }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of which only a part is there.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and the keys.
    <div
      id={id}
      role="row"
      class={isActive ? "points-row active" : "points-row"}
      aria-rowindex={row + 2}
      aria-selected={isSelected}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => point && onOpen(point.id)}
    >
      <Cell at={1}>
        {point && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select ${point.id}`}
            checked={isSelected}
            onClick={(event) => event.stopPropagation()}
            onChange={() => onToggle(point.id)}
          />
        )}
      </Cell>
      <Cell at={2} kind="mono">
        {point ? <span title={String(point.id)}>{String(point.id)}</span> : <Waiting />}
      </Cell>
      <Cell at={3}>
        {point && point.bins.length > 0 && (
          <span class="points-strip" aria-hidden="true" style={{ background: strip(point.bins) }} />
        )}
        {point && point.bins.length === 0 && point.entries !== undefined && (
          <span class="muted">{plural(point.entries, "entry", "entries")}</span>
        )}
      </Cell>
      {columns.map(({ field }, i) => (
        <Value key={field} at={i + 4} value={point?.payload[field]} />
      ))}
    </div>
  );
}

function Value({ at, value }: { at: number; value: unknown }) {
  if (value === undefined) return <Cell at={at} />;
  const text = cellText(value);
  return (
    <Cell at={at} kind={isFigure(value) ? "figure" : value === null ? "muted" : ""}>
      <span title={text}>{text}</span>
    </Cell>
  );
}

function Cell({
  at,
  kind = "",
  children,
}: {
  at: number;
  kind?: string;
  children?: preact.ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of which only a part is there.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    <div class={`points-cell ${kind}`} role="gridcell" aria-colindex={at}>
      {children}
    </div>
  );
}

/** A placeholder until the row is loaded. */
function Waiting() {
  return <span class="points-waiting" aria-hidden="true" />;
}
