// Collections that were deleted recently and can still be restored.
// The decision: the import of a deleted collection is removed from the screen, because its undo would delete points of
// a later collection with this name.
import { useState } from "preact/hooks";
import type { Deleted as DeletedCollection } from "../../api/collections.ts";
import { ask } from "../../api/request.ts";
import { credential } from "../../api/session.ts";
import { Button } from "../../kit/button.tsx";
import { Confirm } from "../../kit/confirm.tsx";
import { Table } from "../../kit/table.tsx";
import { TimeLeft } from "../../kit/time.tsx";
import { tell, tellFailure } from "../../kit/toast.tsx";
import { pathOf } from "../collection/info.ts";
import { dismissImport } from "../collection/transfer/runs.ts";

interface Props {
  readonly deleted: readonly DeletedCollection[];
  onChange(): void;
}

export function Deleted({ deleted, onChange }: Props) {
  const [doomed, setDoomed] = useState<string>();
  if (deleted.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="recently-deleted">
      <h2 id="recently-deleted">Recently deleted</h2>
      <div class="card flush">
        <Table
          rows={deleted}
          keyOf={({ name }) => name}
          columns={[
            {
              head: "Name",
              isName: true,
              class: "name",
              cell: ({ name }) => (
                <span class="clamp" title={name}>
                  {name}
                </span>
              ),
            },
            {
              head: "Deleted permanently in",
              class: "whole",
              cell: ({ deleted_until }) => <TimeLeft until={deleted_until} />,
            },
            {
              head: "Actions",
              isHidden: true,
              cell: ({ name }) => (
                <div class="row nowrap end">
                  <Button
                    icon="undo"
                    text="Restore"
                    needs="write"
                    aria-label={`Restore ${name}`}
                    onClick={() => restore(name, onChange).then(() => tell(`Restored ${name}`), tellFailure)}
                  />
                  <Button
                    text="Delete permanently"
                    needs="write"
                    class="quiet"
                    aria-label={`Delete permanently: ${name}`}
                    onClick={() => setDoomed(name)}
                  />
                </div>
              ),
            },
          ]}
        />
      </div>
      {doomed !== undefined && (
        <Confirm
          title={`Delete ${doomed} permanently?`}
          label="Delete permanently"
          onConfirm={() => purge(doomed, onChange)}
          onClose={() => setDoomed(undefined)}
        >
          <p>
            All points of <strong>{doomed}</strong> are removed at once. It cannot be restored afterwards.
          </p>
        </Confirm>
      )}
    </section>
  );
}

/** How long a deleted collection can be restored. */
const UNDO_SECONDS = 3_600;

/** Deletes a collection. @param after is called when the list is out of date */
export async function deleteCollection(name: string, after: () => void): Promise<void> {
  await ask<boolean>("DELETE", pathOf(name, `?undo_seconds=${UNDO_SECONDS}`));
  dismissImport(name);
  after();
  // With authentication, only the admin can restore a collection.
  if (credential.value?.kind === "token") tell(`Deleted ${name}. The admin can restore it for an hour.`);
  else tell(`Deleted ${name}`, () => restore(name, after));
}

async function restore(name: string, after: () => void): Promise<void> {
  await ask<true>("POST", pathOf(name, "/restore"));
  after();
}

async function purge(name: string, after: () => void): Promise<void> {
  await ask<boolean>("DELETE", pathOf(name, "?purge=true"));
  dismissImport(name);
  after();
  tell(`Deleted ${name} permanently`);
}
