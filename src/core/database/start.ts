// Starts a database: loads the newest checkpoint, then replays the later records of the log.
// The decision: nothing is removed or written before the log has been found intact, because until then the start may be
// refused. Data that only the log has is created again from it, with its files. Graphs are held meanwhile: the first
// requests are answered sooner, and the first searches compare what was replayed.
import type { Engine } from "../../engine/engine.ts";
import { StartRefused } from "../../errors/server.ts";
import type { Checkpoints } from "../../storage/checkpoints.ts";
import type { Log, LogRecord, LogReport } from "../../storage/log.ts";
import type { Root } from "../../storage/manifest.ts";
import type { Registry } from "../catalogue/registry.ts";
import { type Fault, type Loaded, loadCheckpoint } from "../checkpoint/load.ts";
import type { Deletions } from "../snapshot/deletions.ts";

interface StartParts extends ReplayParts {
  readonly engine: Pick<Engine, "holdGraphs">;
  readonly checkpoints: Checkpoints | undefined;
  readonly deletions: Deletions;
}

export interface LoadReport extends LogReport {
  /** The damage of saved files, each in a sentence. */
  readonly faults: readonly string[];
}

interface Started {
  readonly report: LoadReport;
  /** The roots of the existing checkpoints, newest first. */
  readonly roots: readonly Root[];
  /** The replayed bytes of records. */
  readonly replayed: number;
}

/** Milliseconds after a start until its garbage is collected. */
export const TIDY_MS = 1000;

const NO_CHECKPOINT: Loaded = { roots: [], fromLsn: 1, faults: [] };

/**
 * Starts a database.
 * @returns null if the database was closed meanwhile
 * @throws StartRefused if acknowledged data of the log is damaged
 */
export async function bringUp({
  checkpoints,
  engine,
  deletions,
  ...parts
}: StartParts): Promise<Started | null> {
  const { log, registry, closing } = parts;
  const hold = (held: boolean) => void engine.holdGraphs(held).catch(() => {}); // fails where the writer has ended
  hold(true);
  const loaded = checkpoints ? await loadCheckpoint(checkpoints, { registry, log, closing }) : NO_CHECKPOINT;
  if (closing()) return null;
  const { roots, fromLsn, faults } = loaded;
  const report = await log.open(fromLsn).catch((error: Error) => {
    throw withFaults(error, faults);
  });
  if (checkpoints && roots.length === 0 && report.lastLsn === 0) await refuseLeftovers(checkpoints);
  await checkpoints?.removeUnknown(registry.everything().map(({ uuid }) => uuid));
  const replayed = await replayLog(parts, Math.max(fromLsn, report.firstLsn));
  if (replayed === null) return null;
  hold(false);
  // A collection that was dropped after the checkpoint has no files, which is no fault.
  const unloaded = new Set<string | null>([null, ...registry.everything().map(({ uuid }) => uuid)]);
  const texts = faults.filter(({ collection }) => unloaded.has(collection)).map(({ text }) => text);
  texts.push(...(await deletions.start((uuid) => registry.withUuid(uuid)?.lsn)));
  return { report: { ...report, faults: texts }, roots, replayed };
}

/** Throws if neither checkpoints nor the log know of any collection, but files exist: they must not be removed. */
async function refuseLeftovers(checkpoints: Checkpoints): Promise<void> {
  if (await checkpoints.isEmpty()) return;
  throw new StartRefused(
    "The data directory has files of collections, but neither a checkpoint that can be read nor a log that tells of them: " +
      "nothing was removed. Restore the directories checkpoints and wal, or all of it from a backup; to begin with no data instead, " +
      "move the directory collections away.",
  );
}

/**
 * Adds to an error about missing records of the log why they are needed: the checkpoint that had their data is damaged.
 */
function withFaults(error: Error, faults: readonly Fault[]): Error {
  if (!(error instanceof StartRefused) || faults.length === 0) return error;
  return new StartRefused(`${error.message}. Besides: ${faults.map(({ text }) => text).join("; ")}`, {
    cause: error,
  });
}

// Replays the records of the log that a checkpoint lacks. One batch is read while the one before is applied. Segments
// with much garbage are rebuilt during the replay (optimizer.ts), since a restart would otherwise take far more memory
// than the run before it.
interface ReplayParts {
  readonly log: Log;
  readonly registry: Registry;
  /** Resolves when due rebuilds are done. */
  readonly optimized: () => Promise<void>;
  readonly closing: () => boolean;
}

/** Replays the log. @returns the replayed bytes; null if the database was closed meanwhile */
async function replayLog(
  { log, registry, optimized, closing }: ReplayParts,
  fromLsn: number,
): Promise<number | null> {
  let bytes = 0;
  let next = log.read(fromLsn);
  for (let records = await next; records.length > 0; records = await next) {
    next = log.read(records.at(-1)!.lsn + 1);
    // If the replay fails, its own error is reported.
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
      // A collection that cannot apply its records reports itself as damaged; the others continue.
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
