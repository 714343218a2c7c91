// The snapshots of a collection: files with all of its points at one time.
import { useState } from "preact/hooks";
import type { SnapshotDescription as Snapshot } from "../../../../../schema/snapshot.ts";
import { ask, askBytes } from "../../../api/request.ts";
import { useResource } from "../../../api/resource.ts";
import { useAction } from "../../../kit/action.ts";
import { Button, refusalOf } from "../../../kit/button.tsx";
import { Card } from "../../../kit/card.tsx";
import { Confirm } from "../../../kit/confirm.tsx";
import { bytes } from "../../../kit/format.ts";
import { Failed } from "../../../kit/notice.tsx";
import { saveFile } from "../../../kit/save-file.ts";
import { Scroll } from "../../../kit/scroll.tsx";
import { Table } from "../../../kit/table.tsx";
import { moment } from "../../../kit/time.tsx";
import { tell } from "../../../kit/toast.tsx";
import { pathOf } from "../info.ts";

interface Asked {
  readonly work: "restore" | "delete";
  readonly snapshot: string;
}

const QUESTIONS = {
  restore: {
    title: "Restore from this snapshot?",
    label: "Restore snapshot",
    about: "All points of the collection are replaced by those of the snapshot. Later changes are lost.",
  },
  delete: { title: "Delete this snapshot?", label: "Delete snapshot", about: "This cannot be undone." },
};

/** Loads the snapshots, and returns what can be done with them. */
function useSnapshots(name: string, onChange: () => void) {
  const path = (snapshot = "", below = ""): string =>
    pathOf(name, `/snapshots${snapshot && `/${encodeURIComponent(snapshot)}`}${below}`);
  // The list needs both permissions.
  const refusal = refusalOf("read") ?? refusalOf("admin");
  const list = useResource(
    async (signal) => (refusal === undefined ? ask<Snapshot[]>("GET", path(), { signal }) : undefined),
    [name, refusal],
  );
  const { busy, error, run } = useAction(async (work: () => Promise<unknown>) => {
    await work();
    list.reload();
  });
  const create = () => run(() => ask("POST", path()));
  const download = (snapshot: string) =>
    run(async () => saveFile(snapshot, new Blob([await askBytes("GET", path(snapshot))])));
  const confirmed = ({ work, snapshot }: Asked): Promise<void> => {
    if (work === "delete") return run(() => ask("DELETE", path(snapshot)));
    return run(async () => {
      await ask("PUT", path(snapshot, "/recover"));
      tell(`${name} restored from ${snapshot}`);
      onChange();
    });
  };
  return { list, refusal, busy, error: error ?? list.error, create, download, confirmed };
}

export function Snapshots({ name, onChange }: { name: string; onChange: () => void }) {
  const [asked, setAsked] = useState<Asked>();
  const { list, refusal, busy, error, create, download, confirmed } = useSnapshots(name, onChange);
  const actions = ({ name: snapshot }: Snapshot) => (
    <div class="row nowrap">
      <Button
        class="quiet slim"
        icon="import"
        disabled={busy}
        aria-label={`Download ${snapshot}`}
        onClick={() => download(snapshot)}
      />
      <Button
        class="quiet slim"
        needs="write"
        disabled={busy}
        aria-label={`Restore ${snapshot}`}
        onClick={() => setAsked({ work: "restore", snapshot })}
        text="Restore"
      />
      <Button
        class="quiet slim"
        icon="trash"
        needs="write"
        disabled={busy}
        aria-label={`Delete ${snapshot}`}
        onClick={() => setAsked({ work: "delete", snapshot })}
      />
    </div>
  );
  return (
    <Card
      title="Snapshots"
      flush
      aside={<Button disabled={busy} onClick={create} needs="write" text="Create snapshot" />}
    >
      <Failed error={error} onRetry={list.reload} />
      {refusal !== undefined && <p class="muted config-pad">The list: {refusal}.</p>}
      {list.value?.length === 0 && <p class="muted config-pad">No snapshots.</p>}
      {list.value && list.value.length > 0 && (
        <Scroll label="Snapshots of the collection">
          <Table
            rows={list.value}
            keyOf={(snapshot) => snapshot.name}
            columns={[
              { head: "Snapshot", cell: (snapshot) => <code class="break">{snapshot.name}</code> },
              { head: "Created", class: "muted", cell: ({ creation_time: at }) => at && moment(at) },
              { head: "Size", isNumber: true, cell: ({ size }) => bytes(size) },
              { head: "Actions", isHidden: true, cell: actions },
            ]}
          />
        </Scroll>
      )}
      {asked && (
        <Confirm
          {...QUESTIONS[asked.work]}
          onConfirm={() => confirmed(asked)}
          onClose={() => setAsked(undefined)}
        >
          {QUESTIONS[asked.work].about} <code>{asked.snapshot}</code>
        </Confirm>
      )}
    </Card>
  );
}
