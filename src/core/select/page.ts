// A page of the points of a collection, by id: integers first, then UUIDs.
import type { PointId } from "../../schema/leaf.ts";
import type { Filter } from "../filter/filter.ts";
import { compareIds, PackedIds } from "../point-id.ts";
import type { Segments } from "../segments.ts";
import { type SlotRef, slotOf } from "../slot-ref.ts";
import { refsOf, selections } from "./matching.ts";

export interface PageQuery {
  readonly filter: Filter | null;
  /** The first id that may be on it; null: the smallest there is. */
  readonly from: PointId | null;
  readonly limit: number;
}

export interface Page {
  readonly slots: SlotRef[];
  /** The id with which the next page begins; null when this is the last. */
  readonly next: PointId | null;
}

export async function page(segments: Segments, { filter, from, limit }: PageQuery): Promise<Page> {
  const places = refsOf(await selections(segments, filter)).map((ref) => {
    const { ids } = segments.at(ref);
    return { ref, ids: ids.bySlot, slot: slotOf(ref) };
  });
  const first = from === null ? null : PackedIds.pack([from]);
  const rest = first ? places.filter(({ ids, slot }) => compareIds(ids, slot, first, 0) >= 0) : places;
  rest.sort((a, b) => compareIds(a.ids, a.slot, b.ids, b.slot));
  const after = rest[limit];
  return {
    slots: rest.slice(0, limit).map(({ ref }) => ref),
    next: after ? after.ids.at(after.slot) : null,
  };
}
