// Copies the newest checkpoint of a cluster to the empty directory of a new server, before anything of it is opened.
// The decision: a checkpoint that was removed meanwhile is not missed, because two newer ones are there then. The newest
// is copied instead, from its beginning. All other errors end the start.
import { StartRefused } from "../errors/server.ts";
import type { Logger } from "../log/logger.ts";
import { unlessAborted, untilAborted } from "../scheduling/until-aborted.ts";
import type { CheckpointStore } from "../storage/checkpoint-store.ts";
import type { FileSystem } from "../storage/fs.ts";
import { installCopy, isReadyForCopy, removeIncompleteCopy } from "../storage/incoming-copy.ts";

interface CopyParts {
  readonly store: CheckpointStore;
  readonly fs: FileSystem;
  readonly dataDir: string;
  readonly log: Pick<Logger, "info" | "warn">;
  /** Is told the LSN of each checkpoint before it is copied, so that the log is kept from there on. */
  readonly onFound: (lsn: number) => Promise<void>;
  /** Ends the copy. */
  readonly signal: AbortSignal;
}

/** How many checkpoints in a row may be removed while they are copied. */
const ATTEMPTS = 5;

/**
 * Does nothing if the directory has data, or there is no checkpoint.
 * @throws StartRefused, the reason of the signal; then nothing of the copy is left
 */
export async function copyCheckpoint(parts: CopyParts): Promise<void> {
  const { store, fs, dataDir, log, onFound, signal } = parts;
  if (!isReadyForCopy(fs, dataDir)) return;
  for (let attempt = 1; ; attempt++) {
    const newest = await unlessAborted(store.newest(), signal).catch((error: Error) => {
      throw refusal(error.message, error);
    });
    if (newest === null) return;
    const { name } = newest;
    await onFound(newest.lsn);
    log.info({ name }, "copying the newest checkpoint of the cluster");
    try {
      const { files, bytes, lsn } = await installCopy(fs, dataDir, untilAborted(store.get(name), signal));
      log.info({ name, files, bytes, lsn }, "the checkpoint is copied");
      return;
    } catch (error) {
      const { message } = error as Error;
      removeIncompleteCopy(fs, dataDir);
      signal.throwIfAborted();
      if (attempt === ATTEMPTS || !(await isRemoved(store, name)))
        throw refusal(`${name}: ${message}`, error);
      log.warn({ name, problem: message }, "the checkpoint was removed while it was copied");
    }
  }
}

/** Whether a checkpoint is there no more; false if that cannot be told. */
async function isRemoved(store: CheckpointStore, name: string): Promise<boolean> {
  const known = await store.list().catch(() => null);
  return known?.every((one) => one.name !== name) ?? false;
}

function refusal(why: string, cause: unknown): StartRefused {
  return new StartRefused(`cluster.checkpoints: ${why}`, { cause });
}
