// The summary above the table, and the message when there are no points.
import { plural } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { linkTo } from "../../../shell/route.ts";
import type { Filter } from "./filter/chips.ts";

export function Summary({
  total,
  filter,
  marked,
  onDelete,
  onClear,
}: {
  total: number | undefined;
  filter: Filter | undefined;
  marked: number;
  onDelete: () => void;
  onClear: () => void;
}) {
  const found = total === undefined ? "Counting …" : plural(total, filter ? "matching point" : "point");
  return (
    <div class="row points-summary">
      <span class="small muted" aria-live="polite">
        {found}
        {marked > 0 && ` · ${plural(marked, "point")} selected`}
      </span>
      {marked > 0 && (
        <>
          <button type="button" class="danger" onClick={onDelete}>
            <Icon name="trash" /> Delete {plural(marked, "point")}
          </button>
          <button type="button" class="quiet" onClick={onClear}>
            Clear selection
          </button>
        </>
      )}
    </div>
  );
}

export function Nothing({
  name,
  filter,
  onAll,
  onAdd,
}: {
  name: string;
  filter: Filter | undefined;
  onAll: () => void;
  onAdd: () => void;
}) {
  return (
    <div class="card empty">
      <Icon name={filter ? "filter" : "layers"} />
      {filter ? (
        <>
          <p>No point matches this filter.</p>
          <button type="button" onClick={onAll}>
            Show all points
          </button>
        </>
      ) : (
        <>
          <p>This collection has no points yet.</p>
          <div class="row">
            <button type="button" onClick={onAdd}>
              Add a point by hand
            </button>
            <a class="button" href={linkTo(["collections", name, "transfer"])}>
              Import a file
            </a>
          </div>
        </>
      )}
    </div>
  );
}
