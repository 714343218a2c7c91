// What each clause of a query gives to the score of a point.
// The decision: it is computed from the index as it is now, after the search, so that a search without an explanation
// keeps nothing for it. The parts of a point, added in the order in which they are listed, are its score before it is
// rounded to 32 bits.

import type { CancelSignal } from "../../../scheduling/cancel.ts";
import { runInSlices } from "../../../scheduling/slices.ts";
import { firstFrom } from "../../index/text/postings.ts";
import type { Segments } from "../../segment/segments.ts";
import { type PointRef, segmentOf, slotOf } from "../../slots/point-ref.ts";
import { clausesOf, clauseText } from "./query-by-text.ts";
import { weightOf } from "./rank.ts";
import { listedTexts, type TextSearch, weighingOf } from "./text-search.ts";
import { inverseFrequency, type ListedText, type TextStatistics, textStatistics } from "./text-statistics.ts";

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
  segments: Segments,
  { query, corpus }: TextSearch,
  refs: readonly PointRef[],
  signal: CancelSignal,
): Promise<ClausePart[][]> {
  const terms = (await runInSlices(clausesOf(query), signal)).map(clauseText);
  const texts = await listedTexts(segments, query, signal);
  const statistics = await textStatistics(texts, corpus, signal);
  const weighing = weighingOf(query, statistics);
  return refs.map((ref) => {
    const text = texts.find(({ segment }) => segment.number === segmentOf(ref));
    const documents = text?.index.documents.ofSlot(slotOf(ref)) ?? [];
    const all = documents.map((document) => partsOf(document, text!, statistics, weighing, terms));
    return all.sort((a, b) => sumOf(b) - sumOf(a))[0] ?? [];
  });
}

function partsOf(
  document: number,
  { lists, index }: ListedText,
  statistics: TextStatistics,
  weighing: ReturnType<typeof weighingOf>,
  terms: readonly string[],
): ClausePart[] {
  const { weights, base, slope } = weighing;
  const length = index.documents.lengthOf(document);
  return lists.flatMap((list, i) => {
    const entry = firstFrom(list.documents, document, 0, list.length);
    if (entry === list.length || list.documents[entry] !== document) return [];
    const tf = list.countAt(entry);
    const df = statistics.frequencies[i]!;
    const score = weightOf(weights[i]!, tf, base + slope * length);
    return { term: terms[i]!, tf, df, idf: inverseFrequency(statistics, df), score };
  });
}

function sumOf(parts: readonly ClausePart[]): number {
  return parts.reduce((sum, { score }) => sum + score, 0);
}
