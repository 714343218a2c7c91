// Segments from before a split, which have points of several shards until a rebuild divides them.
// The decision: they stay in use. Reads of all of their shards read them as they are, ids are found in them, and they
// take no new points. Nothing is copied when a collection is split, and the rebuild runs in the background.
import { isSliceOver, pause } from "../../scheduling/pause.ts";
import type { Sliced } from "../../scheduling/slices.ts";
import type { PackedIds } from "../slots/point-id.ts";
import type { DividedShard } from "../slots/shard-division.ts";
import { shardOf } from "../slots/shard-of.ts";
import type { CollectionSegment } from "./segment.ts";
import type { Segments } from "./segments.ts";

/** Slots whose ids are read in one slice. */
const SLOTS_PER_SLICE = 2 ** 12;

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
    for (let from = 0; from < segment.ids.slots; from += SLOTS_PER_SLICE) {
      const ids = idsOfShard(segment, { shard, division: segments.shards }, from);
      if (ids.length > 0) await segments.remove({ ids });
      if (isSliceOver()) await pause();
    }
  }
}

/** Returns the ids of the points of a shard in the slots of a slice. */
function idsOfShard({ ids }: CollectionSegment, { shard, division }: DividedShard, from: number): PackedIds {
  const slots: number[] = [];
  const end = Math.min(ids.slots, from + SLOTS_PER_SLICE);
  for (let slot = from; slot < end; slot++)
    if (ids.isCurrent(slot) && shardOf(ids.bySlot, slot, division) === shard) slots.push(slot);
  return ids.bySlot.pick(slots);
}

/** Counts the points of each shard in a segment. */
export function* countsOf({ ids }: CollectionSegment, shards: number): Sliced<number[]> {
  const counts = new Array<number>(shards).fill(0);
  for (let slot = 0; slot < ids.slots; slot++) {
    if (slot % SLOTS_PER_SLICE === SLOTS_PER_SLICE - 1) yield;
    if (ids.isCurrent(slot)) counts[shardOf(ids.bySlot, slot, shards)]!++;
  }
  return counts;
}
