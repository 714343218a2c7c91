// The text index of each segment at one moment: which documents a query sees.
// The decision: a query waits until the texts of all points that were there when it came have been read, because
// statistics of a part of them would be wrong. What is written meanwhile may be in the index and is left out by the set
// of visible slots. A point that is written again before its text was read is in another slot then, and its text is not
// read at all, so the query starts again.
import { OutOfMemory } from "../../../errors/failures.ts";
import { NoTextIndex } from "../../../errors/text.ts";
import { type CancelSignal, nextStep } from "../../../scheduling/cancel.ts";
import type { IndexedField } from "../../index/indexed-fields.ts";
import type { DocumentSet } from "../../index/text/text-documents.ts";
import { TextIndex } from "../../index/text-index.ts";
import type { ReadSegments } from "../../segment/read-segments.ts";
import type { CollectionSegment } from "../../segment/segment.ts";
import { type Bits, isEmpty, subtract } from "../../slots/bits.ts";

export interface SegmentText {
  readonly segment: CollectionSegment;
  readonly index: TextIndex;
  /** The slots with a point that the query sees. They must not be changed. */
  readonly visible: Bits;
  readonly set: DocumentSet;
}

/** @throws NoTextIndex, OutOfMemory, DeadlineExceeded */
export async function segmentTexts(
  segments: ReadSegments,
  { path }: IndexedField,
  signal: CancelSignal,
): Promise<SegmentText[]> {
  let captured: Captured[];
  do captured = capture(segments, path.text);
  while (!(await areRead(captured, path.text, signal)));
  return captured.map(({ segment, visible }) => {
    const { index } = entryOf(segment, path.text);
    if (!(index instanceof TextIndex)) throw new NoTextIndex("using", path.text);
    return { segment, index, visible, set: index.documents.at(visible) };
  });
}

interface Captured {
  readonly segment: CollectionSegment;
  readonly visible: Bits;
  /** The visible slots whose texts were not read at that moment. */
  readonly unread: Bits;
}

function capture(segments: ReadSegments, path: string): Captured[] {
  const all = segments.all.filter(({ ids }) => ids.slots > 0);
  return all.map((segment) => {
    const visible = segment.visibleSlots();
    return { segment, visible, unread: entryOf(segment, path).unreadOf(visible) };
  });
}

/**
 * Waits until the texts of all visible slots have been read.
 * @returns false if one of these slots has lost its point before its text was read
 */
async function areRead(captured: readonly Captured[], path: string, signal: CancelSignal): Promise<boolean> {
  for (const { segment, visible, unread } of captured) {
    while (entryOf(segment, path).lacksAny(visible)) {
      if (!(await segment.indexes.read())) throw new OutOfMemory();
      await nextStep(signal);
    }
    if (!isEmpty(subtract(unread.slice(), segment.visibleSlots()))) return false;
  }
  // Payloads of segments that were looked at first may have been replaced since.
  return !captured.some(({ segment, visible }) => entryOf(segment, path).lacksAny(visible));
}

/** @throws NoTextIndex if the index was removed meanwhile */
function entryOf(segment: CollectionSegment, path: string) {
  const entry = segment.indexes.entry(path);
  if (entry === null) throw new NoTextIndex("using", path);
  return entry;
}
