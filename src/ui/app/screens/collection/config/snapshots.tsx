// The snapshots of a collection: files with all of its points at one time.
import { useState } from "preact/hooks";
import { ask, askBytes } from "../../../api/request.ts";
import { useResource } from "../../../api/resource.ts";
import { Confirm } from "../../../kit/confirm.tsx";
import { bytes } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { PermittedButton, refusalOf } from "../../../kit/permitted.tsx";
import { Scroll } from "../../../kit/scroll.tsx";
import { moment } from "../../../kit/time.tsx";
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

const QUESTIONS = {
  restore: {
    title: "Restore from this snapshot?",
    label: "Restore snapshot",
    about: "All points of the collection are replaced by those of the snapshot. Later changes are lost.",
  },
  delete: { title: "Delete this snapshot?", label: "Delete snapshot", about: "This cannot be undone." },
};

/** Loads the list, where the user may read it. */
function useList(path: string) {
  const refusal = refusalOf("read") ?? refusalOf("admin");
  const list = useResource(
    async (signal) => (refusal === undefined ? ask<Snapshot[]>("GET", path, { signal }) : undefined),
    [path, refusal],
  );
  return { list, refusal };
}

export function Snapshots({ name, onChange }: { name: string; onChange: () => void }) {
  const path = (snapshot = "", below = ""): string =>
    pathOf(name, `/snapshots${snapshot && `/${encodeURIComponent(snapshot)}`}${below}`);
  const { list, refusal } = useList(path());
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
  const download = (snapshot: string) =>
    run(snapshot, async () => saveFile(snapshot, new Blob([await askBytes("GET", path(snapshot))])));
  const confirmed = ({ work, snapshot }: Asked): Promise<void> => {
    if (work === "delete") return run(snapshot, () => ask("DELETE", path(snapshot)));
    return run(snapshot, async () => {
      await ask("PUT", path(snapshot, "/recover"));
      tell(`${name} restored from ${snapshot}`);
      onChange();
    });
  };
  return (
    <section class="card flush" aria-label="Snapshots">
      <div class="row spread config-head">
        <h2>Snapshots</h2>
        <PermittedButton
          disabled={busy !== undefined}
          onClick={() => run("create", () => ask("POST", path()))}
        >
          {busy === "create" ? "Creating …" : "Create snapshot"}
        </PermittedButton>
      </div>
      <Problem {...{ error: error ?? list.error, refusal }} onRetry={list.reload} />
      {list.value?.length === 0 && <p class="muted config-pad">No snapshots.</p>}
      {list.value && list.value.length > 0 && (
        <Scroll label="Snapshots of the collection">
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
    </section>
  );
}

interface ProblemProps {
  readonly error: Error | undefined;
  readonly refusal: string | undefined;
  onRetry(): void;
}

function Problem({ error, refusal, onRetry }: ProblemProps) {
  if (!error && refusal === undefined) return null;
  return (
    <div class="config-pad">
      <Failed error={error} onRetry={onRetry} />
      {refusal !== undefined && <p class="muted">The list: {refusal}.</p>}
    </div>
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
      <td class="muted">{creation_time && moment(creation_time)}</td>
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
