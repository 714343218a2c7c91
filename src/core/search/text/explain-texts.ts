// What each clause of a query gives to the score of a point.
// The decision: it is computed from the index as it is now, after the search, so that a search without an explanation
// keeps nothing for it. The parts of a point, added in the order in which they are listed, are its score before it is
// rounded to 32 bits.

import { type CancelSignal, nextStep } from "../../../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../../../scheduling/slices.ts";
import { firstFrom } from "../../index/text/postings.ts";
import type { ReadSegments } from "../../segment/read-segments.ts";
import { type PointRef, segmentOf, slotOf } from "../../slots/point-ref.ts";
import { type Weighing, weightOf } from "./cursor.ts";
import { clausesOf, clauseText } from "./query-by-text.ts";
import { listedTexts, type TextSearch, weighingOf } from "./text-search.ts";
import { inverseFrequency, type ListedText, type TextStatistics, textStatistics } from "./text-statistics.ts";

/** Lists that are searched between two yields. */
const LISTS_PER_YIELD = 2 ** 11;

export interface ClausePart {
  /** The clause as it is shown. */
  readonly term: string;
  /** How often the text of the point has it, and how many texts have it. */
  readonly tf: number;
  readonly df: number;
  readonly idf: number;
  readonly score: number;
}

/** Returns the parts of each point, in the order of the clauses. */
export async function explainTexts(
  segments: ReadSegments,
  { query, corpus, statistics: known }: TextSearch,
  refs: readonly PointRef[],
  signal: CancelSignal,
): Promise<ClausePart[][]> {
  const terms = (await runInSlices(clausesOf(query), signal)).map(clauseText);
  const texts = await listedTexts(segments, query, signal);
  const statistics = known ?? (await textStatistics(texts, corpus, signal));
  const weighing = await runInSlices(weighingOf(query, statistics), signal);
  const parts: ClausePart[][] = [];
  for (const ref of refs) {
    const text = texts.find(({ segment }) => segment.number === segmentOf(ref));
    const all: ClausePart[][] = [];
    for (const document of text?.index.documents.ofSlot(slotOf(ref)) ?? [])
      all.push(await runInSlices(partsOf(document, text!, statistics, weighing, terms), signal));
    parts.push(all.sort((a, b) => sumOf(b) - sumOf(a))[0] ?? []);
    await nextStep(signal);
  }
  return parts;
}

function* partsOf(
  document: number,
  { lists, index }: ListedText,
  statistics: TextStatistics,
  { weights, base, slope }: Weighing,
  terms: readonly string[],
): Sliced<ClausePart[]> {
  const length = index.documents.lengthOf(document);
  const parts: ClausePart[] = [];
  for (const [i, list] of lists.entries()) {
    if (i % LISTS_PER_YIELD === LISTS_PER_YIELD - 1) yield;
    const entry = firstFrom(list.documents, document, 0, list.length);
    if (entry === list.length || list.documents[entry] !== document) continue;
    const tf = list.countAt(entry);
    const df = statistics.frequencies[i]!;
    const score = weightOf(weights[i]!, tf, base + slope * length);
    parts.push({ term: terms[i]!, tf, df, idf: inverseFrequency(statistics, df), score });
  }
  return parts;
}

function sumOf(parts: readonly ClausePart[]): number {
  return parts.reduce((sum, { score }) => sum + score, 0);
}
