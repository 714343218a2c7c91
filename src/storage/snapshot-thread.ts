// Writes and reads snapshots in a thread of its own.
// The decision: like the thread of checkpoints, it exists only while a snapshot is made or read.
import { Remote } from "../threads/remote.ts";
import { spawnThread } from "../threads/spawn.ts";
import type { Snapshots } from "./snapshots.ts";

/** Calls `work` with the snapshots of a directory. */
type UseSnapshots = <T>(work: (snapshots: SnapshotCalls) => Promise<T>) => Promise<T>;

/** The methods that the thread serves. */
type SnapshotCalls = Pick<
  Snapshots,
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

/** Returns the snapshots of a directory, in a thread. Arguments are copied to it unless they are in shared memory. */
export function snapshotThread(dataDir: string): UseSnapshots {
  let thread: Remote<Snapshots> | null = null;
  let users = 0;
  return async (work) => {
    thread ??= new Remote(spawnThread("storage/snapshot-worker", { dataDir }));
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

function callsOf(thread: Remote<Snapshots>): SnapshotCalls {
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
