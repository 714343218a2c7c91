// Some of the points of a collection, drawn at random.
// The decision: no point is likelier than another, and none is drawn twice; chance is the platform's, because
// nothing that is kept depends on it.
import type { Filter } from "../filter/filter.ts";
import type { Segments } from "../segments.ts";
import type { SlotRef } from "../slot-ref.ts";
import { refsOf, selections } from "./matching.ts";

export async function sample(segments: Segments, filter: Filter | null, count: number): Promise<SlotRef[]> {
  const refs = refsOf(await selections(segments, filter));
  const drawn = Math.min(count, refs.length);
  for (let i = 0; i < drawn; i++) {
    const other = i + Math.floor(Math.random() * (refs.length - i));
    [refs[i], refs[other]] = [refs[other]!, refs[i]!];
  }
  return refs.slice(0, drawn);
}
