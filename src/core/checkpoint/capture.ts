// A collection as it is between two of its operations: what a checkpoint takes of it at once.
// The decision: counts, and a copy of a bit for each slot. Nothing else changes once it is written but payloads, with the
// versions: of those that are still to be saved the segment notes what it had, should they change before (slot-changes.ts).
import type { Collection } from "../collection/collection.ts";
import type { CollectionState } from "../collection/collection-state.ts";
import type { CollectionConfig } from "../config/types.ts";
import { holdGraphs } from "./save-graph.ts";
import type { CapturedSegment } from "./save-segment.ts";

interface CapturedCollection {
  /** All operations on points up to here are in it. */
  readonly lsn: number;
  readonly state: CollectionState;
  readonly config: CollectionConfig;
  readonly segments: readonly CapturedSegment[];
}

/** Graphs take no further slots from then on; see save-graph.ts. */
export async function capture(collection: Collection): Promise<CapturedCollection> {
  let captured: CapturedCollection | undefined;
  await collection.exclusively(async () => {
    captured = take(collection);
    for (const { segment } of captured.segments) holdGraphs(segment);
  });
  return captured!;
}

function take({ applied, lastingState, config, segments }: Collection): CapturedCollection {
  const filled = segments.all.filter(({ ids }) => ids.slots > 0);
  for (const { changes, saved } of filled) changes.catch(saved?.slots ?? 0);
  return {
    lsn: applied,
    state: lastingState,
    config,
    segments: filled.map((segment) => ({
      segment,
      slots: segment.ids.slots,
      payloadBytes: segment.payloads.end,
      dead: segment.deadSlots(),
      open: segments.capacity.last === segment,
    })),
  };
}

/** Whether anything of the collection is other than its last checkpoint has it, besides how far graphs are. */
export function hasChanged({ lsn, saved, savedSegments, segments, isUnloaded }: Collection): boolean {
  if (saved === null || saved.manifest === null || lsn > saved.covered) return true;
  if (isUnloaded) return false;
  const numbers = new Set(segments.all.map(({ number }) => number));
  if (savedSegments.some((number) => !numbers.has(number))) return true;
  return segments.all.some((segment) => segment.ids.slots > 0 && segment.saved === null);
}

/** Whether a graph covers more slots than the last checkpoint has it cover. */
export async function graphsHaveGrown({ segments }: Collection): Promise<boolean> {
  for (const segment of segments.all) {
    for (const [i, { index }] of segment.vectors.all.entries())
      if (await index.hasGrown(segment.saved?.fields[i])) return true;
  }
  return false;
}
