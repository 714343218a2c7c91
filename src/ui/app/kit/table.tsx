// A table that is described by its columns.
// The decision: a column is one object with its head and its cell, so that both stand at one place.
import type { ComponentChildren } from "preact";

export interface Column<Row> {
  readonly head: ComponentChildren;
  /** Whether the head is only for screen readers. */
  readonly isHidden?: boolean;
  /** Whether the cells name their rows. */
  readonly isName?: boolean;
  /** Whether the cells are numbers, which are aligned right. */
  readonly isNumber?: boolean;
  readonly title?: string;
  readonly class?: string;
  cell(row: Row, at: number): ComponentChildren;
}

interface Props<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly class?: string;
  /** A description for screen readers. */
  readonly caption?: string;
  keyOf?(row: Row): string;
  rowClass?(row: Row): string | undefined;
}

export function Table<Row>({ columns, rows, class: name, caption, keyOf, rowClass }: Props<Row>) {
  return (
    <table class={name}>
      {caption && <caption class="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column, i) => (
            <th key={i} scope="col" class={classOf(column)} title={column.title}>
              {column.isHidden ? <span class="visually-hidden">{column.head}</span> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={keyOf?.(row) ?? at} class={rowClass?.(row)}>
            {columns.map((column, i) => {
              const Cell = column.isName ? "th" : "td";
              return (
                <Cell key={i} scope={column.isName ? "row" : undefined} class={classOf(column)}>
                  {column.cell(row, at)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function classOf({ isNumber, class: name }: Column<never>): string | undefined {
  return isNumber ? "number" : name;
}
