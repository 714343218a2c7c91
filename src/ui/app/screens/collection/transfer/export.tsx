// Exports the points of a collection, or those that match a filter, to a file.
import { useRef, useState } from "preact/hooks";
import { useResource } from "../../../api/resource.ts";
import { useAction } from "../../../kit/action.ts";
import { Button } from "../../../kit/button.tsx";
import { Card } from "../../../kit/card.tsx";
import { count, plural } from "../../../kit/format.ts";
import { Check, SelectField, TextArea } from "../../../kit/inputs.tsx";
import { Meter } from "../../../kit/meter.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { saveFile } from "../../../kit/save-file.ts";
import { tell } from "../../../kit/toast.tsx";
import { parseFilter } from "../points/filter/chips.ts";
import { countPoints } from "../points/point.ts";
import type { TabProps } from "../tabs.ts";
import { type ExportFormat, exportPoints } from "./export-run.ts";

const FORMATS: Readonly<Record<ExportFormat, string>> = {
  jsonl: "JSON lines: everything, exactly",
  csv: "CSV: a column for each payload field",
};

export function Export({ name, info }: Pick<TabProps, "name" | "info">) {
  const [format, setFormat] = useState<ExportFormat>("jsonl");
  const [withVectors, setWithVectors] = useState(true);
  const [text, setText] = useState("");
  const total = useResource(
    async (signal) => countPoints(name, parseFilter(text), signal),
    [name, text, info.points_count],
  );
  const [read, setRead] = useState(0);
  const abort = useRef<AbortController>(null);
  const run = useAction(async () => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    setRead(0);
    const order = { collection: name, info, filter: parseFilter(text), format, withVectors };
    const parts = await exportPoints(order, signal, setRead).catch((error: Error) => {
      if (!signal.aborted) throw error;
    });
    if (!parts) return;
    saveFile(`${name}.${format}`, new Blob(parts));
    tell(`${name} exported`);
  });
  const points = total.error || total.value === undefined ? undefined : total.value;
  return (
    <Card title="Export">
      <SelectField label="Format" choices={FORMATS} value={format} onChange={setFormat} />
      <Check checked={withVectors} onChange={setWithVectors}>
        With vectors
      </Check>
      <TextArea
        label="Filter as JSON"
        hint="Empty: all points"
        error={total.error?.message}
        rows={2}
        value={text}
        onChange={setText}
      />
      <div class="row">
        {run.busy ? (
          <>
            <Button text="Cancel export" onClick={() => abort.current?.abort()} />
            <span class="muted">{count(read)} read</span>
          </>
        ) : (
          <Button icon="export" disabled={!points} onClick={() => run.run()}>
            Export {points === undefined ? "points" : plural(points, "point")}
          </Button>
        )}
      </div>
      {run.busy && <Meter goal label="Points read" used={read} of={points ?? read} />}
      <Failed error={run.error} />
    </Card>
  );
}
