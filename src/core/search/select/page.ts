// A page of the points of a collection, by id: integers first, then UUIDs.
// The decision: ids are read in order, and points that have to be checked are checked on the way, until the page is
// full: a page costs what is on it, however many points there are behind it. Where a filter leaves few points, these
// are put in order by themselves. What is on the page is what was there when it was asked for.

import { type CancelSignal, pauseUnlessCancelled } from "../../../scheduling/cancel.ts";
import { isSliceOver } from "../../../scheduling/pause.ts";
import type { PointId } from "../../../schema/leaf.ts";
import type { Filter } from "../../filter/filter.ts";
import type { ReadSegments } from "../../segment/read-segments.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import { type Bits, countBits, hasBit, slotsIn, union } from "../../slots/bits.ts";
import { compareIds, PackedIds } from "../../slots/point-id.ts";
import { type PointRef, pointRef } from "../../slots/point-ref.ts";
import { candidates } from "./select.ts";
import { passes } from "./verify.ts";

export interface PageQuery {
  readonly filter: Filter | null;
  /** The smallest id that may be on the page; null: any. */
  readonly from: PointId | null;
  readonly limit: number;
  /** Whether the payloads of the points will be read next, so that another server sends them along. */
  readonly payloads?: boolean;
}

export interface PointPage {
  readonly refs: PointRef[];
  /** The id with which the next page begins; null after the last page. */
  readonly next: PointId | null;
}

/** The points of a segment that may be on a page. */
interface Source {
  readonly segment: CollectionSegment;
  readonly possible: Bits;
  readonly sure: Bits;
}

interface PageEntry {
  readonly source: Source;
  readonly slot: number;
}

/** Yields points in order; null: many points were skipped, and other tasks may run. */
type Walk = Iterator<PageEntry | null, void>;

/**
 * Up to this number of slots are sorted for one page; for more, the order of the whole segment is computed and kept.
 */
const MAX_SORTED_SLOTS = 4096;
/** Points that are checked before a pause. */
const POINTS_PER_SLICE = 1024;

export async function page(
  segments: ReadSegments,
  { filter, from, limit }: PageQuery,
  signal: CancelSignal,
): Promise<PointPage> {
  const sources = await Promise.all(segments.all.map((segment) => sourceOf(segment, filter, signal)));
  const first = from === null ? null : PackedIds.pack([from]);
  const walks = await Promise.all(sources.map((source) => walkOf(source, first, filter === null)));
  const inOrder = walks.length === 1 ? walks[0]! : merged(walks);
  const found: PageEntry[] = [];
  for (;;) {
    const slice = await take(inOrder, Math.min(POINTS_PER_SLICE, limit + 1), signal);
    if (slice.length === 0) break;
    for (const entry of await matchingOf(slice, filter, signal)) found.push(entry);
    if (found.length > limit) break;
    await pauseUnlessCancelled(signal);
  }
  const after = found[limit];
  return {
    refs: found.slice(0, limit).map(({ source, slot }) => pointRef(source.segment.number, slot)),
    next: after ? after.source.segment.ids.idOf(after.slot) : null,
  };
}

/** Points of a page that is read at once. */
const MAX_POINTS_NOW = 1024;

/**
 * Returns a page of all points at once, if they are in one segment whose order is known; otherwise null. The point
 * references are valid until the caller waits.
 */
export function pageNow(segments: ReadSegments, { from, limit }: PageQuery): PointPage | null {
  const [segment] = segments.all;
  if (segment === undefined || segments.all.length > 1 || limit > MAX_POINTS_NOW) return null;
  if (segment.ids.size <= MAX_SORTED_SLOTS || !segment.idOrder.isComplete) return null;
  const first = from === null ? null : PackedIds.pack([from]);
  const visible = segment.visibleSlots();
  const refs: PointRef[] = [];
  let passedOver = 0;
  for (const slot of segment.idOrder.walk(first)) {
    if (!hasBit(visible, slot)) {
      if (++passedOver === MAX_POINTS_NOW) return null;
    } else if (refs.length === limit) return { refs, next: segment.ids.idOf(slot) };
    else refs.push(pointRef(segment.number, slot));
  }
  return { refs, next: null };
}

