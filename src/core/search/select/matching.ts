// The points of a collection that satisfy a filter, wherever they are.
// The decision: which slots hold the points is taken down for all segments at once, before any payload is read; so a
// point that moves meanwhile is checked once, in its old segment.
import type { CancelSignal } from "../../../scheduling/cancel.ts";
import type { Sliced } from "../../../scheduling/slices.ts";
import type { Filter } from "../../filter/filter.ts";
import type { ReadSegments } from "../../segment/read-segments.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import { type Bits, countBits, eachSlot } from "../../slots/bits.ts";
import { type PointRef, pointRef } from "../../slots/point-ref.ts";
import { knownMatches, select } from "./select.ts";

/** Slots of one segment. */
export interface Selection {
  readonly segment: CollectionSegment;
  /** The bits must not be changed. */
  readonly slots: Bits;
}

/** Returns the points that satisfy the filter, by segment. They can be read until the caller's reading is done. */
export async function selections(
  segments: ReadSegments,
  filter: Filter | null,
  signal?: CancelSignal,
): Promise<Selection[]> {
  const all = segments.all.map((segment) => ({ segment, slots: segment.visibleSlots() }));
  if (filter === null) return all;
  return segments.reading(() =>
    Promise.all(
      all.map(async ({ segment, slots }) => ({
        segment,
        slots: await select(segment, filter, slots, signal),
      })),
    ),
  );
}

/**
 * Returns the same at once, without memory for sets and for as long as nothing is written, if a cached result of each
 * segment says it; otherwise null.
 */
export function knownSelections(segments: ReadSegments, filter: Filter | null): Selection[] | null {
  const selected: Selection[] = [];
  for (const segment of withSlots(segments)) {
    const all = segment.visibleSlots();
    const slots = filter === null ? all : knownMatches(segment, filter, all);
    if (slots === null) return null;
    selected.push({ segment, slots });
  }
  return selected;
}

/** Tells whether a search with the filter needs no plan, because cached results of all segments say what matches. */
export function isKnown(segments: ReadSegments, filter: Filter): boolean {
  return withSlots(segments).every(
    (segment) => knownMatches(segment, filter, segment.searchableSlots()) !== null,
  );
}

function withSlots({ all }: ReadSegments): CollectionSegment[] {
  return all.filter(({ ids }) => ids.slots > 0);
}

/** Slots that are processed between two yields. */
const SLOTS_PER_YIELD = 2 ** 13;

/** Returns the point references of all of them. */
export function* refsOf(selected: readonly Selection[]): Sliced<PointRef[]> {
  const refs: PointRef[] = [];
  for (const { segment, slots } of selected) {
    for (const slot of eachSlot(slots))
      if (refs.push(pointRef(segment.number, slot)) % SLOTS_PER_YIELD === 0) yield;
  }
  return refs;
}

/** The sizes of shared sets, which never change, so that cached results are counted once. */
const sizes = new WeakMap<Bits, number>();

export function countOf(selected: readonly Selection[]): number {
  return selected.reduce((sum, { slots }) => sum + sizeOf(slots), 0);
}

function sizeOf(slots: Bits): number {
  const size = sizes.get(slots) ?? countBits(slots);
  sizes.set(slots, size);
  return size;
}
