// The summary above the table with the actions on the selection, and the message when there are no points.

import { Button } from "../../../kit/button.tsx";
import { plural } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { linkTo } from "../../../shell/route.ts";
import { UndoLast } from "./bulk.tsx";
import { RecentlyDeleted } from "./deletions.tsx";
import { unsavedIn } from "./drafts.ts";
import type { PointsState } from "./use-points.ts";

/** @param onEdit is called to change the payloads of the selected points */
export function Summary({ state, onEdit }: { state: PointsState; onEdit: () => void }) {
  const { name, address, selection, selected, target, deletion } = state;
  const { value: total } = state.total;
  const found =
    total === undefined ? "Counting …" : plural(total, address.filter ? "matching point" : "point");
  const unsaved = unsavedIn(name);
  return (
    <div class="row points-summary">
      <span class="small muted" aria-live="polite">
        {found}
        {selected > 0 && ` · ${plural(selected, "point")} selected`}
      </span>
      {selected > 0 && (
        <>
          {total !== undefined && selected < total && (
            <Button text={`Select all ${found}`} class="quiet" onClick={selection.all} />
          )}
          <Button icon="edit" text="Edit payload" needs="write" onClick={onEdit} />
          <Button icon="trash" needs="write" class="danger" onClick={() => deletion.remove(target())}>
            Delete {plural(selected, "point")}
          </Button>
          <Button text="Clear selection" class="quiet" onClick={selection.clear} />
        </>
      )}
      {unsaved.length > 0 && (
        <button type="button" class="quiet" onClick={() => address.open(unsaved[0])}>
          <span class="badge amber">Unsaved changes</span>
          {unsaved.length === 1 ? `Point ${unsaved[0]}` : plural(unsaved.length, "point")}
        </button>
      )}
      <UndoLast collection={name} />
      <RecentlyDeleted collection={name} deletions={state.deletions.value} onRestored={state.refresh} />
    </div>
  );
}

/** Says that there are no points, and what to do. */
export function Nothing({ state: { name, address }, onAdd }: { state: PointsState; onAdd: () => void }) {
  return (
    <div class="card empty">
      <Icon name={address.filter ? "filter" : "layers"} />
      {address.filter ? (
        <>
          <p>No point matches this filter.</p>
          <Button text="Show all points" onClick={() => address.filterBy(undefined)} />
        </>
      ) : (
        <>
          <p>This collection has no points yet.</p>
          <div class="row">
            <Button text="Add a point by hand" needs="write" onClick={onAdd} />
            <a class="button" href={linkTo(["collections", name, "transfer"])}>
              Import a file
            </a>
          </div>
        </>
      )}
    </div>
  );
}
