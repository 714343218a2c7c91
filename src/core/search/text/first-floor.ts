// A score that the best hits of a segment reach, found before its lists are read.
// The decision: documents of the first list are looked up in the others, and those that lack a list are given up while
// enough are left that have it. So the last ones have many of the clauses, and the tenth best of them is near the tenth
// best of all. Which documents these are changes no answer: any of them proves that its score is reached.
import { type Bits, hasBit } from "../../slots/bits.ts";
import { BestHits, BestOfSlots } from "./best-hits.ts";
import { type Cursor, type Weighing, weightOf } from "./cursor.ts";
import type { ListedText } from "./text-statistics.ts";

/** Documents with which it begins. */
const FIRST = 1024;
/** With more hits than this, too few of the documents are left. */
const MOST_HITS = 64;
/** Entries of lists that are read as fast as this is done. */
const WORTHWHILE = 2 ** 12;

interface Site {
  readonly text: ListedText;
  readonly weighing: Weighing;
  /** The documents that the query sees; null: all. */
  readonly live: Bits | null;
  /** The slots that the filter allows; null: all. */
  readonly allowed: Bits | null;
  /** The number of hits. */
  readonly limit: number;
}

/** @param cursors those with the highest bounds first, at their beginning @returns 0 if there are too few documents */
export function firstFloor(cursors: readonly Cursor[], site: Site): number {
  const { limit } = site;
  const entries = cursors.reduce((sum, { length }) => sum + length, 0);
  if (limit > MOST_HITS || cursors.length < 2 || entries < WORTHWHILE) return 0;
  let found = begin(cursors[0]!, site);
  for (let i = 0; i < cursors.length && found >= limit; i++) found = add(cursors[i]!, found, site);
  for (const cursor of cursors) cursor.at = 0;
  if (found < limit) return 0;
  const best = new BestHits(limit, (a, b) => a - b);
  const slots = new BestOfSlots(best, 0);
  for (let i = 0; i < found; i++) slots.add(site.text.index.documents.slots[documents[i]!]!, sums[i]!);
  slots.end();
  return best.floor;
}

/** Takes documents of the first list. @returns their number */
function begin({ documents: listed, length }: Cursor, { text, live, allowed }: Site): number {
  const { slots } = text.index.documents;
  let found = 0;
  for (let i = 0; i < length && found < FIRST; i++) {
    const document = listed[i]!;
    if (live !== null && !hasBit(live, document)) continue;
    if (allowed !== null && !hasBit(allowed, slots[document]!)) continue;
    documents[found] = document;
    sums[found++] = 0;
  }
  return found;
}

/** Adds what a cursor gives, and gives up documents that it gives nothing. @returns how many are left */
function add(cursor: Cursor, found: number, { text, weighing: { base, slope }, limit }: Site): number {
  const { documents: all, dense } = text.index;
  cursor.dense = dense.known(cursor.list, text.set.end);
  let having = 0;
  for (let i = 0; i < found; i++) {
    const document = documents[i]!;
    const count = cursor.nextCountOf(document);
    if (count === 0) continue;
    sums[i]! += weightOf(cursor.weight, count, base + slope * all.lengthOf(document));
    kept[having++] = i;
  }
  // Without enough of them any others do, but fewer each time.
  if (having < limit) return Math.min(found, Math.max(MOST_HITS, found >> 1));
  for (let i = 0; i < having; i++) {
    documents[i] = documents[kept[i]!]!;
    sums[i] = sums[kept[i]!]!;
  }
  return having;
}

/** The documents, ascending, and what the lists so far give to them. */
const documents = new Uint32Array(FIRST);
const sums = new Float64Array(FIRST);
/** The places of those that have the present list. */
const kept = new Uint16Array(FIRST);