async function sourceOf(
  segment: CollectionSegment,
  filter: Filter | null,
  signal: CancelSignal,
): Promise<Source> {
  const slots = segment.visibleSlots();
  if (filter === null) return { segment, possible: slots, sure: slots };
  const { sure, open } = await candidates(segment, filter, slots, signal);
  return { segment, possible: open ? union(open, sure) : sure, sure };
}

/** Returns the point references of a source from an id on, in order. @param isWhole whether all its points are in it */
async function walkOf(source: Source, from: PackedIds | null, isWhole: boolean): Promise<Walk> {
  const { segment, possible } = source;
  if ((isWhole ? segment.ids.size : countBits(possible)) > MAX_SORTED_SLOTS) {
    await segment.idOrder.extend();
    return entriesOf(source, segment.idOrder.walk(from));
  }
  const ids = segment.ids.bySlot;
  const slots = slotsIn(possible).filter((slot) => from === null || compareIds(ids, slot, from, 0) >= 0);
  return entriesOf(
    source,
    slots.sort((a, b) => segment.ids.compare(a, b)),
  );
}

function* entriesOf(source: Source, slots: Iterable<number>): Generator<PageEntry | null, void> {
  let passedOver = 0;
  for (const slot of slots) {
    if (hasBit(source.possible, slot)) yield { source, slot };
    else if (++passedOver % POINTS_PER_SLICE === 0) yield null;
  }
}

/** Merges the points of all segments in the order of their ids. */
function* merged(walks: readonly Walk[]): Generator<PageEntry | null, void> {
  const heads: (PageEntry | null)[] = [];
  for (const walk of walks) heads.push(yield* headOf(walk));
  for (;;) {
    let best = -1;
    heads.forEach((head, i) => {
      if (head && (best < 0 || compare(head, heads[best]!) < 0)) best = i;
    });
    if (best < 0) return;
    yield heads[best]!;
    heads[best] = yield* headOf(walks[best]!);
  }
}

/** Returns the next point reference, or null after the last. */
function* headOf(walk: Walk): Generator<null, PageEntry | null> {
  for (let next = walk.next(); !next.done; next = walk.next()) {
    if (next.value) return next.value;
    yield null;
  }
  return null;
}

function compare(a: PageEntry, b: PageEntry): number {
  return compareIds(a.source.segment.ids.bySlot, a.slot, b.source.segment.ids.bySlot, b.slot);
}

async function take(walk: Walk, count: number, signal: CancelSignal): Promise<PageEntry[]> {
  const entries: PageEntry[] = [];
  for (let next = walk.next(); !next.done; next = walk.next()) {
    if (next.value && entries.push(next.value) === count) break;
    if (!next.value && isSliceOver()) await pauseUnlessCancelled(signal);
  }
  return entries;
}

/** Returns the points that satisfy the filter, in the same order. */
async function matchingOf(
  slice: PageEntry[],
  filter: Filter | null,
  signal: CancelSignal,
): Promise<PageEntry[]> {
  if (filter === null) return slice;
  const bySource = new Map<Source, number[]>();
  for (const { source, slot } of slice) {
    if (hasBit(source.sure, slot)) continue;
    const open = bySource.get(source);
    if (open) open.push(slot);
    else bySource.set(source, [slot]);
  }
  const failed = new Map<Source, Set<number>>();
  for (const [source, slots] of bySource) {
    const passed = await passes(source.segment, filter, slots, signal);
    failed.set(source, new Set(slots.filter((_, i) => !passed[i])));
  }
  return slice.filter(({ source, slot }) => !failed.get(source)?.has(slot));
}
