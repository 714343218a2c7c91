// The panel of actions on the selected points.
import { useState } from "preact/hooks";
import { parseJson, writeJson } from "../../../api/json.ts";
import type { PointId } from "../../../api/types.ts";
import { CopyButton } from "../../../kit/copy.tsx";
import { Dialog } from "../../../kit/dialog.tsx";
import { Field } from "../../../kit/field.tsx";
import { count, plural } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { tell, tellFailure } from "../../../kit/toast.tsx";
import { linkTo } from "../../../shell/route.ts";
import { deletePoints, readPoints, setField } from "./selection-actions.ts";

/** The most ids in an address; browsers and proxies cut longer ones. */
const MAX_POINTS_IN_ADDRESS = 1_000;
/** The most numbers of vectors that a tab keeps for an undo. */
const MAX_UNDO_NUMBERS = 20_000_000;

interface Props {
  readonly collection: string;
  readonly ids: readonly PointId[];
  /** The number of numbers in the vectors of one point. */
  readonly numbers: number;
  onClear(): void;
  /** Is called when points were deleted, and with false when they were restored. */
  onDeleted(ids: readonly PointId[], isGone: boolean): void;
  onPayload(): void;
}

export function Selection(props: Props) {
  const { collection, ids, numbers, onClear } = props;
  const [isSetting, setSetting] = useState(false);
  const { busy, save, remove } = useActions(props);
  const filter = { must: [{ has_id: ids }] };
  const most = Math.floor(MAX_UNDO_NUMBERS / Math.max(1, numbers));
  return (
    <section class="card map-panel" aria-label="Selection">
      <div class="row spread">
        <h2 aria-live="polite">{plural(ids.length, "point")} selected</h2>
        <button type="button" class="quiet" aria-label="Clear the selection" onClick={onClear}>
          <Icon name="close" />
        </button>
      </div>
      <div class="map-actions">
        {ids.length <= MAX_POINTS_IN_ADDRESS ? (
          <a
            class="button"
            href={linkTo(["collections", collection, "points"], { filter: writeJson(filter) })}
          >
            <Icon name="layers" /> Show in points
          </a>
        ) : (
          <p class="small muted">Up to {count(MAX_POINTS_IN_ADDRESS)} points can be shown in the table.</p>
        )}
        <CopyButton text={writeJson(filter)} label="Copy filter" />
        <button type="button" disabled={busy !== undefined} onClick={save}>
          <Icon name="export" /> Export JSONL
        </button>
        <button type="button" disabled={busy !== undefined} onClick={() => setSetting(true)}>
          <Icon name="edit" /> Set payload field
        </button>
        <button
          type="button"
          class="danger"
          disabled={busy !== undefined || ids.length > most}
          onClick={remove}
        >
          <Icon name="trash" /> Delete {plural(ids.length, "point")}
        </button>
        {ids.length > most && (
          <p class="small muted">
            At most {count(most)} of these can be deleted at once, since their vectors are kept for Undo.
          </p>
        )}
      </div>
      <div class="small muted" aria-live="polite">
        {busy}
      </div>
      {isSetting && <SetField {...props} onClose={() => setSetting(false)} />}
    </section>
  );
}

/** The running action and its progress. */
function useActions({ collection, ids, numbers, onDeleted }: Props) {
  const [busy, setBusy] = useState<string>();
  const busyWith = (text: string, work: () => Promise<void>) => {
    setBusy(text);
    work()
      .catch(tellFailure)
      .finally(() => setBusy(undefined));
  };
  const remove = () =>
    busyWith("Reading before deleting …", async () => {
      const onProgress = (done: number) => setBusy(`Reading ${count(done)} of ${count(ids.length)} …`);
      const undo = await deletePoints(collection, ids, numbers, onProgress);
      onDeleted(ids, true);
      tell(`${plural(ids.length, "point")} deleted`, async () => {
        await undo();
        onDeleted(ids, false);
      });
    });
  const save = () =>
    busyWith("Reading …", async () => {
      const onProgress = (done: number) => setBusy(`Reading ${count(done)} of ${count(ids.length)} …`);
      const points = await readPoints(collection, ids, numbers, onProgress);
      download(`${collection}-selection.jsonl`, points.map((point) => `${writeJson(point)}\n`).join(""));
    });
  return { busy, save, remove };
}

function SetField({ collection, ids, onPayload, onClose }: Props & { onClose(): void }) {
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const undo = await setField(collection, ids, { [name]: valueIn(text) });
      onPayload();
      tell(`${name} set on ${plural(ids.length, "point")}`, async () => {
        await undo();
        onPayload();
      });
      onClose();
    } catch (failure) {
      setError((failure as Error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Set a payload field on ${plural(ids.length, "point")}`} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Field label="Field">
          {(field) => (
            <input
              {...field}
              value={name}
              required
              autocomplete="off"
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Value" hint="JSON, or plain text" error={error}>
          {(field) => (
            <input
              {...field}
              class="mono"
              value={text}
              required
              autocomplete="off"
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="dialog-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={busy}>
            Set on {plural(ids.length, "point")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Parses a value as JSON; any other text is a string. */
function valueIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
