// Segments from before a split, which have points of several shards until a rebuild divides them.
// The decision: they stay in use. Reads of all of their shards read them as they are, ids are found in them, and they
// take no new points. Nothing is copied when a collection is split, and the rebuild runs in the background.
import { runInSlices, type Sliced } from "../../scheduling/slices.ts";
import type { PackedIds } from "../slots/point-id.ts";
import { shardOf } from "../slots/shard-of.ts";
import type { CollectionSegment } from "./segment.ts";
import type { Segments } from "./segments.ts";

/** Slots whose ids are read between two yields. */
const SLOTS_PER_YIELD = 2 ** 12;

/** Whether the segment has points of several shards. */
export function isUndivided({ division }: CollectionSegment, { shards }: Pick<Segments, "shards">): boolean {
  return division < shards;
}

/** Drops all points of a shard, once no read uses them. No operation may be applied meanwhile. */
export async function clearShard(segments: Segments, shard: number): Promise<void> {
  const all = segments.byShard[shard]!;
  const own = all.filter((segment) => !isUndivided(segment, segments));
  segments.capacity.restart(shard);
  // If the engine fails, their memory is released with it.
  void segments
    .replace(own, [])()
    .catch(() => {});
  for (const segment of all) {
    if (!isUndivided(segment, segments)) continue;
    await segments.remove({ ids: await runInSlices(idsOfShard(segment, shard, segments.shards)) });
  }
}

/** Returns the ids of the points of a shard in a segment. */
function* idsOfShard({ ids }: CollectionSegment, shard: number, shards: number): Sliced<PackedIds> {
  const slots: number[] = [];
  for (let slot = 0; slot < ids.slots; slot++) {
    if (slot % SLOTS_PER_YIELD === SLOTS_PER_YIELD - 1) yield;
    if (ids.isCurrent(slot) && shardOf(ids.bySlot, slot, shards) === shard) slots.push(slot);
  }
  return ids.bySlot.pick(slots);
}

/** Counts the points of each shard in a segment. */
export function* countsOf({ ids }: CollectionSegment, shards: number): Sliced<number[]> {
  const counts = new Array<number>(shards).fill(0);
  for (let slot = 0; slot < ids.slots; slot++) {
    if (slot % SLOTS_PER_YIELD === SLOTS_PER_YIELD - 1) yield;
    if (ids.isCurrent(slot)) counts[shardOf(ids.bySlot, slot, shards)]!++;
  }
  return counts;
}
