// The imports of this tab, one for each collection.
// The decision: a run is module state and not part of the component that shows it, so an import continues when its
// screen is left, and returning shows its progress or its result with Undo.
import { computed, signal } from "@preact/signals";
import { percent, plural } from "../../../kit/format.ts";
import { tell } from "../../../kit/toast.tsx";
import { addJob, removeJob } from "../../../shell/jobs.ts";
import { linkTo, route } from "../../../shell/route.ts";
import type { ImportRun } from "./import-run.ts";

interface Import {
  readonly file: File;
  readonly run: ImportRun;
}

export const imports = signal<ReadonlyMap<string, Import>>(new Map());

/** Starts the run and shows it in the shell until it is done. */
export function beginImport(collection: string, file: File, run: ImportRun): void {
  imports.value = new Map([...imports.value, [collection, { file, run }]]);
  const link = linkTo(["collections", collection, "transfer"]);
  const state = computed(() => {
    const { state, read, error } = run.progress.value;
    const isRunning = state === "running";
    const text = isRunning
      ? `Importing ${file.name} ${percent(file.size === 0 ? 1 : read / file.size)}`
      : `Import of ${file.name} stopped`;
    return { text, isRunning, isShown: isRunning || error !== undefined };
  });
  addJob({ id: `import ${collection}`, link, state });
  void continueImport(collection, file, run);
}

/** Continues a run, and shows a message at its end if its screen is not open. */
export async function continueImport(collection: string, file: File, run: ImportRun): Promise<void> {
  await run.go();
  const { state, written } = run.progress.value;
  const isVisible = linkTo(route.value.parts) === linkTo(["collections", collection, "transfer"]);
  if (state === "done" && !isVisible)
    tell(`${plural(written, "point")} of ${file.name} imported into ${collection}`);
}

export function dismissImport(collection: string): void {
  imports.value.get(collection)?.run.close();
  imports.value = new Map([...imports.value].filter(([name]) => name !== collection));
  removeJob(`import ${collection}`);
}
