// Deletes that the server can undo for an hour, and what lists and restores them, also after a reload.
import { ask } from "../../../api/request.ts";
import { plural } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { PermittedButton } from "../../../kit/permitted.tsx";
import { Ago, TimeLeft } from "../../../kit/time.tsx";
import { tell, tellFailure } from "../../../kit/toast.tsx";
import { pathOf } from "../info.ts";
import { forgetThings } from "../things/things.ts";
import type { Filter } from "./filter/chips.ts";

const UNDO_SECONDS = 3_600;

interface Deletion {
  readonly deletion: string;
  readonly points: number;
  readonly deleted_at: string;
  readonly deleted_until: string;
}

/** Deletes the points that match. @returns what restores them; undefined if nothing can */
export async function removeMatching(collection: string, filter: Filter, isKept: boolean) {
  const path = pathOf(collection, `/points/delete?wait=true${isKept ? `&undo_seconds=${UNDO_SECONDS}` : ""}`);
  const { deletion } = await ask<Partial<Deletion>>("POST", path, { body: { filter } });
  forgetThings(collection);
  return deletion === undefined ? undefined : () => restore(collection, deletion);
}

async function restore(collection: string, deletion: string): Promise<void> {
  const path = pathOf(collection, "/points/restore");
  const { existing } = await ask<{ existing: number }>("POST", path, { body: { deletion } });
  forgetThings(collection);
  if (existing > 0) tell(`Left as they are, because they exist again: ${plural(existing, "point")}`);
}

export async function listDeletions(collection: string, signal: AbortSignal): Promise<readonly Deletion[]> {
  const path = pathOf(collection, "/points/deleted");
  return (await ask<{ deletions: readonly Deletion[] }>("GET", path, { signal })).deletions;
}

interface Props {
  readonly collection: string;
  readonly deletions: readonly Deletion[] | undefined;
  onRestored(): void;
}

export function RecentlyDeleted({ collection, deletions = [], onRestored }: Props) {
  if (deletions.length === 0) return null;
  return (
    <details class="points-deleted small">
      <summary>Recently deleted</summary>
      {deletions.map(({ deletion, points, deleted_at, deleted_until }) => (
        <div key={deletion} class="row">
          <span>
            {plural(points, "point")}, deleted <Ago at={deleted_at} />, kept for{" "}
            <TimeLeft until={deleted_until} />
          </span>
          <PermittedButton
            aria-label={`Restore ${plural(points, "point")}`}
            onClick={() => restore(collection, deletion).then(onRestored, tellFailure)}
          >
            <Icon name="undo" /> Restore
          </PermittedButton>
        </div>
      ))}
    </details>
  );
}
