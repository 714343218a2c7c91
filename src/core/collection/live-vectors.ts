// How many vectors there are: each unnamed one, and each named one of a point, of the points that are there.
// The decision: segments keep count as their points come and go, so it costs nothing to ask; only of a collection that
// rests in its files nobody has counted, and it is asked when it is about to come back.
import { DamagedFile } from "../../errors/failures.ts";
import { runInSlices } from "../../scheduling/slices.ts";
import type { Checkpoints } from "../../storage/checkpoints.ts";
import { decodeSlots } from "../formats/slot-records.ts";
import { allBits, countBits, subtract } from "../slots/bits.ts";
import type { Collection } from "./collection.ts";

/**
 * Is asked before vectors that are not counted become so all at once; refuses by throwing.
 * @param more how many more there will be in the end
 * @param most how many come, not minding those that go for them
 */
export type Admission = (more: number, most: number) => Promise<void>;

/** The vectors of a collection that are in memory. */
export function vectorsOf({ segments }: Collection): number {
  return segments.all.reduce((sum, { vectors }) => sum + vectors.live, 0);
}

/** Whether its vectors are there for anybody. */
export function counts({ lastingState }: Collection): boolean {
  return lastingState.kind !== "marked";
}

/** The vectors that a collection which is marked as deleted brings back; none where its files are damaged. */
export async function vectorsToRestore(
  collection: Collection,
  checkpoints: Checkpoints | undefined,
): Promise<number> {
  await collection.settled();
  if (!collection.isUnloaded || !checkpoints) return vectorsOf(collection) + collection.vectorsDue;
  try {
    return await savedVectors(collection, checkpoints);
  } catch (error) {
    if (error instanceof DamagedFile) return 0;
    throw error;
  }
}

async function savedVectors({ uuid, saved, fields }: Collection, checkpoints: Checkpoints): Promise<number> {
  const { segments } = await checkpoints.manifest(uuid, saved!.manifest!);
  let vectors = 0;
  for (const { slots, dead, points } of segments) {
    const { absent } = await runInSlices(
      decodeSlots(await runInSlices(checkpoints.read(points)), fields.length),
    );
    for (const lacking of absent) vectors += countBits(subtract(subtract(allBits(slots), dead), lacking));
  }
  return vectors;
}
