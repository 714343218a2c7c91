// Captures the state of a collection between two of its operations, for a checkpoint.
// The decision: a capture consists of counts and one copied bit for each slot. Everything else is written once and
// does not change, except payloads and versions: if one changes before it is saved, the segment keeps the earlier one
// (slot-changes.ts).
import type { Collection } from "../collection/collection.ts";
import type { CollectionState } from "../collection/collection-state.ts";
import type { CollectionConfig } from "../config/types.ts";
import type { SomeShards } from "../slots/shard-division.ts";
import { limitGraphs, releaseGraphs } from "./save-graph.ts";
import { indexesHaveGrown } from "./save-index.ts";
import type { CapturedSegment } from "./save-parts.ts";

interface CapturedCollection {
  /** The LSN of the last operation on points that it contains. */
  readonly lsn: number;
  readonly state: CollectionState;
  readonly config: CollectionConfig;
  readonly configured: number;
  /** The shards whose points it contains; undefined: all. */
  readonly shards: SomeShards | undefined;
  readonly segments: readonly CapturedSegment[];
}

/** Captures the collection. From then on its graphs take no further slots; see save-graph.ts. */
export async function capture(collection: Collection): Promise<CapturedCollection> {
  let captured: CapturedCollection | undefined;
  await collection.exclusively(async () => {
    captured = take(collection);
    for (const { segment } of captured.segments) limitGraphs(segment);
  });
  return captured!;
}

function take({
  applied,
  lastingState,
  config,
  configured,
  segments,
  local,
}: Collection): CapturedCollection {
  const filled = segments.all.filter((segment) => segment.ids.slots > 0 && local.hasPartOf(segment));
  for (const { changes, saved } of filled) changes.capture(saved?.slots ?? 0);
  return {
    lsn: applied,
    state: lastingState,
    config,
    configured,
    shards: local.areEverywhere ? undefined : { shards: local.present, division: segments.shards },
    segments: filled.map((segment) => ({
      segment,
      shards: segments.shards,
      fields: segment.vectors.all,
      slots: segment.ids.slots,
      payloadBytes: segment.payloads.end,
      dead: segment.deadSlots(),
      open: segments.capacity.isLast(segment),
      touched: segment.touched.begin(),
    })),
  };
}

/** Ends what a capture has begun. */
export function release({ segments }: Pick<CapturedCollection, "segments">): void {
  for (const { segment, touched } of segments) {
    segment.changes.release();
    segment.touched.end(touched);
    releaseGraphs(segment);
  }
}

/** Whether anything of the collection but its graphs and payload indexes differs from its last checkpoint. */
export function hasChanged({ lsn, saved, savedSegments, segments, local, isUnloaded }: Collection): boolean {
  if (saved === null || saved.manifest === null || lsn > saved.covered) return true;
  // A shard without points may have been copied, which is in no record.
  if (local.present.some((shard) => !local.isSaved(shard))) return true;
  if (isUnloaded) return false;
  const numbers = new Set(segments.all.map(({ number }) => number));
  if (savedSegments.some((number) => !numbers.has(number))) return true;
  return segments.all.some(
    ({ ids, saved, vectors }) =>
      (ids.slots > 0 && saved === null) ||
      vectors.all.some(({ index, column }) => index.isMeasuredSince(saved?.fields[column])),
  );
}

/** Whether a graph or a payload index contains more slots than its copy in the last checkpoint. */
export function hasGrown({ segments }: Collection): Promise<boolean> {
  return segments.reading(async () => {
    for (const segment of segments.all) {
      if (indexesHaveGrown(segment)) return true;
      for (const { index, column } of segment.vectors.all)
        if (await index.hasGrown(segment.saved?.fields[column])) return true;
    }
    return false;
  });
}
