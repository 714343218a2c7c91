// The texts for clients that say why a collection cannot be used, or why the next start will take longer.
import { DamagedFile, DiskFull, OutOfMemory } from "../../errors/failures.ts";

/**
 * Returns why an operation of the log could not be applied, or why files could not be loaded.
 * @param uuid the UUID of the collection, which is removed from the text: ids are hashed with it, so clients must not
 * see it
 */
export function reasonOf(cause: unknown, uuid: string): string {
  if (cause instanceof DamagedFile) return cause.damage.replace(`${uuid}/`, "");
  if (cause instanceof OutOfMemory) {
    return "out of memory while applying the log; give the server more memory and restart it";
  }
  if (cause instanceof DiskFull) {
    return "no space left on device while applying the log; make room and restart the server";
  }
  return "the engine failed while applying the log; restart the server";
}

/** Reported for a collection with damaged files; on a disk that only this server writes to it is never needed. */
export const RESTORED_FROM_LOG = "is restored from the log, which has all of it";

/** Returns the text about graphs that a checkpoint has left out. */
export function graphsUnsavedText(count: number): string {
  const graphs = count === 1 ? "a graph was" : `${count} graphs were`;
  return `${graphs} not saved: there is no memory for a copy. The next start builds what is missing; raise the memory limit`;
}
