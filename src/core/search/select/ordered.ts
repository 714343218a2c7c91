// Returns points in the order of a number or a datetime in their payload.
// The decision: a point with several values occurs once for each value. Equal values are in the order of ids;
// descending order reverses both. Only indexed fields can be ordered by, so that no request sorts a large collection by
// accident.
import { NoFieldIndex } from "../../../errors/query.ts";
import { type CancelSignal, pauseUnlessCancelled } from "../../../scheduling/cancel.ts";
import { runInSlices } from "../../../scheduling/slices.ts";
import { ORDERED_TYPES } from "../../../shared/payload-indexes.ts";
import type { Filter, Integer } from "../../filter/filter.ts";
import type { IndexedField, IndexedFields } from "../../index/indexed-fields.ts";
import { NumberIndex } from "../../index/number-index.ts";
import { compareIdsOf } from "../../segment/point-refs.ts";
import type { ReadSegments } from "../../segment/read-segments.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import { type Bits, countBits, forEachSlot, hasBit, intersect, noBits, setBit } from "../../slots/bits.ts";
import { type PointRef, pointRef, segmentOf, slotOf } from "../../slots/point-ref.ts";
import { readValues } from "./field-values.ts";
import { selections } from "./matching.ts";
import { Smallest } from "./smallest.ts";

export interface OrderQuery {
  /** The canonical text of the path. */
  readonly path: string;
  readonly direction: "asc" | "desc";
  /** The first value to return; for a datetime, microseconds since 1970. */
  readonly startFrom?: Integer | null;
  readonly filter?: Filter | null;
  readonly limit: number;
  /** Restricts the result to these points. */
  readonly refs?: readonly PointRef[];
}

export interface OrderedPoint {
  readonly ref: PointRef;
  /** For a datetime, microseconds since 1970. */
  readonly value: Integer;
}

/** Up to this number of points are looked up one by one; for more, the index is read from its first value on. */
const MAX_SORTED_SLOTS = 4096;
/** Index entries that are read before a pause. */
const ENTRIES_PER_SLICE = 8192;

/** Returns the index whose values order the points. @throws NoFieldIndex */
function orderIndex(indexed: IndexedFields, path: string): IndexedField {
  const field = indexed.get(path);
  if (!field || !ORDERED_TYPES.includes(field.params.type)) throw new NoFieldIndex("order_by", path);
  if ("range" in field.params && field.params.range === false) throw new NoFieldIndex("order_by", path);
  return field;
}

export async function ordered(
  segments: ReadSegments,
  query: OrderQuery,
  signal: CancelSignal,
): Promise<OrderedPoint[]> {
  const field = orderIndex(segments.indexed, query.path);
  const first = new Smallest<OrderedPoint>(query.limit, inOrder(segments, query.direction));
  for (const { segment, slots } of await selections(segments, query.filter ?? null, signal)) {
    const eligible = query.refs ? intersect(slotsAmong(query.refs, segment), slots) : slots;
    const add = (slot: number, value: Integer) => {
      if (isBehindStart(value, query)) first.add({ ref: pointRef(segment.number, slot), value });
    };
    const entry = segment.indexes.entry(query.path);
    if (entry?.isComplete && entry.index instanceof NumberIndex) {
      await addFromIndex(entry.index, eligible, query, { add, first, signal });
    } else {
      for await (const { slot, keys } of readValues(segment, field, eligible, signal))
        for (const key of keys) add(slot, key as Integer);
    }
    await pauseUnlessCancelled(signal);
  }
  return runInSlices(first.take(), signal);
}

/** The output of an ordered read, with its limit and its cancel signal. */
interface OrderSink {
  readonly add: (slot: number, value: Integer) => void;
  readonly first: Smallest<OrderedPoint>;
  readonly signal: CancelSignal;
}

async function addFromIndex(
  index: NumberIndex,
  slots: Bits,
  query: OrderQuery,
  { add, first, signal }: OrderSink,
) {
  if (countBits(slots) <= MAX_SORTED_SLOTS) {
    forEachSlot(slots, (slot) => {
      for (const value of index.values(slot)) add(slot, value);
    });
    return;
  }
  const { direction, startFrom = null } = query;
  let steps = 0;
  for (const { value, slot } of index.walk(
    direction === "desc",
    startFrom === null ? null : Number(startFrom),
  )) {
    if (first.last && sign(direction) * compare(value, Number(first.last.value)) > 0) return;
    if (hasBit(slots, slot)) for (const exact of index.valuesAs(slot, value)) add(slot, exact);
    if (++steps % ENTRIES_PER_SLICE === 0) await pauseUnlessCancelled(signal);
  }
}

function slotsAmong(refs: readonly PointRef[], segment: CollectionSegment): Bits {
  const bits = noBits(segment.ids.slots);
  for (const ref of refs) if (segmentOf(ref) === segment.number) setBit(bits, slotOf(ref));
  return bits;
}

function isBehindStart(value: Integer, { direction, startFrom = null }: OrderQuery): boolean {
  return startFrom === null || sign(direction) * compare(value, startFrom) >= 0;
}

function inOrder(segments: ReadSegments, direction: OrderQuery["direction"]) {
  const at = (ref: PointRef) => segments.at(ref);
  return (a: OrderedPoint, b: OrderedPoint): number =>
    sign(direction) * (compare(a.value, b.value) || compareIdsOf(a.ref, b.ref, at));
}

function sign(direction: OrderQuery["direction"]): number {
  return direction === "asc" ? 1 : -1;
}

function compare(a: Integer, b: Integer): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
