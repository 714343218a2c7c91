// Scores the documents of a segment for a query with many clauses.
// The decision: all lists are read from their beginning to their end, in the order of the query, into a sum for each
// document. So a query costs the entries of its lists, however many clauses it has. In rank.ts each document that is
// kept costs a look into every list. Both add a score up in the same order.
import type { Sliced } from "../../../scheduling/slices.ts";
import { type Bits, hasBit } from "../../slots/bits.ts";
import { type BestHits, BestOfSlots } from "./best-hits.ts";
import { type Weighing, weightOf } from "./cursor.ts";
import type { RankFigures } from "./rank.ts";
import type { ListedText } from "./text-statistics.ts";

/** A query with more clauses is ranked here. */
export const MANY_CLAUSES = 256;
/** Bytes of the sum of a document. */
export const SUM_BYTES = 8;
/** Entries, or documents, that are read between two yields. To begin a list takes as long as some entries. */
const ENTRIES_PER_YIELD = 2 ** 14;
const ENTRIES_PER_LIST = 16;

/** @param allowed the slots that may be found; null: all that the query sees */
export function* rankAll(
  text: ListedText,
  { weights, base, slope }: Weighing,
  allowed: Bits | null,
  hits: BestHits,
): Sliced<RankFigures> {
  const { lists, set, index, segment } = text;
  const { documents } = index;
  const sums = new Float64Array(set.end);
  let [postings, work] = [0, 0];
  for (const [i, list] of lists.entries()) {
    for (let entry = 0; entry < list.length; entry++) {
      const document = list.documents[entry]!;
      const saturation = base + slope * documents.lengthOf(document);
      sums[document]! += weightOf(weights[i]!, list.countAt(entry), saturation);
      if (++work % ENTRIES_PER_YIELD === 0) yield;
    }
    postings += list.length;
    work += ENTRIES_PER_LIST - (work % ENTRIES_PER_LIST);
    if (work % ENTRIES_PER_YIELD === 0) yield;
  }
  const best = new BestOfSlots(hits, segment.number);
  for (let document = 0; document < set.end; document++) {
    if (document % ENTRIES_PER_YIELD === ENTRIES_PER_YIELD - 1) yield;
    const sum = sums[document]!;
    if (sum === 0 || sum < hits.floor || !hasBit(set.live, document)) continue;
    const slot = documents.slots[document]!;
    if (allowed === null || hasBit(allowed, slot)) best.add(slot, sum);
  }
  best.end();
  return { postings, windows: 0 };
}
