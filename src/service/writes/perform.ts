// Runs the writes of a request, one or several.
// The decision: only a single one that does not look goes beside others; all else runs alone in its collection. Under a cap
// it may have to look after all, because the cap wants to know what it really adds.
import type { Collection } from "../../core/collection.ts";
import type { Database } from "../../core/database.ts";
import type { Committed } from "../../core/writer.ts";
import type { Wanted } from "../../schema/caller.ts";
import type { VectorCap } from "../vector-cap.ts";
import { runAll } from "./batch.ts";
import type { Change } from "./change.ts";
import { Charge, HasToLook, mostOf } from "./charge.ts";

/**
 * @param cap null: there may be any number of vectors
 * @param wanted until when those that look at points may do so
 */
export async function perform(
  database: Database,
  cap: VectorCap | null,
  collection: Collection,
  changes: readonly Change[],
  wanted?: Wanted,
): Promise<Committed[]> {
  const charge = cap === null || mostOf(changes) === 0 ? null : new Charge(cap, changes);
  try {
    const [first, ...others] = changes;
    if (first?.looks === false && others.length === 0) {
      const committed = await runBeside(database, collection, first, charge);
      if (committed !== null) return [committed];
    }
    return await database.rewrite(collection, (write) =>
      runAll(collection, changes, write, async () => charge?.admit(collection, changes, wanted), wanted),
    );
  } finally {
    charge?.close();
  }
}

/** Runs the change beside others. @returns null when it has to look first */
async function runBeside(
  database: Database,
  collection: Collection,
  change: Change,
  charge: Charge | null,
): Promise<Committed | null> {
  const admit = charge ? () => charge.atOnce() : undefined;
  try {
    return await change.run((draft, slots) => database.write(collection, draft, slots, admit));
  } catch (error) {
    if (error instanceof HasToLook) return null;
    throw error;
  }
}
