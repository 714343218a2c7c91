// The text index of each segment at one moment: which documents a query sees.
// The decision: a query waits until the texts of all points that were there when it came have been read, because
// statistics of a part of them would be wrong. What is written meanwhile may be in the index and is left out by the set
// of visible slots.
import { OutOfMemory } from "../../../errors/failures.ts";
import { NoTextIndex } from "../../../errors/text.ts";
import { type CancelSignal, nextStep } from "../../../scheduling/cancel.ts";
import type { IndexedField } from "../../index/indexed-fields.ts";
import type { DocumentSet } from "../../index/text/text-documents.ts";
import { TextIndex } from "../../index/text-index.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import type { Segments } from "../../segment/segments.ts";
import type { Bits } from "../../slots/bits.ts";

export interface SegmentText {
  readonly segment: CollectionSegment;
  readonly index: TextIndex;
  /** The slots with a point that the query sees. They must not be changed. */
  readonly visible: Bits;
  readonly set: DocumentSet;
}

/** @throws NoTextIndex, OutOfMemory, DeadlineExceeded */
export async function segmentTexts(
  segments: Segments,
  { path }: IndexedField,
  signal: CancelSignal,
): Promise<SegmentText[]> {
  const all = segments.all.filter(({ ids }) => ids.slots > 0);
  const captured = all.map((segment) => ({ segment, visible: segment.visibleSlots() }));
  for (;;) {
    const behind = captured.find(({ segment, visible }) => entryOf(segment, path.text).lacksAny(visible));
    if (!behind) break;
    if (!(await behind.segment.indexes.read())) throw new OutOfMemory();
    await nextStep(signal);
  }
  return captured.map(({ segment, visible }) => {
    const { index } = entryOf(segment, path.text);
    if (!(index instanceof TextIndex)) throw new NoTextIndex("using", path.text);
    return { segment, index, visible, set: index.documents.at(visible) };
  });
}

/** @throws NoTextIndex if the index was removed meanwhile */
function entryOf(segment: CollectionSegment, path: string) {
  const entry = segment.indexes.entry(path);
  if (entry === null) throw new NoTextIndex("using", path);
  return entry;
}
