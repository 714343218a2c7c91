// The panel of actions on the selected points: those of the table, with a filter by their ids.
import { useMemo, useRef, useState } from "preact/hooks";
import { writeJson } from "../../../api/json.ts";
import type { PointId } from "../../../api/types.ts";
import { useAction } from "../../../kit/action.ts";
import { Button } from "../../../kit/button.tsx";
import { CopyButton } from "../../../kit/copy.tsx";
import { plural } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { saveFile } from "../../../kit/save-file.ts";
import { linkTo } from "../../../shell/route.ts";
import type { Info } from "../info.ts";
import { EditPayloads, useDelete } from "../points/bulk.tsx";
import { toAddress } from "../points/kept-filter.ts";
import { exportPoints } from "../transfer/export-run.ts";

interface Props {
  readonly collection: string;
  readonly info: Info;
  readonly ids: readonly PointId[];
  onClear(): void;
  /** Is called when points were deleted, and with false when they were restored. */
  onDeleted(ids: readonly PointId[], isGone: boolean): void;
  onChange(): void;
}

export function Selection({ collection, info, ids, onClear, onDeleted, onChange }: Props) {
  const [isEditing, setEditing] = useState(false);
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
  const exported = useAction(async () => {
    const parts = await exportPoints({
      ...common,
      filter: target.filter,
      format: "jsonl",
      withVectors: true,
    });
    saveFile(`${collection}-selection.jsonl`, new Blob(parts));
  });
  return (
    <section class="card map-panel" aria-label="Selection">
      <div class="row spread">
        <h2 aria-live="polite">{plural(ids.length, "point")} selected</h2>
        <Button class="quiet slim" icon="close" aria-label="Clear the selection" onClick={onClear} />
      </div>
      <div class="map-actions">
        <a class="button" href={linkTo(["collections", collection, "points"], { filter: address })}>
          <Icon name="layers" /> Show in points
        </a>
        <CopyButton text={filter} label="Copy filter" />
        <Button
          icon="export"
          disabled={exported.busy}
          onClick={() => exported.run()}
          text={exported.busy ? "Reading …" : "Export JSONL"}
        />
        <Button icon="edit" onClick={() => setEditing(true)} needs="write" text="Edit payload" />
        <Button icon="trash" class="danger" onClick={() => deletion.remove(target)} needs="write">
          Delete {plural(ids.length, "point")}
        </Button>
      </div>
      <Failed error={exported.error} />
      {deletion.question}
      {isEditing && (
        <EditPayloads {...common} target={target} onDone={onChange} onClose={() => setEditing(false)} />
      )}
    </section>
  );
}
