// Computes the centre of 8-bit codes for rebuilt segments: the mean of a sample of all vectors.
// The decision: a new segment takes its centre from the first vectors it gets. In a rebuild these are the oldest, a bad
// centre for data that has drifted; since all vectors are known here, the sample is spread over all of them.
import { MeanRow } from "../../engine/centre.ts";
import { denseRows } from "../record/vector-rows.ts";
import type { CollectionSegment } from "../segment/segment.ts";
import { spreadSlots } from "../slots/slot-sample.ts";
import { denseOf } from "../vectors/dense-index.ts";

/** The number of vectors read from all sources together; at least one from each. */
const SAMPLED_VECTORS = 256;
/** Numbers that are read and added between two pauses: a fraction of a millisecond. A vector may have 65,536. */
const NUMBERS_PER_SLICE = 2 ** 16;

/**
 * Sets the centres of segments that will be filled from the sources.
 * @param targets empty segments
 * @param pause lets other tasks run
 */
export async function centreCodes(
  sources: readonly CollectionSegment[],
  targets: readonly CollectionSegment[],
  pause: () => Promise<void>,
): Promise<void> {
  const share = Math.max(1, Math.floor(SAMPLED_VECTORS / sources.length));
  for (const [i, { field, index }] of targets[0]!.vectors.all.entries()) {
    const spec = denseOf(index)?.spec;
    if (spec?.encoding !== "int8") continue;
    const mean = new MeanRow(spec.dimension);
    const atATime = Math.max(1, Math.floor(NUMBERS_PER_SLICE / spec.dimension));
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
    for (const { vectors } of targets) denseOf(vectors.all[i]!.index)!.countFrom(centre);
  }
}
