// The progress and the result of an import.
import { useEffect } from "preact/hooks";
import { writeJson } from "../../../api/json.ts";
import { Button } from "../../../kit/button.tsx";
import { count, duration, percent, plural, shortCount } from "../../../kit/format.ts";
import { Meter } from "../../../kit/meter.tsx";
import { Notice } from "../../../kit/notice.tsx";
import { saveFile } from "../../../kit/save-file.ts";
import { Scroll } from "../../../kit/scroll.tsx";
import { Table } from "../../../kit/table.tsx";
import { tell, tellFailure } from "../../../kit/toast.tsx";
import type { ImportRun, Progress } from "./import-run.ts";

interface Props {
  readonly run: ImportRun;
  readonly file: File;
  onChange(): void;
  onGo(): void;
  onAgain(): void;
}

export function RunView({ run, file, onChange, onGo, onAgain }: Props) {
  const progress = run.progress.value;
  const { state, read, replaced, skipped, rejected, unanswered, error } = progress;
  const { undoable } = run;
  // The header of the collection counts its points again when the run ends.
  useEffect(() => {
    if (state !== "running") onChange();
  }, [state]);
  const undo = (): void => {
    run.undo().then(() => {
      onChange();
      onAgain();
      const deleted = `${plural(undoable.added, "imported point")} deleted`;
      tell(undoable.replaced > 0 ? `${deleted}, ${count(undoable.replaced)} put back as before` : deleted);
    }, tellFailure);
  };
  return (
    <div class="stack">
      <div class="row spread">
        <strong class="break">{file.name}</strong>
        <span class="muted">{percent(file.size === 0 ? 1 : read / file.size)} read</span>
      </div>
      <Meter goal label="Read of the file" used={read} of={Math.max(1, file.size)} />
      <p aria-live="polite">
        {headline(progress)}
        {rejected > 0 && `, ${plural(rejected, "row")} rejected`}
        {skipped > 0 && `, ${plural(skipped, "row")} skipped because the id exists`}
        {replaced > 0 && `, ${count(replaced)} of them replaced`}
        {unanswered > 0 && `, ${plural(unanswered, "row")} sent without an answer`}.{" "}
        <span class="muted">{pace(progress, file.size)}</span>
      </p>
      {error && <Notice kind="danger">{error}</Notice>}
      <div class="row">
        {state === "running" && <Button icon="pause" text="Stop" onClick={() => run.stop()} />}
        {state === "stopped" && <Button icon="play" text="Resume" class="primary" onClick={onGo} />}
        {state !== "running" && undoable.added + undoable.replaced > 0 && run.canUndo && (
          <Button icon="undo" text={undoText(undoable)} onClick={undo} />
        )}
        {state !== "running" && <Button text="Import another file" onClick={onAgain} />}
      </div>
      {!run.canUndo && (
        <p class="small muted">
          More points were replaced than a tab can keep: this import cannot be undone.
        </p>
      )}
      {rejected > 0 && <RejectedRows run={run} file={file} />}
    </div>
  );
}

function undoText({ added, replaced }: ImportRun["undoable"]): string {
  const parts = [
    ...(added > 0 ? [`delete the ${plural(added, "new point")}`] : []),
    ...(replaced > 0 ? [`put back the ${plural(replaced, "replaced point")}`] : []),
  ];
  return `Undo: ${parts.join(", ")}`;
}

function headline({ state, written }: Progress): string {
  const points = plural(written, "point");
  if (state === "done") return `${points} imported`;
  return state === "running" ? `${points} written` : `Stopped after ${points}`;
}

function pace({ state, read, written, seconds }: Progress, size: number): string {
  if (seconds < 0.5) return "";
  const rate = `${shortCount(written / seconds)} points/s`;
  if (state !== "running" || read === 0) return `${rate}, ${duration(seconds)}`;
  return `${rate}, about ${duration((seconds * (size - read)) / read)} left`;
}

const SHOWN = 50;

function RejectedRows({ run: { rejected }, file }: { run: ImportRun; file: File }) {
  const save = (): void => {
    const lines = rejected.map((row) => `${writeJson(row)}\n`);
    saveFile(`${file.name}.rejected.jsonl`, new Blob(lines, { type: "application/x-ndjson" }));
  };
  return (
    <section class="stack" aria-label="Rejected rows">
      <div class="row spread">
        <h3>Rejected rows</h3>
        <Button icon="export" text={`Download all ${count(rejected.length)}`} onClick={save} />
      </div>
      <Scroll class="transfer-preview" label="Reasons">
        <Table
          rows={rejected}
          step={SHOWN}
          columns={[
            { head: "Row", isNumber: true, cell: ({ line }) => count(line) },
            { head: "Reason", class: "break", cell: ({ reason }) => reason },
          ]}
        />
      </Scroll>
    </section>
  );
}
