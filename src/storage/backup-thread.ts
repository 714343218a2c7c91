// Copies a data directory in a thread of its own.
// The decision: like the thread of snapshots, it exists only while a copy is made or removed. A copy that
// is not needed any more is stopped by ending the thread, and its caller removes what it left.
import { Remote } from "../threads/remote.ts";
import { spawnThread } from "../threads/spawn.ts";
import type { BackupCopies } from "./backup-copies.ts";

/** Calls `work` with the copies of a directory, which end with it. */
type UseCopies = <T>(work: (copies: Pick<BackupCopies, "make" | "remove">) => Promise<T>) => Promise<T>;

/**
 * @param entry the script of the thread, above this layer because it knows the records of the log
 * @param data passed to the script
 */
export function backupThread(entry: string, data: { dataDir: string; version: string }): UseCopies {
  return async (work) => {
    const thread = new Remote<BackupCopies>(spawnThread(entry, data));
    try {
      return await work({ make: () => thread.call("make"), remove: () => thread.call("remove") });
    } finally {
      await thread.terminate();
    }
  };
}
