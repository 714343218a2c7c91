// The points as a grid of any number of rows; only visible rows are in the document.
// The decision: the grid is one tab stop, and aria-activedescendant names the active row. If all rows together would be
// taller than browsers can scroll, the scroll bar is a scale of the whole.

import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PointId } from "../../../api/types.ts";
import type { Column } from "./column.ts";
import type { Pages } from "./pages.ts";
import { Row, type RowPoint } from "./row.tsx";

/** The largest height; browsers cannot lay out much more than twice this. */
const TALLEST_PX = 8_000_000;
const OVERSCAN = 6;
const ROW_REM = 2.25;
/** The width of digits and capitals; lower-case texts need less. */
const CHARACTER_REM = 0.58;
/** The number of columns before those of the payload. */
const FIXED = 3;

interface Props {
  readonly label: string;
  readonly pages: Pages<RowPoint>;
  readonly total: number;
  readonly columns: readonly Column[];
  /** The number of characters of the longest loaded id. */
  readonly idWidth: number;
  readonly active: number;
  readonly selected: ReadonlyMap<string, PointId>;
  onActive(row: number): void;
  onOpen(id: PointId): void;
  onToggle(id: PointId): void;
  onDelete(): void;
}

export function PointsTable(props: Props) {
  const { pages, total, columns, active } = props;
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const view = useView(box, total);
  void pages.arrived.value;
  const first = Math.max(0, Math.floor(view.offset / view.row) - OVERSCAN);
  const last = Math.min(total - 1, Math.ceil((view.offset + view.height) / view.row) + OVERSCAN);
  useEffect(() => {
    if (total > 0) pages.show(first, last);
  }, [pages, first, last, total]);
  useEffect(() => view.show(Math.min(active, total - 1)), [active, pages]);
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  const keys = useKeys(props, Math.max(1, Math.floor(view.height / view.row) - 1));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of which only a part is there.
    <div
      ref={box}
      class="points-table"
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={total + 1}
      aria-colcount={columns.length + FIXED}
      aria-multiselectable="true"
      aria-activedescendant={rows.includes(active) ? `${id}-${active}` : undefined}
      onScroll={view.read}
      onKeyDown={keys}
      style={layout(columns, props.idWidth)}
    >
      <Head columns={columns} />
      {/* biome-ignore lint/a11y/useSemanticElements: likewise. */}
      <div class="points-body" role="rowgroup" style={{ height: `${view.tall}px` }}>
        {rows.map((row) => (
          <Row
            key={row}
            id={`${id}-${row}`}
            row={row}
            top={view.top(row)}
            point={pages.row(row)}
            columns={columns}
            isActive={row === active}
            isSelected={isSelected(props, row)}
            onOpen={(point) => {
              props.onActive(row);
              props.onOpen(point);
            }}
            onToggle={props.onToggle}
          />
        ))}
      </div>
    </div>
  );
}

function isSelected({ pages, selected }: Props, row: number): boolean {
  const point = pages.row(row);
  return point !== undefined && selected.has(String(point.id));
}

function Head({ columns }: { columns: readonly Column[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of which only a part is there.
    <div class="points-head" role="rowgroup">
      {/* biome-ignore lint/a11y/useSemanticElements: likewise. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus. */}
      <div class="points-row" role="row" aria-rowindex={1}>
        {["Selected", "Id", "Vector"].map((name, i) => (
          <HeadCell key={name} name={name} at={i + 1} kind={i === 0 ? "hidden" : ""} />
        ))}
        {columns.map(({ field, isFigure }, i) => (
          <HeadCell key={field} name={field} at={i + FIXED + 1} kind={isFigure ? "figure" : ""} />
        ))}
      </div>
    </div>
  );
}

function HeadCell({ name, at, kind }: { name: string; at: number; kind: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of which only a part is there.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    <div class={`points-cell ${kind}`} role="columnheader" aria-colindex={at} title={name}>
      <span class={kind === "hidden" ? "visually-hidden" : ""}>{name}</span>
    </div>
  );
}

const CHECK_REM = 2.4;
const STRIP_REM = 8.5;

/** Returns the widths of columns. Each row is a grid of its own, so widths must not depend on its contents. */
function layout(columns: readonly Column[], idWidth: number): Record<string, string> {
  const widths = columns.map(({ width }) => Math.min(20, Math.max(5.5, width * CHARACTER_REM + 1.6)));
  const fixed = [CHECK_REM, Math.max(5, idWidth * CHARACTER_REM + 1.6), STRIP_REM, ...widths];
  const all = fixed.map((width) => `${width}rem`);
  return {
    "--points-columns": `${all.join(" ")} minmax(0, 1fr)`,
    "--points-width": `${fixed.reduce((sum, width) => sum + width, 0)}rem`,
  };
}

function useKeys({ pages, total, active, onActive, onOpen, onToggle, onDelete }: Props, page: number) {
  return (event: KeyboardEvent): void => {
    const point = pages.row(active);
    const rows: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: total - 1,
    };
    const row = rows[event.key];
    if (row !== undefined) onActive(Math.max(0, Math.min(total - 1, row)));
    else if (event.key === "Enter" && point) onOpen(point.id);
    else if (event.key === " " && point && event.target === event.currentTarget) onToggle(point.id);
    else if (event.key === "Delete") onDelete();
    else return;
    event.preventDefault();
  };
}

/** Returns the scroll position in rows. */
function useView(box: { current: HTMLDivElement | null }, total: number) {
  const row = ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const [{ scroll, height }, setState] = useState({ scroll: 0, height: 0 });
  const read = (): void => {
    const { scrollTop, clientHeight } = box.current!;
    setState({ scroll: scrollTop, height: Math.max(row, clientHeight - row) });
  };
  useLayoutEffect(() => {
    const watch = new ResizeObserver(read);
    watch.observe(box.current!);
    read();
    return () => watch.disconnect();
  }, []);
  const whole = total * row;
  const tall = Math.min(whole, TALLEST_PX);
  /** The pixels of rows for each pixel of the scroll bar: 1 unless there are too many rows. */
  const scale = tall <= height ? 1 : (whole - height) / (tall - height);
  const offset = scroll * scale;
  const show = (index: number): void => {
    if (index < 0 || !box.current || height === 0) return;
    const from = box.current.scrollTop * scale;
    if (index * row < from) box.current.scrollTop = (index * row) / scale;
    else if ((index + 1) * row > from + height) box.current.scrollTop = ((index + 1) * row - height) / scale;
  };
  const top = (index: number): number => scroll + index * row - offset;
  return { row, height, tall, offset, read, show, top };
}
