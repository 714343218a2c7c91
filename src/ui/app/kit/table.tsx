// A table that is described by its columns.
// The decision: a column is one object with its head and its cell, so that both stand at one place. Many rows are shown
// in parts, because a page of thousands of rows is slow to draw and to read.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button } from "./button.tsx";
import { count } from "./format.ts";
import { Icon } from "./icon.tsx";

export interface Column<Row> {
  readonly head: ComponentChildren;
  /** Whether the head is only for screen readers. */
  readonly isHidden?: boolean;
  /** Whether the cells name their rows. */
  readonly isName?: boolean;
  /** Whether the cells are numbers, which are aligned right and sorted from the largest. */
  readonly isNumber?: boolean;
  readonly title?: string;
  readonly class?: string;
  cell(row: Row, at: number): ComponentChildren;
  /**
   * The number by which a click on the head sorts; a second click reverses. The rows are given in the order of the
   * first column that has it.
   */
  rank?(row: Row, at: number): number;
}

interface Sorting {
  /** The position of the column. */
  readonly by: number;
  readonly descending: boolean;
}

interface Props<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly class?: string;
  /** A description for screen readers. */
  readonly caption?: string;
  /** The rows that are shown at first, and further ones with each click. */
  readonly step?: number;
  keyOf?(row: Row): string;
  rowClass?(row: Row): string | undefined;
}

export function Table<Row>(props: Props<Row>) {
  const { columns, rows, class: name, caption, step = 200, keyOf, rowClass } = props;
  const [most, setMost] = useState(step);
  const [sorting, setSorting] = useState<Sorting>({
    by: columns.findIndex(({ rank }) => rank),
    descending: false,
  });
  return (
    <>
      <table class={name}>
        {caption && <caption class="visually-hidden">{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column, at) => (
              <Head key={at} {...{ column, at, sorting }} onSort={setSorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, columns[sorting.by], sorting)
            .slice(0, most)
            .map((row, at) => (
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
      {rows.length > most && (
        <Button class="quiet" onClick={() => setMost(most + step)}>
          Show more ({count(rows.length - most)} left)
        </Button>
      )}
    </>
  );
}

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly at: number;
  readonly sorting: Sorting;
  onSort(sorting: Sorting): void;
}

function Head<Row>({ column, at, sorting, onSort }: HeadProps<Row>) {
  const { head, isHidden, isNumber = false, title, rank } = column;
  const isCurrent = sorting.by === at;
  const order = isCurrent ? (sorting.descending ? "descending" : "ascending") : undefined;
  const descending = isCurrent ? !sorting.descending : isNumber;
  return (
    <th
      scope="col"
      class={`${rank ? "sortable" : ""} ${classOf(column) ?? ""}`}
      title={title}
      aria-sort={rank && order}
    >
      {isHidden ? (
        <span class="visually-hidden">{head}</span>
      ) : rank ? (
        <Button class="quiet" onClick={() => onSort({ by: at, descending })}>
          {head}
          <Icon name="down" />
        </Button>
      ) : (
        head
      )}
    </th>
  );
}

function sorted<Row>(rows: readonly Row[], column: Column<Row> | undefined, { descending }: Sorting) {
  if (!column?.rank) return rows;
  const ranked = rows.map((row, at) => ({ row, rank: column.rank!(row, at) }));
  const sign = descending ? -1 : 1;
  return ranked.sort((a, b) => sign * (a.rank - b.rank)).map(({ row }) => row);
}

function classOf({ isNumber, class: name }: Column<never>): string | undefined {
  return isNumber ? "number" : name;
}
