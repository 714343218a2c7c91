// Points in the order of a number or a moment in their payload.
// The decision: a point with several values is there once for each; equal values are in the order of ids, and both turn
// round together. Only an indexed field has an order, so that nobody sorts a large collection by accident.
import { NoFieldIndex } from "../../errors.ts";
import type { FieldType } from "../../schema/payload-index.ts";
import type { IndexedField, IndexedFields } from "../field-index/indexed-fields.ts";
import type { Filter, Integer } from "../filter/filter.ts";
import { compareIds } from "../point-id.ts";
import type { Segments } from "../segments.ts";
import { type SlotRef, slotOf } from "../slot-ref.ts";
import { fieldValues } from "./field-values.ts";
import { refsOf, selections } from "./matching.ts";

export interface OrderQuery {
  /** The canonical text of the path. */
  readonly path: string;
  readonly direction: "asc" | "desc";
  /** The first value that may be there; of a datetime, microseconds since 1970. */
  readonly startFrom?: Integer | null;
  readonly filter?: Filter | null;
  readonly limit: number;
  /** Only these points. */
  readonly slots?: readonly SlotRef[];
}

export interface OrderedPoint {
  readonly slot: SlotRef;
  /** Of a datetime, microseconds since 1970. */
  readonly value: Integer;
}

const ORDERED: readonly FieldType[] = ["integer", "float", "datetime"];

/** The index that gives points an order. @throws NoFieldIndex */
export function orderIndex(indexed: IndexedFields, path: string): IndexedField {
  const field = indexed.get(path);
  const { params } = field ?? {};
  if (
    !field ||
    !params ||
    !ORDERED.includes(params.type) ||
    (params.type === "integer" && params.range === false)
  )
    throw new NoFieldIndex("order_by", path);
  return field;
}

export async function ordered(segments: Segments, query: OrderQuery): Promise<OrderedPoint[]> {
  const { path, direction, startFrom = null, filter = null, limit, slots } = query;
  const field = orderIndex(segments.indexed, path);
  const wanted = slots && new Set(slots);
  const all = refsOf(await selections(segments, filter));
  const valued = await fieldValues(segments, field, wanted ? all.filter((ref) => wanted.has(ref)) : all);
  const points = valued.flatMap(({ slot, keys }) => keys.map((value) => ({ slot, value: value as Integer })));
  const sign = direction === "asc" ? 1 : -1;
  const rest =
    startFrom === null ? points : points.filter(({ value }) => sign * compare(value, startFrom) >= 0);
  const compareIdsOf = (a: SlotRef, b: SlotRef) =>
    compareIds(segments.at(a).ids.bySlot, slotOf(a), segments.at(b).ids.bySlot, slotOf(b));
  rest.sort((a, b) => sign * (compare(a.value, b.value) || compareIdsOf(a.slot, b.slot)));
  return rest.slice(0, limit);
}

function compare(a: Integer, b: Integer): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
