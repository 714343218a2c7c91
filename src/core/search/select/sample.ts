// Draws a random sample of the points of a collection.
// The decision: the sample is uniform and without repetition. It uses the random numbers of the platform, because no
// stored state depends on it. Points are drawn by their rank among the matching points, so a small sample of many is
// cheap.
import type { CancelSignal } from "../../../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../../../scheduling/slices.ts";
import type { Filter } from "../../filter/filter.ts";
import type { ReadSegments } from "../../segment/read-segments.ts";
import { eachSlot } from "../../slots/bits.ts";
import { type PointRef, pointRef } from "../../slots/point-ref.ts";
import { countOf, type Selection, selections } from "./matching.ts";

export interface Sample {
  /** In the order in which they were drawn. */
  readonly refs: PointRef[];
  /** The number of points of which they were drawn. */
  readonly total: number;
}

export async function sample(
  segments: ReadSegments,
  filter: Filter | null,
  count: number,
  signal: CancelSignal,
): Promise<Sample> {
  const selected = await selections(segments, filter, signal);
  const total = countOf(selected);
  return { total, refs: await runInSlices(refsOf(draw(total, count), selected), signal) };
}

/** Slots that are processed between two yields. */
const SLOTS_PER_YIELD = 2 ** 13;

function* refsOf(drawn: ReadonlyMap<number, number>, selected: readonly Selection[]): Sliced<PointRef[]> {
  const refs = new Array<PointRef>(drawn.size);
  let rank = 0;
  for (const { segment, slots } of selected) {
    for (const slot of eachSlot(slots)) {
      const at = drawn.get(rank++);
      if (at !== undefined) refs[at] = pointRef(segment.number, slot);
      if (rank % SLOTS_PER_YIELD === 0) yield;
    }
  }
  return refs;
}

/**
 * Draws distinct numbers below `all`, with the order in which they were drawn. This is the beginning of a shuffle that
 * stores only the moved numbers.
 */
function draw(total: number, count: number): Map<number, number> {
  const moved = new Map<number, number>();
  const drawn = new Map<number, number>();
  for (let i = 0; i < Math.min(total, count); i++) {
    const other = i + Math.floor(Math.random() * (total - i));
    drawn.set(moved.get(other) ?? other, i);
    moved.set(other, moved.get(i) ?? i);
  }
  return drawn;
}
