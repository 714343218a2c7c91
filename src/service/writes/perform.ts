// Runs the writes of a request, one or several.
// The decision: only a single write that reads no points runs beside others; all else runs alone in its collection.
// With a limit of vectors such a write may have to read points after all, to know how many vectors it really adds.

import type { Committed } from "../../core/catalogue/writer.ts";
import type { Collection } from "../../core/collection/collection.ts";
import type { Database } from "../../core/database/database.ts";
import type { CancelSignal } from "../../scheduling/cancel.ts";
import { runAll } from "./batch.ts";
import type { Change } from "./change.ts";
import type { VectorCap } from "./vector-cap.ts";
import { maxAddedBy, NeedsExactCount, VectorReservation } from "./vector-reservation.ts";

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
    if (first?.readsPoints === false && others.length === 0) {
      const committed = await runBeside(database, collection, first, reservation);
      if (committed !== null) return [committed];
    }
    return await database.rewrite(collection, (write) =>
      runAll(
        collection,
        changes,
        write,
        async () => reservation?.reserveExactly(collection, changes, signal),
        signal,
      ),
    );
  } finally {
    reservation?.release();
  }
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
