// The snapshots of a collection: files with all of its points at one time.
import { useState } from "preact/hooks";
import type { SnapshotDescription as Snapshot } from "../../../../../schema/snapshot.ts";
import { ask, askBytes } from "../../../api/request.ts";
import { useResource } from "../../../api/resource.ts";
import { useAction } from "../../../kit/action.ts";
import { Card } from "../../../kit/card.tsx";
import { Confirm } from "../../../kit/confirm.tsx";
import { bytes } from "../../../kit/format.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { PermittedButton } from "../../../kit/permitted.tsx";
import { saveFile } from "../../../kit/save-file.ts";
import { Scroll } from "../../../kit/scroll.tsx";
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

export function Snapshots({ name, onChange }: { name: string; onChange: () => void }) {
  const path = (snapshot = "", below = ""): string =>
    pathOf(name, `/snapshots${snapshot && `/${encodeURIComponent(snapshot)}`}${below}`);
  const list = useResource((signal) => ask<Snapshot[]>("GET", path(), { signal }), [name]);
  const [asked, setAsked] = useState<Asked>();
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
  return (
    <Card
      title="Snapshots"
      flush
      aside={
        <PermittedButton disabled={busy} onClick={create}>
          Create snapshot
        </PermittedButton>
      }
    >
      {(error || list.error) && (
        <div class="config-pad">
          <Failed error={error ?? list.error} onRetry={list.reload} />
        </div>
      )}
      {list.value?.length === 0 && <p class="muted config-pad">No snapshots.</p>}
      {list.value && list.value.length > 0 && (
        <Scroll label="Snapshots of the collection">
          <table>
            <tbody>
              {list.value.map((snapshot) => (
                <SnapshotRow
                  key={snapshot.name}
                  {...snapshot}
                  isBusy={busy}
                  onDownload={() => download(snapshot.name)}
                  onAsk={(work) => setAsked({ work, snapshot: snapshot.name })}
                />
              ))}
            </tbody>
          </table>
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

interface RowProps extends Snapshot {
  readonly isBusy: boolean;
  onDownload(): void;
  onAsk(work: Asked["work"]): void;
}

function SnapshotRow({ name, creation_time, size, isBusy, onDownload, onAsk }: RowProps) {
  return (
    <tr>
      <td>
        <code class="break">{name}</code>
      </td>
      <td class="muted">{creation_time && moment(creation_time)}</td>
      <td class="number">{bytes(size)}</td>
      <td>
        <div class="row config-actions">
          <IconButton icon="import" disabled={isBusy} label={`Download ${name}`} onClick={onDownload} />
          <PermittedButton
            class="quiet"
            disabled={isBusy}
            aria-label={`Restore ${name}`}
            onClick={() => onAsk("restore")}
          >
            Restore
          </PermittedButton>
          <IconButton
            icon="trash"
            disabled={isBusy}
            label={`Delete ${name}`}
            onClick={() => onAsk("delete")}
            needs="write"
          />
        </div>
      </td>
    </tr>
  );
}
