// The header of a sortable column; a second click reverses the order.
import type { ComponentChildren } from "preact";
import { Icon } from "./icon.tsx";

export interface Sorting<Column extends string> {
  readonly by: Column;
  readonly descending: boolean;
}

interface Props<Column extends string> {
  readonly column: Column;
  readonly sorting: Sorting<Column>;
  /** Whether the column has numbers, which are aligned right and sorted from the largest. */
  readonly isFigure?: boolean;
  readonly children: ComponentChildren;
  onSort(sorting: Sorting<Column>): void;
}

export function SortHead<Column extends string>(props: Props<Column>) {
  const { column, sorting, isFigure = false, children, onSort } = props;
  const isCurrent = sorting.by === column;
  const descending = isCurrent ? !sorting.descending : isFigure;
  return (
    <th
      scope="col"
      class={isFigure ? "sortable number" : "sortable"}
      aria-sort={isCurrent ? (sorting.descending ? "descending" : "ascending") : undefined}
    >
      <button type="button" class="quiet" onClick={() => onSort({ by: column, descending })}>
        {children}
        <Icon name="down" />
      </button>
    </th>
  );
}
