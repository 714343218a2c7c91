// Writes and reads snapshots in a thread of its own.
// The decision: like the thread of checkpoints, it exists only while a snapshot is made or read.
import { Remote } from "../threads/remote.ts";
import { spawnThread } from "../threads/spawn.ts";
import type { SnapshotHead } from "./snapshot-file.ts";
import { SNAPSHOTS, type Snapshots } from "./snapshots.ts";

/** Calls `work` with the snapshots of a directory. */
type UseSnapshots<Head extends Created> = <T>(
  work: (snapshots: SnapshotCalls<Head>) => Promise<T>,
) => Promise<T>;

interface Created {
  readonly created: string;
}

/** The methods that the thread serves. */
type SnapshotCalls<Head extends Created> = Pick<
  Snapshots<Head>,
  | "begin"
  | "append"
  | "finish"
  | "abandon"
  | "tidy"
  | "list"
  | "find"
  | "remove"
  | "bytes"
  | "open"
  | "next"
  | "close"
>;

/**
 * Returns the snapshots of a directory, in a thread. Arguments are copied to it unless they are in shared memory.
 * @param folder of the data directory in which they are
 */
export function snapshotThread<Head extends Created = SnapshotHead>(
  dataDir: string,
  folder = SNAPSHOTS,
): UseSnapshots<Head> {
  let thread: Remote<Snapshots<Head>> | null = null;
  let users = 0;
  return async (work) => {
    thread ??= new Remote(spawnThread("storage/snapshot-worker", { dataDir, folder }));
    users++;
    const current = thread;
    try {
      return await work(callsOf(current));
    } finally {
      if (--users === 0) {
        thread = null;
        await current.terminate();
      }
    }
  };
}

function callsOf<Head extends Created>(thread: Remote<Snapshots<Head>>): SnapshotCalls<Head> {
  return {
    begin: (head) => thread.call("begin", head),
    append: (name, records) => thread.call("append", name, records),
    finish: (name, points) => thread.call("finish", name, points),
    abandon: (name) => thread.call("abandon", name),
    tidy: () => thread.call("tidy"),
    list: () => thread.call("list"),
    find: (name) => thread.call("find", name),
    remove: (name) => thread.call("remove", name),
    bytes: (name, offset, length) => thread.call("bytes", name, offset, length),
    open: (name) => thread.call("open", name),
    next: (reader) => thread.call("next", reader),
    close: (reader) => thread.call("close", reader),
  };
}
