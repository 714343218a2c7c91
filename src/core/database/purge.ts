// Removes deleted data permanently: from files of points, from checkpoints and from the log, and also collections and
// points that could still be restored.
// The decision: nothing is overwritten. Segments with deleted slots or replaced payloads are rebuilt. Two checkpoints
// then remove every file and every WAL segment with deleted data from both kept generations. Afterwards no file has
// data that was deleted before the purge; the former blocks of the files are the responsibility of file system and
// disk.
import { CollectionDamaged } from "../../errors/failures.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { type Checkpoints, GENERATIONS } from "../../storage/checkpoints.ts";
import type { Log } from "../../storage/log.ts";
import type { Lifecycle } from "../catalogue/lifecycle.ts";
import type { Registry } from "../catalogue/registry.ts";
import type { CheckpointReport } from "../checkpoint/checkpointer.ts";
import type { Deletions } from "../snapshot/deletions.ts";
import type { Optimizer } from "./optimizer.ts";

interface PurgeParts {
  readonly registry: Registry;
  readonly lifecycle: Lifecycle;
  readonly deletions: Deletions;
  readonly optimizer: Optimizer;
  readonly log: Log;
  readonly checkpoints: Checkpoints;
  readonly checkpoint: () => Promise<CheckpointReport>;
}

/** The deleted data that was removed. */
export interface PurgeReport {
  /** Collections that were marked as deleted and could have been restored. */
  readonly collections: number;
  /** Slots of points that had been deleted or overwritten, without those of which only the payload was replaced. */
  readonly points: number;
  readonly logBytes: number;
  /** Bytes in files of collections, checkpoints and deleted points, and in copies of damaged and earlier files. */
  readonly fileBytes: number;
}

/**
 * Removes deleted data.
 * @throws CollectionDamaged if a collection cannot be rebuilt; then nothing was changed
 * @throws VectorDbError if deleted data is left
 */
export async function purge(parts: PurgeParts): Promise<PurgeReport> {
  const { lifecycle, deletions, log, checkpoints } = parts;
  refuseDamaged(parts);
  const before = await checkpoints.sizeBytes();
  const collections = await lifecycle.dropMarked();
  await deletions.purge();
  const points = await rebuildCollections(parts);
  await log.roll();
  // The files of collections that were dropped earlier and could not be removed then.
  await checkpoints.removeUnknown(parts.registry.everything().map(({ uuid }) => uuid));
  let logBytes = 0;
  for (let generation = 0; generation < GENERATIONS; generation++) {
    const { trimmedBytes, faults } = await parts.checkpoint();
    logBytes += trimmedBytes;
    if (generation === GENERATIONS - 1) refuseFaults(faults);
  }
  await checkpoints.removeCopies();
  const fileBytes = Math.max(0, before - (await checkpoints.sizeBytes()));
  return { collections, points, logBytes, fileBytes };
}

/** Throws if there are faults: a file that could not be saved again or removed still has deleted data. */
function refuseFaults(faults: readonly string[]): void {
  if (faults.length === 0) return;
  throw new VectorDbError(
    "INTERNAL",
    `deleted data is left in files, purge again when they can be removed: ${faults.join("; ")}`,
  );
}

/**
 * Throws if a collection is damaged: its files are all that is left of it, and its records of the log cannot be
 * removed.
 */
function refuseDamaged({ registry }: PurgeParts): void {
  for (const { name, state, damage } of registry.all()) {
    if (damage === null || state.kind === "marked") continue;
    throw new CollectionDamaged(`${damage.reason}; nothing was purged: delete collection ${name} first`, {
      cause: damage.cause,
    });
  }
}

async function rebuildCollections({ registry, optimizer }: PurgeParts): Promise<number> {
  let points = 0;
  for (const collection of registry.all()) {
    try {
      points += await optimizer.rebuildAll(collection.upkeep);
    } catch (error) {
      if (registry.has(collection)) throw error;
    }
  }
  return points;
}

/** Removes the files of a dropped collection, which must not come back without them. */
export async function discardFiles(
  uuid: string,
  { log, checkpoints, deletions }: DiscardParts,
): Promise<void> {
  await log.sync();
  deletions.forgetAllOf(uuid);
  await checkpoints?.discard(uuid);
}

interface DiscardParts extends Pick<PurgeParts, "deletions"> {
  readonly log: Pick<Log, "sync">;
  readonly checkpoints: Checkpoints | undefined;
}
