// Exports the points of a collection, or those that match a filter, to a file.
import { useState } from "preact/hooks";
import { npyPrefix } from "../../../../../shared/npy.ts";
import { useResource } from "../../../api/resource.ts";
import { Button } from "../../../kit/button.tsx";
import { count, plural } from "../../../kit/format.ts";
import { Check, SelectField, TextArea } from "../../../kit/inputs.tsx";
import { Meter } from "../../../kit/meter.tsx";
import { Notice } from "../../../kit/notice.tsx";
import { saveFile } from "../../../kit/save-file.ts";
import { tell } from "../../../kit/toast.tsx";
import { vectorsOf } from "../info.ts";
import { type Filter, parseFilter } from "../points/filter/chips.ts";
import { countPoints } from "../points/point.ts";
import type { TabProps } from "../tabs.ts";
import { type ExportFormat, type ExportOrder, exportPoints } from "./export-run.ts";

const FORMATS: Readonly<Record<ExportFormat, string>> = {
  jsonl: "JSON lines: everything, exactly",
  csv: "CSV: a column for each payload field",
  npy: "NumPy (.npy): one vector, in the order of ids",
};

export function Export({ name, info }: Pick<TabProps, "name" | "info">) {
  const vectors = vectorsOf(info);
  const [format, setFormat] = useState<ExportFormat>("jsonl");
  const [withVectors, setWithVectors] = useState(true);
  const [vector, setVector] = useState([...vectors.keys()][0] ?? "");
  const [text, setText] = useState("");
  const { filter, error } = readFilter(text);
  const total = useResource(
    (signal) => (error ? Promise.reject(new Error(error)) : countPoints(name, filter, signal)),
    [name, text, info.points_count],
  );
  const run = useExport();
  const size = format === "npy" ? vectors.get(vector)!.size : sumOf(vectors);
  const order = { collection: name, filter, format, withVectors, vector, size };
  return (
    <section class="card" aria-label="Export">
      <h2>Export</h2>
      <div class="grid">
        <SelectField label="Format" choices={FORMATS} value={format} onChange={setFormat} />
        {format === "npy" && vectors.size > 1 && (
          <SelectField label="Vector" choices={[...vectors.keys()]} value={vector} onChange={setVector} />
        )}
      </div>
      {format !== "npy" && (
        <Check checked={withVectors} onChange={setWithVectors}>
          With vectors
        </Check>
      )}
      <TextArea
        label="Filter as JSON"
        hint="Empty: all points"
        error={total.error?.message}
        rows={2}
        value={text}
        onChange={setText}
      />
      <Run run={run} order={order} total={total.error ? undefined : total.value} />
      {run.error && <Notice kind="danger">{run.error}</Notice>}
    </section>
  );
}

interface RunProps {
  readonly run: ReturnType<typeof useExport>;
  readonly order: ExportOrder;
  readonly total: number | undefined;
}

function Run({ run: { read, start, cancel }, order, total }: RunProps) {
  if (read === undefined) {
    return (
      <div class="row">
        <Button icon="export" disabled={!total} onClick={() => void start(order)}>
          Export {total === undefined ? "points" : plural(total, "point")}
        </Button>
      </div>
    );
  }
  return (
    <>
      <div class="row">
        <Button text="Cancel export" onClick={cancel} />
        <span class="muted">{count(read)} read</span>
      </div>
      <Meter goal label="Points read" used={read} of={total ?? read} />
    </>
  );
}

function readFilter(text: string): { filter?: Filter | undefined; error?: string } {
  try {
    return { filter: parseFilter(text) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

function sumOf(vectors: ReadonlyMap<string, { readonly size: number }>): number {
  return [...vectors.values()].reduce((sum, { size }) => sum + size, 0);
}

/** Runs one export at a time; undefined if none is running. */
function useExport() {
  const [read, setRead] = useState<number>();
  const [error, setError] = useState<string>();
  const [abort, setAbort] = useState<AbortController>();
  const start = async (order: ExportOrder): Promise<void> => {
    const controller = new AbortController();
    setAbort(controller);
    setError(undefined);
    setRead(0);
    try {
      const parts: BlobPart[] = [];
      const sink = { write: async (chunk: BlobPart) => void parts.push(new Blob([chunk])) };
      const written = await exportPoints(order, sink, controller.signal, setRead);
      if (order.format === "npy") parts.unshift(npyPrefix(written, order.size));
      saveFile(`${order.collection}.${order.format}`, new Blob(parts));
      tell(`${plural(written, order.format === "npy" ? "vector" : "point")} exported`);
    } catch (failure) {
      if (!controller.signal.aborted) setError((failure as Error).message);
    } finally {
      setRead(undefined);
    }
  };
  return { read, error, start, cancel: () => abort?.abort() };
}
