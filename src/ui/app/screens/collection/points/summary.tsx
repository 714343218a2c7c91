// The summary above the table with the actions on the selection, and the message when there are no points.

import type { ComponentChildren } from "preact";
import type { PointId } from "../../../api/types.ts";
import { plural } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { PermittedButton } from "../../../kit/permitted.tsx";
import { linkTo } from "../../../shell/route.ts";
import { unsavedIn } from "./drafts.ts";
import type { Filter } from "./filter/chips.ts";

interface Props {
  readonly collection: string;
  readonly total: number | undefined;
  readonly filter: Filter | undefined;
  readonly selected: number;
  readonly children: ComponentChildren;
  onDelete(): void;
  onEdit(): void;
  onAll(): void;
  onClear(): void;
  onOpen(id: PointId): void;
}

export function Summary({ collection, total, filter, selected, children, ...on }: Props) {
  const found = total === undefined ? "Counting …" : plural(total, filter ? "matching point" : "point");
  const unsaved = unsavedIn(collection);
  return (
    <div class="row points-summary">
      <span class="small muted" aria-live="polite">
        {found}
        {selected > 0 && ` · ${plural(selected, "point")} selected`}
      </span>
      {selected > 0 && (
        <>
          {total !== undefined && selected < total && (
            <button type="button" class="quiet" onClick={on.onAll}>
              Select all {plural(total, filter ? "matching point" : "point")}
            </button>
          )}
          <PermittedButton onClick={on.onEdit}>
            <Icon name="edit" /> Edit payload
          </PermittedButton>
          <PermittedButton class="danger" onClick={on.onDelete}>
            <Icon name="trash" /> Delete {plural(selected, "point")}
          </PermittedButton>
          <button type="button" class="quiet" onClick={on.onClear}>
            Clear selection
          </button>
        </>
      )}
      {unsaved.length > 0 && (
        <button type="button" class="quiet" onClick={() => on.onOpen(unsaved[0]!)}>
          <span class="badge amber">Unsaved changes</span>
          {unsaved.length === 1 ? `Point ${unsaved[0]}` : plural(unsaved.length, "point")}
        </button>
      )}
      {children}
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
            <PermittedButton onClick={onAdd}>Add a point by hand</PermittedButton>
            <a class="button" href={linkTo(["collections", name, "transfer"])}>
              Import a file
            </a>
          </div>
        </>
      )}
    </div>
  );
}
