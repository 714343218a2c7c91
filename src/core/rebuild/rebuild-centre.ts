// Where the 8-bit codes of segments that are made from others count from: the mean of some of all their vectors.
// The decision: a segment by itself takes its centre from the first vectors it gets. Of a rebuild these are the oldest, and
// data that has drifted since would have a bad centre for ever; here all vectors are known.
import { MeanRow } from "../../engine/centre.ts";
import { denseRows } from "../record/vector-rows.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import { spreadSlots } from "../slots/slot-sample.ts";
import { denseOf } from "../vectors/dense-index.ts";

/** Vectors that are read of all sources together, or one of each where there are more. */
const SAMPLE = 256;
/** Numbers that are read and added at once: a fraction of a millisecond. Vectors may have 65,536. */
const NUMBERS_AT_A_TIME = 2 ** 16;

/**
 * Tells the segments that are to be made from the sources; they must not have been written to.
 * @param pause lets others have the thread for a moment
 */
export async function centreCodes(
  sources: readonly CollectionSegment[],
  made: readonly CollectionSegment[],
  pause: () => Promise<void>,
): Promise<void> {
  const share = Math.max(1, Math.floor(SAMPLE / sources.length));
  for (const [i, { field, index }] of made[0]!.vectors.all.entries()) {
    const spec = denseOf(index)?.spec;
    if (spec?.encoding !== "int8") continue;
    const mean = new MeanRow(spec.dimension);
    const atATime = Math.max(1, Math.floor(NUMBERS_AT_A_TIME / spec.dimension));
    for (const source of sources) {
      const slots = spreadSlots(source.ids.slots, share, (slot) => source.ids.isCurrent(slot));
      for (let from = 0; from < slots.length; from += atATime) {
        const { vectors } = await source.vectors.read(field.name, slots.slice(from, from + atATime));
        mean.add(denseRows(vectors).floats);
        await pause();
      }
    }
    if (mean.rows === 0) continue;
    const centre = mean.value;
    for (const { vectors } of made) denseOf(vectors.all[i]!.index)!.countFrom(centre);
  }
}
