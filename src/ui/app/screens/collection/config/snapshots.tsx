// The snapshots of a collection: files with all of its points at one time.
import { useState } from "preact/hooks";
import { ask, askBytes } from "../../../api/request.ts";
import { useResource } from "../../../api/resource.ts";
import { Dialog } from "../../../kit/dialog.tsx";
import { bytes } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { PermittedButton } from "../../../kit/permitted.tsx";
import { tell } from "../../../kit/toast.tsx";
import { pathOf } from "../info.ts";
import { saveFile } from "../save-file.ts";

interface Snapshot {
  readonly name: string;
  readonly creation_time: string | null;
  readonly size: number;
}

interface Asked {
  readonly work: "restore" | "delete";
  readonly snapshot: string;
}

export function Snapshots({ name, onChange }: { name: string; onChange: () => void }) {
  const path = (snapshot = "", below = ""): string =>
    pathOf(name, `/snapshots${snapshot && `/${encodeURIComponent(snapshot)}`}${below}`);
  const list = useResource((signal) => ask<Snapshot[]>("GET", path(), { signal }), [name]);
  const [asked, setAsked] = useState<Asked>();
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<Error>();
  const run = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    setBusy(what);
    setError(undefined);
    await work().then(
      () => list.reload(),
      (failure: Error) => setError(failure),
    );
    setBusy(undefined);
  };
  const create = () => run("create", () => ask("POST", path()));
  const download = (snapshot: string) =>
    run(snapshot, async () => saveFile(snapshot, new Blob([await askBytes("GET", path(snapshot))])));
  const confirmed = async ({ work, snapshot }: Asked): Promise<void> => {
    setAsked(undefined);
    if (work === "delete") return run(snapshot, () => ask("DELETE", path(snapshot)));
    await run(snapshot, async () => {
      await ask("PUT", path(snapshot, "/recover"));
      tell(`${name} restored from ${snapshot}`);
      onChange();
    });
  };
  return (
    <section class="card flush" aria-label="Snapshots">
      <div class="row spread config-head">
        <h2>Snapshots</h2>
        <PermittedButton disabled={busy !== undefined} onClick={create}>
          {busy === "create" ? "Creating …" : "Create snapshot"}
        </PermittedButton>
      </div>
      {(error || list.error) && (
        <div class="config-pad">
          <Failed error={error ?? list.error} onRetry={list.reload} />
        </div>
      )}
      {list.value?.length === 0 && <p class="muted config-pad">No snapshot has been made.</p>}
      {list.value && list.value.length > 0 && (
        <div class="config-scroll">
          <table>
            <tbody>
              {list.value.map((snapshot) => (
                <SnapshotRow
                  key={snapshot.name}
                  {...snapshot}
                  isBusy={busy !== undefined}
                  onDownload={() => download(snapshot.name)}
                  onAsk={(work) => setAsked({ work, snapshot: snapshot.name })}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {asked && (
        <Confirm collection={name} {...asked} onClose={() => setAsked(undefined)} onYes={confirmed} />
      )}
    </section>
  );
}

function SnapshotRow({
  name,
  creation_time,
  size,
  isBusy,
  onDownload,
  onAsk,
}: Snapshot & { isBusy: boolean; onDownload: () => void; onAsk: (work: Asked["work"]) => void }) {
  return (
    <tr>
      <td>
        <code class="break">{name}</code>
      </td>
      <td class="muted">{creation_time && new Date(creation_time).toLocaleString("en-GB")}</td>
      <td class="number">{bytes(size)}</td>
      <td>
        <div class="row config-actions">
          <button
            type="button"
            class="quiet"
            disabled={isBusy}
            aria-label={`Download ${name}`}
            onClick={onDownload}
          >
            <Icon name="import" />
          </button>
          <PermittedButton
            class="quiet"
            disabled={isBusy}
            aria-label={`Restore ${name}`}
            onClick={() => onAsk("restore")}
          >
            Restore
          </PermittedButton>
          <PermittedButton
            class="quiet"
            disabled={isBusy}
            aria-label={`Delete ${name}`}
            onClick={() => onAsk("delete")}
          >
            <Icon name="trash" />
          </PermittedButton>
        </div>
      </td>
    </tr>
  );
}

function Confirm({
  collection,
  work,
  snapshot,
  onYes,
  onClose,
}: Asked & { collection: string; onYes: (asked: Asked) => void; onClose: () => void }) {
  const isRestore = work === "restore";
  return (
    <Dialog title={isRestore ? "Restore from this snapshot?" : "Delete this snapshot?"} onClose={onClose}>
      <div class="stack">
        <p class="break">
          {isRestore ? `All points of ${collection} are replaced by those in` : "This cannot be undone:"}{" "}
          <code>{snapshot}</code>
          {isRestore && ". What was written since then is lost."}
        </p>
        <div class="dialog-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" class="danger" onClick={() => onYes({ work, snapshot })}>
            {isRestore ? "Restore snapshot" : "Delete snapshot"}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
