// Chooses the segments of a shard that should be rebuilt, if any.
// The decision: dead points come first, then dead payloads, then segments built for another configuration, then too
// many segments. Merges take segments of about the same size, so a point is copied once each time sizes double, and a
// large segment is not copied because of a few small ones. No rebuild leaves the condition that caused it, so
// planning ends.

import type { SegmentSettings } from "../config/segment-settings.ts";
import type { CollectionSegment } from "../segment/segment.ts";

/** The members of a segment that the plan uses. */
type SegmentSize = Pick<CollectionSegment, "dead" | "waste"> & {
  readonly ids: { readonly slots: number; readonly size: number };
};

/**
 * @param isOpen whether points can still be added to the segment
 * @param isOutdated whether it was made for another configuration
 * @returns the segments that should become one, or null
 */
export function planRebuild<S extends SegmentSize>(
  segments: readonly S[],
  isOpen: (segment: S) => boolean,
  settings: SegmentSettings,
  isOutdated: (segment: S) => boolean = () => false,
): S[] | null {
  const limit = settings.maxSlots;
  const sealed = segments.filter((segment) => !isOpen(segment));
  const empty = sealed.filter(({ ids }) => ids.size === 0);
  if (empty.length > 0) return empty;
  const worst = mostDead(segments.filter(({ ids }) => ids.slots >= settings.vacuumMinSlots));
  if (worst && deadShare(worst) > settings.deletedThreshold) return [worst];
  const wasteful = segments.find(({ waste }) => waste > settings.deletedThreshold);
  if (wasteful) return [wasteful];
  const outdated = segments.find(isOutdated);
  if (outdated) return [outdated];
  const needed = Math.ceil(points(sealed) / limit);
  return sealed.length - needed > settings.spareSegments ? alike(sealed, limit) : null;
}

function deadShare({ dead, ids }: SegmentSize): number {
  return dead / Math.max(1, ids.slots);
}

function mostDead<S extends SegmentSize>(segments: readonly S[]): S | undefined {
  return [...segments].sort((a, b) => deadShare(b) - deadShare(a))[0];
}

/** Returns the smallest segments that fit into one, without any that is larger than all smaller ones together. */
function alike<S extends SegmentSize>(segments: readonly S[], limit: number): S[] | null {
  const chosen: S[] = [];
  for (const segment of [...segments].sort((a, b) => a.ids.size - b.ids.size)) {
    if (points(chosen) + segment.ids.size > limit) break;
    chosen.push(segment);
  }
  while (chosen.length > 1 && chosen.at(-1)!.ids.size > points(chosen.slice(0, -1))) chosen.pop();
  return chosen.length > 1 ? chosen : null;
}

function points(segments: readonly SegmentSize[]): number {
  return segments.reduce((sum, { ids }) => sum + ids.size, 0);
}
