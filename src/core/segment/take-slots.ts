// Gives the points of an upsert their slots: each goes to the open segment of its shard.
// The decision: this runs in slices, with other work in between, and each slice leaves the counts of taken and of
// reserved slots right.
import { isSliceOver, pause } from "../../scheduling/pause.ts";
import { type PendingTombstones, unlink } from "./pending-tombstones.ts";
import type { SegmentList } from "./segment-list.ts";
import type { ShardCapacities } from "./shard-capacities.ts";
import type { OnTaken, TakenSlots } from "./taken-slots.ts";

interface SlotSite {
  readonly list: SegmentList;
  readonly capacity: ShardCapacities;
  /** Gets the slots that the points had in other segments. */
  readonly tombstones: PendingTombstones;
  readonly onTaken: OnTaken;
}

export async function takeSlots(
  added: TakenSlots,
  { list, capacity, tombstones, onTaken }: SlotSite,
): Promise<void> {
  const { ids } = added.points;
  for (let from = 0; from < ids.length; ) {
    if (from > 0 && isSliceOver()) await pause();
    const open = capacity.of(added.shardOf(from));
    const segment = open.next();
    const to = added.sliceEnd(from, segment.freeSlots);
    const others = list.ofId(ids, from);
    for (let i = from; i < to; i++) unlink(others, ids, i, tombstones, segment);
    // At this moment: other writes would count the slots neither as taken nor as reserved, or as both.
    open.release(to - from);
    onTaken(added.take(segment, from, to));
    from = to;
  }
}
