// The points as a grid of any number of rows; only visible rows are in the document.
// The decision: the grid is one tab stop, and aria-activedescendant names the active row or cell. If all rows together
// would be taller than browsers can scroll, the scroll bar is a scale of the whole.

import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Column } from "./columns.ts";
import { Head } from "./head.tsx";
import { Row } from "./row.tsx";
import { keysOf, type Table } from "./table-keys.ts";

/** The largest height; browsers cannot lay out much more than twice this. */
const TALLEST_PX = 8_000_000;
const OVERSCAN = 6;
const ROW_REM = 2.25;
const CHECK_REM = 2.6;
const STRIP_REM = 8.5;
const CHARACTER_REM = 0.58;

export function PointsTable(props: Table) {
  const { data, columns, name, shown: total = 0 } = props.state;
  const { active } = props.grid;
  const { rows } = data;
  const hasVector = !columns.choice.isVectorHidden;
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const view = useView(box, total);
  useLayoutEffect(() => {
    box.current!.scrollTop = data.place.scrollTop;
  }, [data, total > 0]);
  void rows.arrived.value;
  const first = Math.max(0, Math.floor(view.offset / view.row) - OVERSCAN);
  const last = Math.min(total - 1, Math.ceil((view.offset + view.height) / view.row) + OVERSCAN);
  useEffect(() => {
    if (total > 0) rows.show(first, last);
  }, [rows, first, last, total]);
  useEffect(() => view.show(Math.min(active.row, total - 1)), [active.row, rows]);
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  const activeId = `${id}-${active.row < 0 ? "head" : active.row}${active.column > 0 ? `-${active.column}` : ""}`;
  const cellBox = () => document.getElementById(activeId)?.getBoundingClientRect();
  useEffect(() => showCell(box.current, document.getElementById(activeId)), [activeId]);
  const page = Math.max(1, Math.floor(view.height / view.row) - 1);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of which only a part is there.
    <div
      ref={box}
      class="points-table"
      role="grid"
      tabIndex={0}
      aria-label={`Points of ${name}`}
      aria-rowcount={total + 1}
      aria-colcount={columns.columns.length + (hasVector ? 3 : 2)}
      aria-multiselectable="true"
      aria-activedescendant={active.row < 0 || shown.includes(active.row) ? activeId : undefined}
      onScroll={() => {
        data.place = { ...data.place, scrollTop: box.current!.scrollTop };
        view.read();
      }}
      onKeyDown={keysOf(props, hasVector ? 4 : 3, page, cellBox)}
      style={{ "--points-row": `${view.row}px`, ...layout(columns.columns, data.fields.idWidth, hasVector) }}
    >
      <Head {...props} id={`${id}-head`} />
      <Body {...props} {...{ id, shown, view }} />
    </div>
  );
}

interface BodyProps extends Table {
  readonly id: string;
  /** The rows in the document. */
  readonly shown: readonly number[];
  readonly view: ReturnType<typeof useView>;
}

function Body({ id, shown, view, ...table }: BodyProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of which only a part is there.
    <div class="points-body" role="rowgroup" style={{ height: `${view.tall}px` }}>
      {shown.map((row) => (
        <Row key={row} {...table} id={`${id}-${row}`} row={row} top={view.top(row)} />
      ))}
    </div>
  );
}

/** Scrolls to the side until a cell is visible beside the pinned columns. */
function showCell(box: HTMLDivElement | null, cell: HTMLElement | null): void {
  if (!box || !cell?.classList.contains("points-cell") || cell.classList.contains("pinned")) return;
  const pinned = [...box.querySelectorAll<HTMLElement>(".points-head .pinned")];
  const covered = pinned.reduce((sum, { offsetWidth }) => sum + offsetWidth, 0);
  const [left, right] = [cell.offsetLeft, cell.offsetLeft + cell.offsetWidth];
  if (left < box.scrollLeft + covered) box.scrollLeft = left - covered;
  else if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
}

/** Returns the widths of columns. Each row is a grid of its own, so widths must not depend on its contents. */
function layout(columns: readonly Column[], idWidth: number, hasVector: boolean): Record<string, string> {
  const id = Math.max(5, idWidth * CHARACTER_REM + 1.6);
  const fixed = [CHECK_REM, id, ...(hasVector ? [STRIP_REM] : []), ...columns.map(({ width }) => width)];
  return {
    "--points-columns": `${fixed.map((width) => `${width}rem`).join(" ")} minmax(0, 1fr)`,
    "--points-width": `${fixed.reduce((sum, width) => sum + width, 0)}rem`,
    "--points-check": `${CHECK_REM}rem`,
  };
}

/** Returns the scroll position in rows. */
function useView(box: { current: HTMLDivElement | null }, total: number) {
  // In whole pixels, because pinned cells would cover the lines between rows.
  const row = Math.round(ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
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
