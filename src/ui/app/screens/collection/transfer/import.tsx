// Imports a file: choosing it, a preview, the mapping of columns, writing, and undoing.
import { useState } from "preact/hooks";
import { Button, refusalOf } from "../../../kit/button.tsx";
import { Card } from "../../../kit/card.tsx";
import { bytes } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { Options } from "../../../kit/inputs.tsx";
import { Notice } from "../../../kit/notice.tsx";
import { allVectorsOf } from "../info.ts";
import type { TabProps } from "../tabs.ts";
import { Collisions } from "./collisions.tsx";
import { type FilePreview, type ImportState, useFilePreview } from "./file-preview.ts";
import { FileRows } from "./file-rows.ts";
import { ImportRun } from "./import-run.ts";
import { hasIds, type Mapping } from "./mapping.ts";
import { MappingTable, problemOf } from "./mapping-table.tsx";
import { RunView } from "./run-view.tsx";
import { beginImport, continueImport, dismissImport, imports } from "./runs.ts";
import { ENCODINGS, FORMATS, type Reading } from "./sniff.ts";

export function Import({ name, info, onChange }: TabProps) {
  const state = useFilePreview(name, allVectorsOf(info));
  const current = imports.value.get(name);
  const refusal = refusalOf("write");
  return (
    <Card title="Import">
      {current ? (
        <RunView
          {...current}
          onChange={onChange}
          onGo={() => void continueImport(name, current.file, current.run)}
          onAgain={() => {
            dismissImport(name);
            state.clear();
          }}
        />
      ) : refusal !== undefined ? (
        <Notice kind="info">{refusal}.</Notice>
      ) : (
        <>
          <Drop onFile={state.load} />
          {state.preview && <Found {...{ name, info, state }} preview={state.preview} />}
        </>
      )}
    </Card>
  );
}

interface FoundProps extends Pick<TabProps, "name" | "info"> {
  readonly state: ImportState;
  readonly preview: FilePreview;
}

/** Shows how a file is read, and its first rows. */
function Found(props: FoundProps) {
  const { state, preview } = props;
  const { file, reading, rows } = preview;
  return (
    <>
      <div class="row spread">
        <span class="break">
          <strong>{file.name}</strong> <span class="muted">{bytes(file.size)}</span>
        </span>
        {reading && <FormatFields reading={reading} onChange={(chosen) => state.load(file, chosen)} />}
      </div>
      <Unreadable preview={preview} />
      {reading && rows.length > 0 && state.mapping && (
        <Preview {...props} reading={reading} mapping={state.mapping} />
      )}
    </>
  );
}

function Unreadable({ preview: { error, rows } }: { preview: FilePreview }) {
  if (error) return <Notice kind="danger">{error}</Notice>;
  return rows.length === 0 ? <Notice kind="warning">There are no rows in this file.</Notice> : null;
}

interface PreviewProps extends FoundProps {
  readonly reading: Reading;
  readonly mapping: Mapping;
}

/** The preview of the points, and the choice for rows whose id exists. */
function Preview({ name, info, state, preview, reading, mapping }: PreviewProps) {
  const { file, rows, free } = preview;
  const { choice, setChoice } = state;
  const sizes = allVectorsOf(info);
  const isUnclear = mapping.start === null && !hasIds(mapping.roles);
  const isHopeless = rows.every((row, i) => problemOf(row, mapping, sizes, i) !== undefined);
  const begin = (): void => {
    const all = new FileRows({ file, ...reading });
    const order = { collection: name, rows: all, mapping, sizes, onExisting: choice };
    beginImport(name, file, new ImportRun(order));
  };
  return (
    <>
      <MappingTable {...{ rows, mapping, free, sizes }} onChange={state.setMapping} />
      {reading.encoding === "windows-1252" && (
        <Notice kind="warning">
          This text is no UTF-8. It is read as Windows-1252: check letters with accents in the preview.
        </Notice>
      )}
      {info.points_count > 0 && (
        <Collisions {...{ name, mapping, choice, free }} begin={{ file, ...reading }} onChoose={setChoice} />
      )}
      <div class="row">
        <Button
          icon="import"
          text={`Import into ${name}`}
          class="primary"
          disabled={state.isLoading || isUnclear || isHopeless}
          onClick={begin}
        />
        <Button text="Cancel" onClick={state.clear} />
      </div>
      {isHopeless && (
        <p class="small muted">All of the first rows would be rejected: change the format or the columns.</p>
      )}
    </>
  );
}

function Drop({ onFile }: { onFile: (file: File) => Promise<void> }) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file) void onFile(file);
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
          if (file) void onFile(file);
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
          <Options choices={value in options ? options : { ...options, [value]: value }} />
        </select>
      ))}
    </div>
  );
}
