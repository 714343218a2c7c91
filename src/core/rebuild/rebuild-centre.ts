// Where the 8-bit codes of segments that are made from others count from: the mean of some of all their vectors.
// The decision: a segment by itself takes its centre from the first vectors it gets. Of a rebuild these are the oldest, and
// data that has drifted since would have a bad centre for ever; here all vectors are known.
import { meanOf } from "../../engine/centre.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import { spreadSlots } from "../slots/slot-sample.ts";

/** Vectors that are read of all sources together, or one of each where there are more. */
const SAMPLE = 256;

/** Tells the segments that are to be made from the sources; they must not have been written to. */
export async function centreCodes(
  sources: readonly CollectionSegment[],
  made: readonly CollectionSegment[],
): Promise<void> {
  const share = Math.max(1, Math.floor(SAMPLE / sources.length));
  for (const [i, { field, spec }] of made[0]!.vectors.all.entries()) {
    if (spec.encoding !== "int8") continue;
    const rows: number[] = [];
    for (const source of sources) {
      const slots = spreadSlots(source.ids.slots, share, (slot) => source.ids.isCurrent(slot));
      const { vectors } = await source.vectors.read(field.name, slots);
      for (const value of vectors) rows.push(value);
    }
    if (rows.length === 0) continue;
    const centre = meanOf(Float32Array.from(rows), spec.dimension);
    for (const { vectors } of made) vectors.all[i]!.spec = { ...vectors.all[i]!.spec, centre };
  }
}
