// Makes the state again from the log: what a checkpoint has not.
// The decision: one batch is read while the one before is applied. What the log overwrote is given back on the way as it
// was then, or a restart would take more memory than the run before.
import { StartRefused } from "../../errors/server.ts";
import type { Log, LogRecord } from "../../storage/log.ts";
import type { Registry } from "./registry.ts";

export interface ReplayParts {
  readonly log: Log;
  readonly registry: Registry;
  /** Resolves when segments that were due have been made anew. */
  readonly optimized: () => Promise<void>;
  readonly closing: () => boolean;
}

/** @returns bytes that were replayed; null when the database was closed meanwhile */
export async function replayLog(
  { log, registry, optimized, closing }: ReplayParts,
  fromLsn: number,
): Promise<number | null> {
  let bytes = 0;
  let next = log.read(fromLsn);
  for (let records = await next; records.length > 0; records = await next) {
    next = log.read(records.at(-1)!.lsn + 1);
    // Should replaying fail, its own error is the one to hear about.
    next.catch(() => {});
    await replayBatch(registry, records);
    await optimized();
    if (closing()) return null;
    bytes += records.reduce((sum, { body }) => sum + body.length, 0);
  }
  return bytes;
}

async function replayBatch(registry: Registry, records: readonly LogRecord[]): Promise<void> {
  const applied: Promise<void>[] = [];
  for (const record of records) {
    try {
      // A collection that cannot take its points reports itself as damaged; the others go on.
      applied.push(registry.replay(record).catch(() => {}));
    } catch (cause) {
      throw new StartRefused(
        `The log cannot be applied from LSN ${record.lsn} on: ${(cause as Error).message}. ` +
          "Nothing has been changed; start the version that wrote it.",
        { cause },
      );
    }
  }
  await Promise.all(applied);
}
