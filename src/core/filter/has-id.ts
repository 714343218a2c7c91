// The condition that a point's id is among some. The decision: ids are kept in the spelling in which points have them, in
// a set, so that asking it of each of many points costs the same however many ids there are.
import type { PointId } from "../../schema/leaf.ts";
import { PackedIds } from "../slots/point-id.ts";
import type { Condition } from "./filter.ts";
import { LargeSet, LONG_LIST } from "./large-set.ts";

/** @param ids in any spelling */
export function hasId(ids: readonly PointId[]): Condition {
  if (ids.length > LONG_LIST) return { kind: "has_id", ids: new LargeSet(ids, asKept) };
  const packed = PackedIds.pack(ids);
  return { kind: "has_id", ids: new Set(Array.from({ length: packed.length }, (_, i) => packed.at(i))) };
}

const asKept = (id: PointId): PointId => (typeof id === "number" ? id : PackedIds.pack([id]).at(0));
