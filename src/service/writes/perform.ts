// Runs the writes of a request, one or several.
// The decision: a single write that reads no points runs beside others. One that reads a few points by their ids runs
// beside those of other points. All else runs alone in its collection. With a limit of vectors a write that adds some
// may have to read points after all, to know how many it really adds.

import type { Committed } from "../../core/catalogue/commits.ts";
import type { RunStep, WritePoints } from "../../core/catalogue/writer.ts";
import type { Collection } from "../../core/collection/collection.ts";
import type { Database } from "../../core/database/database.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { runAll } from "./batch.ts";
import type { Change } from "./change.ts";
import { keyOf } from "./selection.ts";
import type { VectorCap } from "./vector-cap.ts";
import { maxAddedBy, NeedsExactCount, VectorReservation } from "./vector-reservation.ts";

/** The most points of a write that runs beside others which read other points. */
const NAMED_POINTS = 64;

/**
 * @param cap null: the number of vectors is not limited
 * @param signal cancels the search for points
 */
export async function perform(
  database: Database,
  cap: VectorCap | null,
  collection: Collection,
  changes: readonly Change[],
  signal?: CancelSignal,
): Promise<Committed[]> {
  const reservation = cap === null || maxAddedBy(changes) === 0 ? null : new VectorReservation(cap, changes);
  try {
    const [first, ...others] = changes;
    if (first?.reads === "none" && others.length === 0) {
      const committed = await runBeside(database, collection, first, reservation);
      if (committed !== null) return [committed];
    }
    const admit = async () => reservation?.reserveExactly(collection, changes, signal);
    const work = (_: WritePoints, runStep: RunStep) => runAll(collection, changes, runStep, admit, signal);
    return await database.rewrite(collection, work, reservation === null ? pointsOf(changes) : null);
  } finally {
    reservation?.release();
  }
}

/** Returns the names of all points that the changes read; null: they are many, or unknown. */
function pointsOf([first, ...others]: readonly Change[]): string[] | null {
  const reads = first && others.length === 0 ? first.reads : "unknown";
  return typeof reads === "string" || reads.length > NAMED_POINTS ? null : reads.map(keyOf);
}

/** Runs the change beside others. @returns null if it has to read points first */
async function runBeside(
  database: Database,
  collection: Collection,
  change: Change,
  reservation: VectorReservation | null,
): Promise<Committed | null> {
  const admit = reservation ? () => reservation.reserve() : undefined;
  try {
    return await change.run((draft, slots) => database.write(collection, draft, slots, admit));
  } catch (error) {
    if (error instanceof NeedsExactCount) return null;
    throw error;
  }
}
