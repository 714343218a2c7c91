// Collections that were deleted recently and can still be restored.
import { useState } from "preact/hooks";
import type { Deleted as DeletedCollection } from "../../api/collections.ts";
import { Button } from "../../kit/button.tsx";
import { Confirm } from "../../kit/confirm.tsx";
import { Table } from "../../kit/table.tsx";
import { TimeLeft } from "../../kit/time.tsx";
import { tellFailure } from "../../kit/toast.tsx";
import { purgeCollection, restoreCollection } from "./actions.ts";

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
                    onClick={() => restoreCollection(name, onChange).catch(tellFailure)}
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
          onConfirm={() => purgeCollection(doomed, onChange)}
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
