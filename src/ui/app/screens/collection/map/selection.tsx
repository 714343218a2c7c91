// The panel of actions on the selected points: those of the table, with a filter by their ids.
import { useMemo, useRef, useState } from "preact/hooks";
import { writeJson } from "../../../api/json.ts";
import type { PointId } from "../../../api/types.ts";
import { CopyButton } from "../../../kit/copy.tsx";
import { count, plural } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { PermittedButton } from "../../../kit/permitted.tsx";
import { tellFailure } from "../../../kit/toast.tsx";
import { linkTo } from "../../../shell/route.ts";
import { type Info, vectorsOf } from "../info.ts";
import { EditPayloads, useDelete } from "../points/bulk.tsx";
import { toAddress } from "../points/kept-filter.ts";
import { saveFile } from "../save-file.ts";
import { exportPoints } from "../transfer/export-run.ts";

interface Props {
  readonly collection: string;
  readonly info: Info;
  readonly ids: readonly PointId[];
  onClear(): void;
  /** Is called when points were deleted, and with false when they were restored. */
  onDeleted(ids: readonly PointId[], isGone: boolean): void;
  onPayload(): void;
}

export function Selection({ collection, info, ids, onClear, onDeleted, onPayload }: Props) {
  const [isEditing, setEditing] = useState(false);
  const [exported, setExported] = useState<number>();
  const isGone = useRef(false);
  const common = { collection, info };
  const deletion = useDelete({
    collection,
    // It is called again when the deletion is undone.
    onDone: () => {
      isGone.current = !isGone.current;
      onDeleted(ids, isGone.current);
    },
  });
  const target = { filter: { must: [{ has_id: ids }] }, count: ids.length };
  // A selection may have as many ids as the map has points.
  const filter = useMemo(() => writeJson(target.filter), [ids]);
  const address = useMemo(() => toAddress(filter), [filter]);
  const save = async (): Promise<void> => {
    const lines: (string | Uint8Array<ArrayBuffer>)[] = [];
    const size = [...vectorsOf(info).values()].reduce((sum, vector) => sum + vector.size, 1);
    const order = {
      collection,
      filter: target.filter,
      format: "jsonl",
      withVectors: true,
      vector: "",
      size,
    } as const;
    const sink = { write: async (chunk: string | Uint8Array<ArrayBuffer>) => void lines.push(chunk) };
    setExported(0);
    await exportPoints(order, sink, new AbortController().signal, setExported)
      .then(() => saveFile(`${collection}-selection.jsonl`, new Blob(lines)), tellFailure)
      .finally(() => setExported(undefined));
  };
  return (
    <section class="card map-panel" aria-label="Selection">
      <div class="row spread">
        <h2 aria-live="polite">{plural(ids.length, "point")} selected</h2>
        <button type="button" class="quiet" aria-label="Clear the selection" onClick={onClear}>
          <Icon name="close" />
        </button>
      </div>
      <div class="map-actions">
        <a class="button" href={linkTo(["collections", collection, "points"], { filter: address })}>
          <Icon name="layers" /> Show in points
        </a>
        <CopyButton text={filter} label="Copy filter" />
        <button type="button" disabled={exported !== undefined} onClick={save}>
          <Icon name="export" />{" "}
          {exported === undefined ? "Export JSONL" : `Reading ${count(exported)} points …`}
        </button>
        <PermittedButton onClick={() => setEditing(true)}>
          <Icon name="edit" /> Edit payload
        </PermittedButton>
        <PermittedButton class="danger" onClick={() => deletion.remove(target)}>
          <Icon name="trash" /> Delete {plural(ids.length, "point")}
        </PermittedButton>
      </div>
      {deletion.question}
      {isEditing && (
        <EditPayloads {...common} target={target} onDone={onPayload} onClose={() => setEditing(false)} />
      )}
    </section>
  );
}
