// Brings a database up: the newest checkpoint, then what the log has beyond it.
// The decision: nothing is removed or written before the log has been found whole, because until then the start may be
// refused. What is in the log alone is made anew from it, files and all.
import { StartRefused } from "../../errors/server.ts";
import type { Checkpoints } from "../../storage/checkpoints.ts";
import type { Log, LogRecord, LogReport } from "../../storage/log.ts";
import type { Root } from "../../storage/manifest.ts";
import type { Registry } from "../catalogue/registry.ts";
import { type Fault, type Loaded, loadCheckpoint } from "../checkpoint/load.ts";

interface StartParts extends ReplayParts {
  readonly checkpoints: Checkpoints | undefined;
}

/** What a start found. */
export interface LoadReport extends LogReport {
  /** Of what was saved; each in a sentence. */
  readonly faults: readonly string[];
}

interface Started {
  readonly report: LoadReport;
  /** Of the checkpoints there are, newest first. */
  readonly roots: readonly Root[];
  /** Bytes of records. */
  readonly replayed: number;
}

const NOTHING: Loaded = { roots: [], fromLsn: 1, faults: [] };

/**
 * @returns null when the database was closed meanwhile
 * @throws StartRefused when acknowledged data of the log is damaged
 */
export async function bringUp({ checkpoints, ...parts }: StartParts): Promise<Started | null> {
  const { log, registry, closing } = parts;
  const loaded = checkpoints ? await loadCheckpoint(checkpoints, { registry, log, closing }) : NOTHING;
  if (closing()) return null;
  const { roots, fromLsn, faults } = loaded;
  const report = await log.open(fromLsn).catch((error: Error) => {
    throw withFaults(error, faults);
  });
  if (checkpoints && roots.length === 0 && report.lastLsn === 0) await refuseLeftovers(checkpoints);
  await checkpoints?.removeUnknown(registry.everything().map(({ uuid }) => uuid));
  const replayed = await replayLog(parts, Math.max(fromLsn, report.firstLsn));
  if (replayed === null) return null;
  // The files of a collection that was dropped after the checkpoint are gone, and that is how it should be.
  const left = new Set<string | null>([null, ...registry.everything().map(({ uuid }) => uuid)]);
  const texts = faults.filter(({ collection }) => left.has(collection)).map(({ text }) => text);
  return { report: { ...report, faults: texts }, roots, replayed };
}

/** Neither checkpoints nor the log know of any collection: their files are not removed for that. */
async function refuseLeftovers(checkpoints: Checkpoints): Promise<void> {
  if (await checkpoints.isEmpty()) return;
  throw new StartRefused(
    "The data directory has files of collections, but neither a checkpoint that can be read nor a log that tells of them: " +
      "nothing was removed. Restore the directories checkpoints and wal, or all of it from a backup; to begin with no data instead, " +
      "move the directory collections away.",
  );
}

/** Why a log is needed that is not there any more: the checkpoint that had what it had is damaged. */
function withFaults(error: Error, faults: readonly Fault[]): Error {
  if (!(error instanceof StartRefused) || faults.length === 0) return error;
  return new StartRefused(`${error.message}. Besides: ${faults.map(({ text }) => text).join("; ")}`, {
    cause: error,
  });
}

// Makes the state again from the log: what a checkpoint has not. One batch is read while the one before is applied.
// What the log overwrote is given back on the way as it was then, or a restart would take more memory than the run
// before.
interface ReplayParts {
  readonly log: Log;
  readonly registry: Registry;
  /** Resolves when segments that were due have been made anew. */
  readonly optimized: () => Promise<void>;
  readonly closing: () => boolean;
}

/** @returns bytes that were replayed; null when the database was closed meanwhile */
async function replayLog(
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
