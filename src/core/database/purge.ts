// Removes deleted data for good: from files of points, from checkpoints, from the log, and what waits to be restored.
// The decision: nothing is overwritten. Segments that have dead points, or payloads that were replaced, are made anew, and
// two checkpoints then push every file and every log segment that still has them out of both kept generations. What is deleted when this begins is in no
// file when it ends; the blocks that the files had are the file system's and the disk's affair.
import { CollectionDamaged } from "../../errors/failures.ts";
import { VectorDbError } from "../../errors/vector-db-error.ts";
import { type Checkpoints, GENERATIONS } from "../../storage/checkpoints.ts";
import type { Log } from "../../storage/log.ts";
import type { Lifecycle } from "../catalogue/lifecycle.ts";
import type { Registry } from "../catalogue/registry.ts";
import type { CheckpointReport } from "../checkpoint/checkpointer.ts";
import type { Optimizer } from "./optimizer.ts";

interface PurgeParts {
  readonly registry: Registry;
  readonly lifecycle: Lifecycle;
  readonly optimizer: Optimizer;
  readonly log: Log;
  readonly checkpoints: Checkpoints;
  readonly checkpoint: () => Promise<CheckpointReport>;
}

/** What is there no more. */
export interface PurgeReport {
  /** Collections that were marked as deleted and could have been restored. */
  readonly collections: number;
  /** Places of points that had been deleted or overwritten; not those that only got another payload. */
  readonly points: number;
  readonly logBytes: number;
  /** Of files of collections and checkpoints, and of copies of damaged and earlier files. */
  readonly fileBytes: number;
}

/**
 * @throws CollectionDamaged when there is one that cannot be made anew: then nothing was changed
 * @throws VectorDbError when something is left
 */
export async function purge(parts: PurgeParts): Promise<PurgeReport> {
  const { lifecycle, log, checkpoints } = parts;
  refuseDamaged(parts);
  const before = await checkpoints.sizeBytes();
  const collections = await lifecycle.dropMarked();
  const points = await renewAll(parts);
  await log.roll();
  // Of collections that were dropped and could not be removed then.
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

/** What could not be saved anew or removed still has what was deleted. */
function refuseFaults(faults: readonly string[]): void {
  if (faults.length === 0) return;
  throw new VectorDbError(
    "INTERNAL",
    `deleted data is left in files, purge again when they can be removed: ${faults.join("; ")}`,
  );
}

/** The files of a damaged collection are all that is left of it, and what the log has of it cannot be removed either. */
function refuseDamaged({ registry }: PurgeParts): void {
  for (const { name, state, damage } of registry.all()) {
    if (damage === null || state.kind === "marked") continue;
    throw new CollectionDamaged(`${damage.reason}; nothing was purged: delete collection ${name} first`, {
      cause: damage.cause,
    });
  }
}

async function renewAll({ registry, optimizer }: PurgeParts): Promise<number> {
  let points = 0;
  for (const collection of registry.all()) {
    try {
      points += await optimizer.renew(collection.upkeep);
    } catch (error) {
      if (registry.has(collection)) throw error;
    }
  }
  return points;
}
