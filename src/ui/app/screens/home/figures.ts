// The figures of collections in the table.
// The decision: figures are kept by name between two updates, so that the table is never empty during one, and only
// those of the given collections are loaded, because a server may have thousands.
import { signal } from "@preact/signals";
import { forEachConcurrently } from "../../../../shared/concurrently.ts";
import { Failure } from "../../api/request.ts";
import { useResource } from "../../api/resource.ts";
import { NOT_FOUND, PRECONDITION_FAILED } from "../../api/statuses.ts";
import { type Info, loadInfo } from "../collection/info.ts";

const POLL_EVERY_MS = 5_000;
const MANY_COLLECTIONS = 100;
const SELDOM_MS = 60_000;
const REQUESTS_AT_A_TIME = 4;
const SHOW_EVERY_MS = 200;
/** The statuses for a collection that was deleted after the list was read. */
const GONE = [NOT_FOUND, PRECONDITION_FAILED];

/** The figures of a collection, or the error of the request for them. */
export type Known = Info | Error;
/** The figures that are known, by the name of the collection. */
export const figures = signal<ReadonlyMap<string, Known>>(new Map());

/** Loads the figures of some collections again and again. */
export function useFigureLoading(names: readonly string[]): void {
  const everyMs = names.length > MANY_COLLECTIONS ? SELDOM_MS : POLL_EVERY_MS;
  useResource((signal) => load(names, signal), [names.join("\n")], everyMs);
}

async function load(names: readonly string[], signal: AbortSignal): Promise<void> {
  const found = new Map<string, Known>();
  const show = (): void => {
    if (!signal.aborted && found.size > 0) figures.value = new Map([...figures.value, ...found]);
    found.clear();
  };
  const timer = setInterval(show, SHOW_EVERY_MS);
  try {
    await forEachConcurrently(names, REQUESTS_AT_A_TIME, async (name) => {
      const info = await loadInfo(name, signal).catch((error: Error) => error);
      signal.throwIfAborted();
      if (!(info instanceof Failure && GONE.includes(info.status))) found.set(name, info);
    });
  } finally {
    clearInterval(timer);
    show();
  }
}
