// Imports a file: choosing it, a preview, the mapping of columns, writing, and undoing.
import { useEffect, useState } from "preact/hooks";
import { bytes } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Notice } from "../../../kit/notice.tsx";
import { refusalOf } from "../../../kit/permitted.tsx";
import { allVectorsOf } from "../info.ts";
import type { TabProps } from "../tabs.ts";
import { Collisions } from "./collisions.tsx";
import { type FilePreview, useFilePreview } from "./file-preview.ts";
import { FileRows } from "./file-rows.ts";
import type { OnExisting } from "./import-plan.ts";
import { ImportRun } from "./import-run.ts";
import { hasIds, type Mapping } from "./mapping.ts";
import { MappingTable, problemOf } from "./mapping-table.tsx";
import { RunView } from "./run-view.tsx";
import { beginImport, continueImport, dismissImport, imports } from "./runs.ts";
import { ENCODINGS, FORMATS, type Reading } from "./sniff.ts";

export function Import({ name, info, onChange }: TabProps) {
  const sizes = allVectorsOf(info);
  const { preview, mapping, isLoading, load, setMapping, clear } = useFilePreview(name, sizes);
  const [choice, setChoice] = useState<OnExisting>("skip");
  useEffect(() => setChoice("skip"), [preview]);
  const current = imports.value.get(name);
  const refusal = refusalOf("write");
  const again = (): void => {
    dismissImport(name);
    clear();
  };
  const begin = (): void => {
    const rows = new FileRows({ file: preview!.file, ...preview!.reading! });
    beginImport(name, preview!.file, new ImportRun(name, rows, mapping!, sizes, choice));
  };
  return (
    <section class="card" aria-label="Import">
      <h2>Import</h2>
      {current ? (
        <RunView
          {...current}
          onChange={onChange}
          onGo={() => void continueImport(name, current.file, current.run)}
          onAgain={again}
        />
      ) : refusal !== undefined ? (
        <Notice kind="info">{refusal}.</Notice>
      ) : (
        <>
          <Drop onFile={(file) => void load(file)} />
          {preview && (
            <>
              <div class="row spread">
                <span class="break">
                  <strong>{preview.file.name}</strong> <span class="muted">{bytes(preview.file.size)}</span>
                </span>
                {preview.reading && (
                  <FormatFields
                    reading={preview.reading}
                    onChange={(reading) => void load(preview.file, reading)}
                  />
                )}
              </div>
              <Unreadable preview={preview} />
              {preview.rows.length > 0 && mapping && (
                <Preview
                  {...{ name, info, preview, mapping, choice, isReading: isLoading, begin }}
                  onMapping={setMapping}
                  onChoose={setChoice}
                  onCancel={clear}
                />
              )}
            </>
          )}
        </>
      )}
    </section>
  );
}

function Unreadable({ preview: { error, rows } }: { preview: FilePreview }) {
  if (error) return <Notice kind="danger">{error}</Notice>;
  return rows.length === 0 ? <Notice kind="warning">There are no rows in this file.</Notice> : null;
}

interface PreviewProps extends Pick<TabProps, "name" | "info"> {
  readonly preview: FilePreview;
  readonly mapping: Mapping;
  readonly choice: OnExisting;
  /** Whether a newer file is being read than the one that is shown. */
  readonly isReading: boolean;
  begin(): void;
  onMapping(mapping: Mapping): void;
  onChoose(choice: OnExisting): void;
  onCancel(): void;
}

/** The preview of the points, and the choice for rows whose id exists. */
function Preview({
  name,
  info,
  preview,
  mapping,
  choice,
  isReading,
  begin,
  onMapping,
  onChoose,
  onCancel,
}: PreviewProps) {
  const { rows, free } = preview;
  const isUnclear = mapping.start === null && !hasIds(mapping.roles);
  const isHopeless = rows.every((row, i) => problemOf(row, mapping, allVectorsOf(info), i) !== undefined);
  return (
    <>
      <MappingTable {...{ rows, mapping, free }} sizes={allVectorsOf(info)} onChange={onMapping} />
      {preview.reading?.encoding === "windows-1252" && (
        <Notice kind="warning">
          This text is no UTF-8. It is read as Windows-1252: check letters with accents in the preview.
        </Notice>
      )}
      {info.points_count > 0 && (
        <Collisions
          {...{ name, mapping, choice, free, onChoose }}
          begin={{ file: preview.file, ...preview.reading! }}
        />
      )}
      <div class="row">
        <button type="button" class="primary" disabled={isReading || isUnclear || isHopeless} onClick={begin}>
          <Icon name="import" /> Import into {name}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
      {isHopeless && (
        <p class="small muted">All of the first rows would be rejected: change the format or the columns.</p>
      )}
    </>
  );
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
      <span class="small muted">JSON lines, a JSON array, CSV, Parquet or .npy, of any size</span>
      <input
        type="file"
        class="visually-hidden"
        accept=".jsonl,.ndjson,.json,.csv,.tsv,.txt,.npy,.parquet,.pq"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

const SEPARATORS = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar" };

/** How the file is read, as it was found out; each part can be changed. */
function FormatFields({ reading, onChange }: { reading: Reading; onChange: (reading: Reading) => void }) {
  const { format, comma, encoding } = reading;
  const isText = format === "csv" || format === "json" || format === "jsonl";
  const choices = [
    { name: "format", label: "Format", value: format, options: FORMATS },
    ...(format === "csv" ? [{ name: "comma", label: "Separator", value: comma, options: SEPARATORS }] : []),
    ...(isText ? [{ name: "encoding", label: "Encoding", value: encoding, options: ENCODINGS }] : []),
  ];
  return (
    <div class="row">
      {choices.map(({ name, label, value, options }) => (
        <select
          key={name}
          class="transfer-format"
          aria-label={label}
          title={label}
          value={value}
          onChange={(event) => onChange({ ...reading, [name]: event.currentTarget.value } as Reading)}
        >
          {Object.entries(options).map(([id, words]) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
          {!(value in options) && <option>{value}</option>}
        </select>
      ))}
    </div>
  );
}
