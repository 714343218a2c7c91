// A file becomes points: chosen or dropped, looked at, mapped, written, and undone where that can be promised.
import { useEffect, useState } from "preact/hooks";
import { bytes } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Notice } from "../../../kit/notice.tsx";
import { vectorsOf } from "../info.ts";
import type { SideProps } from "../tabs.ts";
import { FileRows } from "./file-rows.ts";
import { ImportRun } from "./import-run.ts";
import { guess, type Mapping } from "./mapping.ts";
import { MappingTable } from "./mapping-table.tsx";
import { type Format, formatOf, type Row } from "./rows.ts";
import { RunView } from "./run-view.tsx";

const PREVIEW = { rows: 5, bytes: 1024 * 1024 };
const FORMATS = { jsonl: "JSON lines", csv: "CSV", npy: "NumPy (.npy)" } as const;

/** A file and the first of its rows. */
interface Looked {
  readonly file: File;
  readonly format: Format;
  readonly comma: string;
  readonly rows: readonly Row[];
  readonly error?: string;
}

export function Import({ name, info, onChange }: SideProps) {
  const [looked, setLooked] = useState<Looked>();
  const [mapping, setMapping] = useState<Mapping>();
  const [run, setRun] = useState<ImportRun>();
  useEffect(() => () => run?.close(), [run]);
  const sizes = vectorsOf(info);
  const look = async (
    file: File,
    format = formatOf(file.name),
    comma = commaOf(file.name),
  ): Promise<void> => {
    const found = await firstRows(file, format, comma);
    setLooked(found);
    setMapping(guess(columnsOf(found.rows), sizes));
  };
  const again = (): void => {
    setRun(undefined);
    setLooked(undefined);
  };
  const begin = (): void => {
    const rows = new FileRows({ file: looked!.file, format: looked!.format, comma: looked!.comma });
    const begun = new ImportRun(name, rows, mapping!, sizes);
    setRun(begun);
    void begun.go().then(onChange);
  };
  return (
    <section class="card" aria-label="Import">
      <h2>Import</h2>
      {run && looked ? (
        <RunView run={run} file={looked.file} onChange={onChange} onAgain={again} />
      ) : (
        <>
          <Drop onFile={(file) => void look(file)} />
          {looked && (
            <>
              <div class="row spread">
                <span class="break">
                  <strong>{looked.file.name}</strong> <span class="muted">{bytes(looked.file.size)}</span>
                </span>
                <FormatFields
                  looked={looked}
                  onChange={(format, comma) => void look(looked.file, format, comma)}
                />
              </div>
              {looked.error && <Notice kind="danger">{looked.error}</Notice>}
              {!looked.error && looked.rows.length === 0 && (
                <Notice kind="warning">There are no rows in this file.</Notice>
              )}
              {looked.rows.length > 0 && mapping && (
                <>
                  <MappingTable rows={looked.rows} mapping={mapping} sizes={sizes} onChange={setMapping} />
                  <div class="row">
                    <button type="button" class="primary" onClick={begin}>
                      <Icon name="import" /> Import into {name}
                    </button>
                    <button type="button" onClick={() => setLooked(undefined)}>
                      Cancel
                    </button>
                    <span class="small muted">Points with the same id are replaced.</span>
                  </div>
                </>
              )}
            </>
          )}
        </>
      )}
    </section>
  );
}

function commaOf(name: string): string {
  return /\.tsv$/i.test(name) ? "\t" : ",";
}

export function columnsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
}

async function firstRows(file: File, format: Format, comma: string): Promise<Looked> {
  const reader = new FileRows({ file, format, comma });
  try {
    const { rows, error } = await reader.next(PREVIEW);
    return { file, format, comma, rows, ...(error !== undefined && { error }) };
  } catch (error) {
    return { file, format, comma, rows: [], error: (error as Error).message };
  } finally {
    reader.close();
  }
}

function Drop({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file) onFile(file);
  };
  return (
    <label
      class={isOver ? "transfer-drop over" : "transfer-drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="import" />
      <span>
        <strong>Choose a file</strong> or drop it here
      </span>
      <span class="small muted">JSON lines, CSV or .npy, of any size</span>
      <input
        type="file"
        class="visually-hidden"
        accept=".jsonl,.ndjson,.json,.csv,.tsv,.npy"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

function FormatFields({
  looked: { format, comma },
  onChange,
}: {
  looked: Looked;
  onChange: (format: Format, comma: string) => void;
}) {
  return (
    <div class="row">
      <select
        class="transfer-format"
        aria-label="Format"
        value={format}
        onChange={(event) => onChange(event.currentTarget.value as Format, comma)}
      >
        {Object.entries(FORMATS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {format === "csv" && (
        <select
          class="transfer-format"
          aria-label="Fields are apart by"
          value={comma}
          onChange={(event) => onChange(format, event.currentTarget.value)}
        >
          <option value=",">comma</option>
          <option value=";">semicolon</option>
          <option value={"\t"}>tab</option>
        </select>
      )}
    </div>
  );
}
