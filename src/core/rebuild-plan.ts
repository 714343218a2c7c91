// Which segments of a collection should be made anew, if any.
// The decision: what is dead comes first, then what is many. Neither leaves behind what it looks for, so planning again
// after a rebuild comes to an end.
import type { Segment } from "./segment.ts";
import type { SegmentSettings } from "./segment-settings.ts";

/** What is looked at of a segment. */
export type SegmentSize = Pick<Segment, "dead"> & {
  readonly ids: { readonly slots: number; readonly size: number };
};

/** A segment with less than this part of what fits is small. */
const SMALL_SHARE = 0.1;

/**
 * @param isOpen whether points can still be added to the segment
 * @param limit the most slots of a segment
 * @returns the segments that should become one, or null
 */
export function planRebuild<S extends SegmentSize>(
  segments: readonly S[],
  isOpen: (segment: S) => boolean,
  limit: number,
  settings: SegmentSettings,
): S[] | null {
  const sealed = segments.filter((segment) => !isOpen(segment));
  const empty = sealed.filter(({ ids }) => ids.size === 0);
  if (empty.length > 0) return empty;
  const worst = mostDead(segments.filter(({ ids }) => ids.slots >= settings.vacuumMinSlots));
  if (worst && deadShare(worst) > settings.deletedThreshold) return [worst];
  const small = sealed.filter(({ ids }) => ids.size < limit * SMALL_SHARE);
  return small.length > settings.maxSmallSegments ? thatFit(small, limit) : null;
}

function deadShare({ dead, ids }: SegmentSize): number {
  return dead / Math.max(1, ids.slots);
}

function mostDead<S extends SegmentSize>(segments: readonly S[]): S | undefined {
  return [...segments].sort((a, b) => deadShare(b) - deadShare(a))[0];
}

/** The smallest of them that fit into one together. */
function thatFit<S extends SegmentSize>(segments: readonly S[], limit: number): S[] {
  let points = 0;
  return [...segments]
    .sort((a, b) => a.ids.size - b.ids.size)
    .filter(({ ids }) => {
      points += ids.size;
      return points <= limit;
    });
}
