// Opens a database in a page, or in a worker of a page: in memory, or stored under a name.
// The decision: a database in memory runs in the calling thread. A stored one runs in a dedicated worker, because
// browsers give files to these only. The code of either is loaded when it is used.
import type { Values, VectorDb } from "../embedded/types.ts";
import { removeFiles } from "./opfs.ts";
import { checkName, type OpenOptions, settingsOf } from "./options.ts";
import { openInWorker } from "./remote-database.ts";

/**
 * Opens a database. All acknowledged writes under its name are loaded when the promise resolves.
 * @throws VectorDbError of code START_REFUSED: the name is open elsewhere, cannot be used, or its data is damaged;
 * INVALID_ARGUMENT
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
  // Other tasks of the page run before the next slice of indexing.
  const later = (work: () => void) => setTimeout(work, 0);
  return openDatabase(settings, { files: null, later, onWarning, release: () => {} });
}

/** Deletes the database that is stored under a name. @throws VectorDbError of code START_REFUSED while it is open */
export async function removeDatabase(name: string): Promise<void> {
  checkName(name);
  await removeFiles(name);
}
