// Sorting the table: the index that an order needs, and how many points are sorted.
import { Button } from "../../../kit/button.tsx";
import { count } from "../../../kit/format.ts";
import { Notice } from "../../../kit/notice.tsx";
import { IndexButton } from "../index-button.tsx";
import { pathTo } from "../things/things.ts";
import type { Sort } from "./address.ts";
import type { Column } from "./columns.ts";
import { MAX_SORTED } from "./use-pages.ts";

interface Props {
  readonly collection: string;
  readonly column: Column;
  onDone(): void;
  onClose(): void;
}

/** Offers the index without which the points cannot be ordered by a field. */
export function OfferIndex({ collection, column: { field, order }, onDone, onClose }: Props) {
  return (
    <Notice kind="info">
      <div class="row">
        <span>
          The points can be sorted by <code>{field}</code> when it has an index of type {order}.
        </span>
        <IndexButton
          {...{ collection, onDone }}
          field={pathTo(field)}
          type={order}
          text="Create an index to sort by this field"
          class="primary"
        />
        <Button text="Cancel" onClick={onClose} />
      </div>
    </Notice>
  );
}

interface NoteProps {
  readonly sort: Sort;
  readonly shown: number | undefined;
  readonly total: number | undefined;
}

/** Says which points the order leaves out. */
export function SortNote({ sort, shown, total }: NoteProps) {
  if (shown === undefined || total === undefined || shown >= total) return null;
  return (
    <p class="small muted">
      {shown === MAX_SORTED
        ? `The first ${count(shown)} in the order of ${sort.field}.`
        : `${count(total - shown)} points have no value of ${sort.field} to sort by and are left out.`}
    </p>
  );
}
