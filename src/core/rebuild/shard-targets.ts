// The new segments of a rebuild, by the shards whose points they get.
// The decision: points of one segment stay in one shard, unless the segment is from before a split. Then its points are
// counted first, so that each new segment gets as much memory as it needs.
import { runInSlices } from "../../scheduling/slices.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import type { Segments } from "../segment/segments.ts";
import { countsOf, isUndivided } from "../segment/undivided.ts";
import { type DividedShard, partsOf } from "../slots/shard-division.ts";
import { shardOf } from "../slots/shard-of.ts";

export interface ShardTargets {
  readonly targets: readonly CollectionSegment[];
  /** The most points that they get. */
  readonly points: number;
  /** Tells whether they get the point in a slot of a source; null: they get all. */
  readonly getsSlot: ((source: CollectionSegment, slot: number) => boolean) | null;
}

/**
 * Creates invisible segments for the live points of the sources; they have no memory yet.
 * @param sources segments of one shard, which may have been split since they were chosen
 */
export async function targetsFor(
  segments: Segments,
  sources: readonly CollectionSegment[],
): Promise<readonly ShardTargets[]> {
  const { shards } = segments;
  const [first] = sources;
  const live = sources.reduce((sum, { ids }) => sum + ids.size, 0);
  if (!isUndivided(first!, segments))
    return [{ targets: createFor(segments, first!, live), points: live, getsSlot: null }];
  const counts = new Array<number>(shards).fill(0);
  for (const source of sources)
    for (const [shard, points] of (await runInSlices(countsOf(source, shards))).entries())
      counts[shard]! += points;
  return partsOf(first!, shards).map((shard) => ({
    targets: createFor(segments, { shard, division: shards }, counts[shard]!),
    points: counts[shard]!,
    getsSlot: ({ ids }, slot) => shardOf(ids.bySlot, slot, shards) === shard,
  }));
}

function createFor(segments: Segments, of: DividedShard, points: number): CollectionSegment[] {
  const first = segments.create(of);
  const count = Math.max(1, Math.ceil(points / first.limit));
  return [first, ...Array.from({ length: count - 1 }, () => segments.create(of))];
}
