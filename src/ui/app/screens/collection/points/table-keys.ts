// The keys of the table.
// The decision: the header is the row above the first one, so every cell, order and width is reached with the arrows.
import type { Grid, PointsState } from "./use-points.ts";

/** A value of the table on which the user acts. */
export interface CellPlace {
  readonly field: string;
  readonly value: unknown;
  /** The position of the menu in the window, in pixels. */
  readonly x: number;
  readonly y: number;
}

/** A table, and what it does besides. */
export interface Table {
  readonly state: PointsState;
  readonly grid: Grid;
  onMenu(place: CellPlace): void;
}

const STEP_REM = 1;

/** @param first the column of the first payload field @param page the rows that are visible */
export function keysOf(table: Table, first: number, page: number, cellBox: () => DOMRect | undefined) {
  return (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    if (move(table, event, first, page) || act(table, event, first, cellBox)) event.preventDefault();
  };
}

function move({ state, grid }: Table, event: KeyboardEvent, first: number, page: number): boolean {
  const { columns, shown: total = 0 } = state;
  const { active, onActive } = grid;
  const { row, column } = active;
  const head = row < 0 ? columns.columns[column - first] : undefined;
  const aside = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (aside !== undefined && event.altKey && head) {
    columns.resize(head.field, head.width + aside * STEP_REM);
    return true;
  }
  if (event.altKey) return false;
  if (aside !== undefined) {
    const least = row < 0 ? 1 : 0;
    const next = Math.max(least, Math.min(first + columns.columns.length - 1, column + aside));
    onActive({ row, column: next }, false);
    return true;
  }
  const rows: Readonly<Record<string, number>> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + page,
    PageUp: Math.max(0, row - page),
    Home: 0,
    End: total - 1,
  };
  const to = rows[event.key];
  if (to === undefined) return false;
  const next = Math.max(-1, Math.min(total - 1, to));
  onActive({ row: next, column: next < 0 ? Math.max(1, column) : column }, event.shiftKey);
  return true;
}

function act(table: Table, event: KeyboardEvent, first: number, cellBox: () => DOMRect | undefined): boolean {
  const { state, grid } = table;
  const { row, column } = grid.active;
  const field = state.columns.columns[column - first];
  const point = state.data.rows.row(row);
  const { key } = event;
  if (key === "a" && (event.ctrlKey || event.metaKey)) grid.all();
  else if (key === "ContextMenu" || (key === "F10" && event.shiftKey)) {
    const box = cellBox();
    const value = field && point?.payload[field.field];
    if (!field || value === undefined || !box) return false;
    table.onMenu({ field: field.field, value, x: box.left, y: box.bottom });
  } else if (key === "Enter" && row < 0 && field?.order) grid.sort(field);
  else if ((key === "Enter" || key === " ") && row < 0 && column === 1) grid.all();
  else if (key === "Enter" && point) grid.open(point.id, row);
  else if (key === " " && point) grid.toggle(row, false);
  else if (key === "Delete") grid.remove();
  else if (key === "Escape") state.address.open(undefined);
  else return false;
  return true;
}
