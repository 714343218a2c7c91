// Why a collection cannot be used any more, or will need time at the next start, in the words that clients are told.
import { DamagedFile, DiskFull, OutOfMemory } from "../../errors/failures.ts";

/**
 * Of an operation that was logged but could not be applied, or of files that could not be loaded.
 * @param uuid of the collection: ids are hashed with it, and clients are not told
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

/** Of a collection with damaged files; a disk that nobody but this server has touched never makes it necessary. */
export const RESTORED_FROM_LOG = "is restored from the log, which has all of it";

/** Of graphs that a checkpoint has left out. */
export function graphsUnsavedText(count: number): string {
  const graphs = count === 1 ? "a graph was" : `${count} graphs were`;
  return `${graphs} not saved: there is no memory for a copy. The next start builds what is missing; raise the memory limit`;
}
