// Opens a database in a page, or in a worker of one: in memory, or under a name that lasts.
// The decision: what is in memory runs in the thread that calls, what has a name in a worker of its own, which alone may
// have files. Either is loaded when it is asked for.
import type { Values, VectorDb } from "../embedded/types.ts";
import { removeFiles } from "./opfs.ts";
import { checkName, type OpenOptions, settingsOf } from "./options.ts";
import { openInWorker } from "./remote-database.ts";

/**
 * Opens a database. What was acknowledged under its name before is there when the promise resolves.
 * @throws VectorDbError of code START_REFUSED: the name is open elsewhere, cannot be used, or is damaged; INVALID_ARGUMENT
 */
export function open(options: OpenOptions & { readonly vectors: "float32" }): Promise<VectorDb<Float32Array>>;
export function open(options?: OpenOptions): Promise<VectorDb>;
export async function open(options: OpenOptions = {}): Promise<VectorDb<Values>> {
  const settings = settingsOf(options, {
    isIsolated: globalThis.crossOriginIsolated === true && typeof Worker === "function",
    cores: globalThis.navigator?.hardwareConcurrency ?? 1,
  });
  const { onWarning = () => {} } = options;
  if (settings.name !== undefined) return openInWorker(settings.name, settings, onWarning);
  const { openDatabase } = await import("./database.ts");
  // What a page has to do besides comes before the next slice of indexing.
  const later = (work: () => void) => setTimeout(work, 0);
  return openDatabase(settings, { files: null, later, onWarning, release: () => {} });
}

/** Removes what is kept under a name, for good. @throws VectorDbError of code START_REFUSED while it is open */
export async function removeDatabase(name: string): Promise<void> {
  checkName(name);
  await removeFiles(name);
}
