// Counts the vectors of live points, each named vector for itself.
// The decision: segments keep the count as points come and go, so reading it costs nothing. The vectors of an unloaded
// collection are counted in its files when it is about to be restored.
import { DamagedFile } from "../../errors/failures.ts";
import { runInSlices } from "../../scheduling/slices.ts";
import type { Checkpoints } from "../../storage/checkpoints.ts";
import { decodeSlots } from "../formats/slot-records.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import type { Segments } from "../segment/segments.ts";
import { allBits, countBits, subtract } from "../slots/bits.ts";
import { partsOf } from "../slots/shard-division.ts";
import type { Collection } from "./collection.ts";

/**
 * Checks a limit before many vectors begin to count at once; throws to refuse them.
 * @param more by how many the count will grow in the end
 * @param most how many are added before those that they replace are removed
 */
export type VectorAdmission = (more: number, most: number) => Promise<void>;

/** Returns the vectors in the shards whose points are all here. */
export function vectorsOf({ segments, local }: Collection): number {
  const present = new Set(segments.byShard.filter((_, shard) => local.has(shard)).flat());
  return [...present].reduce((sum, { vectors }) => sum + vectors.live, 0);
}

/** Returns the vectors of a shard; null: not all of its points are here. */
export function vectorsIn({ segments, local }: Collection, shard: number): number | null {
  if (!local.has(shard)) return null;
  return inShard(segments, shard, ({ vectors }) => vectors.live);
}

/** Returns the points of a shard; those of segments from before a split are shared out evenly. */
export function pointsIn(segments: Segments, shard: number): number {
  return inShard(segments, shard, ({ ids }) => ids.size);
}

/** Adds up a count of the segments of a shard. Of a segment from before a split each of its shards gets a share. */
function inShard(
  { byShard, shards }: Segments,
  shard: number,
  countOf: (segment: CollectionSegment) => number,
): number {
  return byShard[shard]!.reduce((sum, segment) => {
    const parts = partsOf(segment, shards);
    // The shares of all parts add up to the count.
    return sum + Math.floor((countOf(segment) + parts.indexOf(shard)) / parts.length);
  }, 0);
}

/** Returns the vectors of the collections that count. */
export function liveVectors(collections: readonly Collection[]): number {
  return collections.filter(counts).reduce((sum, collection) => sum + vectorsOf(collection), 0);
}

/** Returns the most vectors that logged records will add to them. */
export function dueVectors(collections: readonly Collection[]): number {
  return collections.filter(counts).reduce((sum, { vectorsDue }) => sum + vectorsDue, 0);
}

/** Whether the vectors of the collection count: those of one that is marked as deleted do not. */
export function counts({ lastingState }: Collection): boolean {
  return lastingState.kind !== "marked";
}

/** Returns the number of vectors that restoring a marked collection brings back; 0 if its files are damaged. */
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

async function savedVectors({ uuid, saved }: Collection, checkpoints: Checkpoints): Promise<number> {
  const { segments } = await checkpoints.manifest(uuid, saved!.manifest!);
  let vectors = 0;
  for (const { slots, dead, points, fields } of segments) {
    const { absent } = await runInSlices(
      decodeSlots(await runInSlices(checkpoints.read(points)), fields.length),
    );
    for (const [column, lacking] of absent.entries()) {
      if (fields[column]!.removed) continue;
      vectors += countBits(subtract(subtract(allBits(slots), dead), lacking));
    }
  }
  return vectors;
}
