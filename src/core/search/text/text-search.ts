// The points of a collection whose texts fit a query best, by BM25 over a text index.
// The decision: the statistics are gathered over all segments before the first is ranked, and all segments fill the
// same list of best hits, so what one has found spares work in the next. Of a filter that reads payloads, only points
// that have a clause of the query are checked.
//
// The score of a text is the sum over the clauses of the query of
//   ln(1 + (N - df + 0.5) / (df + 0.5)) * n (k + 1) / (n + k (1 - b + b dl / avgdl))
// N texts, df of them with the clause, n times in this one of dl tokens, avgdl tokens on average (Robertson et al.,
// TREC-3, 1994, with Lucene's form of the first factor, which is never negative).

import { type CancelSignal, nextStep, reserveFor } from "../../../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../../../scheduling/slices.ts";
import type { Filter } from "../../filter/filter.ts";
import { compareIdsOf } from "../../segment/point-refs.ts";
import type { ReadSegments } from "../../segment/read-segments.ts";
import { type Bits, countBits, hasBit, noBits, setBit, union } from "../../slots/bits.ts";
import type { SearchTrace, SegmentTrace } from "../select/search-trace.ts";
import { candidates, knownMatches, select } from "../select/select.ts";
import { verify } from "../select/verify.ts";
import { BestHits, type ScoredText } from "./best-hits.ts";
import { clauseList } from "./clause-lists.ts";
import type { Weighing } from "./cursor.ts";
import { clausesOf, type QueryByText } from "./query-by-text.ts";
import { type RankFigures, Ranking } from "./rank.ts";
import { MANY_CLAUSES, rankAll, SUM_BYTES } from "./rank-all.ts";
import { segmentTexts } from "./segment-text.ts";
import { inverseFrequency, type ListedText, type TextStatistics, textStatistics } from "./text-statistics.ts";

/** A larger k changes no score: the limit for large k is reached. */
const MOST_K = 1e30;
const ENTRIES_PER_YIELD = 2 ** 15;
/** Clauses whose lists are found between two pauses, and those that are weighed between two yields. */
const CLAUSES_PER_STEP = 256;
const WEIGHTS_PER_YIELD = 2 ** 12;

export interface TextSearch {
  readonly query: QueryByText;
  /** The maximum number of points. */
  readonly limit: number;
  readonly filter: Filter | null;
  /** The points whose statistics weigh the clauses; null: all. */
  readonly corpus: Filter | null;
  /** The statistics, if they are known, as those of several servers are; then there is no need of a corpus. */
  readonly statistics?: TextStatistics | undefined;
  /** Collects the explanation of the search, if it was requested. */
  readonly trace?: SearchTrace | undefined;
}

/** Runs inside `segments.reading`. @throws NoTextIndex, OutOfMemory, DeadlineExceeded */
export async function searchTexts(
  segments: ReadSegments,
  { query, limit, filter, corpus, statistics: known, trace }: TextSearch,
  signal: CancelSignal,
): Promise<readonly ScoredText[]> {
  const texts = await listedTexts(segments, query, signal);
  if (limit === 0) return [];
  const statistics = known ?? (await textStatistics(texts, corpus, signal));
  const weighing = await runInSlices(weighingOf(query, statistics), signal);
  const best = new BestHits(limit, (a, b) => compareIdsOf(a, b, (ref) => segments.at(ref)));
  for (const text of texts) {
    const segmentTrace = trace?.of(text.segment);
    const rank = async () => {
      const allowed = filter === null ? null : await allowedIn(text, filter, segmentTrace, signal);
      const figures = await runInSlices(ranked(text, weighing, allowed, best, signal), signal);
      segmentTrace?.noteTexts(text.set.documents, text.lists.length, figures);
    };
    await (segmentTrace ? segmentTrace.timed(rank) : rank());
  }
  return runInSlices(best.take(), signal);
}

function ranked(
  text: ListedText,
  weighing: Weighing,
  allowed: Bits | null,
  best: BestHits,
  signal: CancelSignal,
): Sliced<RankFigures> {
  if (text.lists.length <= MANY_CLAUSES) return new Ranking(text, weighing, allowed, best).run();
  reserveFor(signal, text.set.end * SUM_BYTES);
  return rankAll(text, weighing, allowed, best);
}

/** Returns the text index of each segment with the lists of the clauses. */
export async function listedTexts(
  segments: ReadSegments,
  query: QueryByText,
  signal: CancelSignal,
): Promise<ListedText[]> {
  const clauses = await runInSlices(clausesOf(query), signal);
  const texts = await segmentTexts(segments, query.field, signal);
  const listed: ListedText[] = [];
  for (const text of texts) {
    const lists = [];
    for (const [i, clause] of clauses.entries()) {
      const list = clauseList(clause, text, query, signal);
      lists.push(list instanceof Promise ? await list : list);
      if (i % CLAUSES_PER_STEP === CLAUSES_PER_STEP - 1) await nextStep(signal);
    }
    const { segment, index, visible, set } = text;
    listed.push({ segment, index, visible, set, lists });
  }
  return listed;
}

export function* weighingOf({ k: given, b }: QueryByText, statistics: TextStatistics): Sliced<Weighing> {
  const k = Math.min(given, MOST_K);
  const { documents, tokens, frequencies } = statistics;
  const weights: number[] = [];
  for (const frequency of frequencies) {
    weights.push(inverseFrequency(statistics, frequency) * (k + 1));
    if (weights.length % WEIGHTS_PER_YIELD === 0) yield;
  }
  // Without texts to compare with, each has the average length.
  if (documents === 0) return { weights, base: k, slope: 0 };
  return { weights, base: k * (1 - b), slope: (k * b * documents) / tokens };
}

/** Returns the slots that match the filter and may be found, of which some that have no clause may be missing. */
async function allowedIn(
  text: ListedText,
  filter: Filter,
  trace: SegmentTrace | undefined,
  signal: CancelSignal,
): Promise<Bits> {
  const { segment, visible } = text;
  const known = trace ? null : knownMatches(segment, filter, visible);
  if (known !== null) return known;
  const slots = await runInSlices(slotsWithClause(text), signal);
  if (!trace) return select(segment, filter, slots, signal);
  const { sure, open } = await trace.planned((note) => candidates(segment, filter, slots, signal, note));
  if (open === null) return sure;
  trace.noteChecked(countBits(open));
  return union(sure.slice(), await verify(segment, filter, open, signal));
}

function* slotsWithClause({ lists, set, index, visible }: ListedText): Sliced<Bits> {
  const slots = noBits(visible.length * 32);
  const { slots: slotOf } = index.documents;
  const { live, documents, end } = set;
  let read = 0;
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      const document = list.documents[i]!;
      if (documents === end || hasBit(live, document)) setBit(slots, slotOf[document]!);
      if (++read % ENTRIES_PER_YIELD === 0) yield;
    }
  }
  return slots;
}
