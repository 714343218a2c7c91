// What BM25 needs to know of a collection: its texts, their tokens, and how many have each clause.
// The decision: only texts of living points count, in all segments, at the moment of the query: so a deletion or a
// changed payload changes scores at once, and every replica computes the same. The frequency of a token is counted in
// its list, and kept until documents come or go (TextIndex.frequency).
import type { CancelSignal } from "../../../scheduling/cancel.ts";
import { runInSlices, type Sliced } from "../../../scheduling/slices.ts";
import type { Filter } from "../../filter/filter.ts";
import type { PostingList } from "../../index/text/postings.ts";
import { type Bits, hasBit } from "../../slots/bits.ts";
import { select } from "../select/select.ts";
import type { SegmentText } from "./segment-text.ts";

/** A text index with the lists of the clauses of a query, in their order. */
export interface ListedText extends SegmentText {
  readonly lists: readonly PostingList[];
}

export interface TextStatistics {
  /** Texts with at least one token. */
  readonly documents: number;
  readonly tokens: number;
  /** For each clause how many of the texts have it. */
  readonly frequencies: readonly number[];
}

type Counts = Omit<TextStatistics, "frequencies">;

const ENTRIES_PER_YIELD = 2 ** 15;
/** Lists whose entries are counted between two yields: most are short. */
const LISTS_PER_YIELD = 2 ** 8;

/** @param corpus counts only points that match; null: all. @throws DeadlineExceeded */
export async function textStatistics(
  texts: readonly ListedText[],
  corpus: Filter | null,
  signal: CancelSignal,
): Promise<TextStatistics> {
  let [documents, tokens] = [0, 0];
  const frequencies: number[] = [];
  for (const text of texts) {
    const { segment, visible } = text;
    const slots = corpus === null ? null : await select(segment, corpus, visible, signal);
    const work = slots === null ? ofAll(text, frequencies) : ofSome(text, slots, frequencies);
    const counted = await runInSlices(work, signal);
    documents += counted.documents;
    tokens += counted.tokens;
  }
  return { documents, tokens, frequencies };
}

/** @param frequencies those of other segments, to which the ones of this are added */
function* ofAll({ lists, set, index }: ListedText, frequencies: number[]): Sliced<Counts> {
  for (const [i, list] of lists.entries()) {
    frequencies[i] = (frequencies[i] ?? 0) + (yield* index.frequency(list, set));
    if (i % LISTS_PER_YIELD === LISTS_PER_YIELD - 1) yield;
  }
  return { documents: set.documents, tokens: set.tokens };
}

/** @param slots those of the corpus */
function* ofSome({ lists, set, index }: ListedText, slots: Bits, frequencies: number[]): Sliced<Counts> {
  const { slots: slotOf } = index.documents;
  const isIn = (document: number) => hasBit(set.live, document) && hasBit(slots, slotOf[document]!);
  let [documents, tokens] = [0, 0];
  for (let document = 0; document < set.end; document++) {
    if (document % ENTRIES_PER_YIELD === ENTRIES_PER_YIELD - 1) yield;
    if (!isIn(document)) continue;
    documents++;
    tokens += index.documents.lengthOf(document);
  }
  for (const [at, list] of lists.entries()) {
    let frequency = 0;
    for (let i = 0; i < list.length; i++) {
      if (i % ENTRIES_PER_YIELD === ENTRIES_PER_YIELD - 1) yield;
      if (isIn(list.documents[i]!)) frequency++;
    }
    frequencies[at] = (frequencies[at] ?? 0) + frequency;
    if (at % LISTS_PER_YIELD === LISTS_PER_YIELD - 1) yield;
  }
  return { documents, tokens };
}

/** Returns what a clause is worth: the inverse document frequency. */
export function inverseFrequency({ documents }: TextStatistics, frequency: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}
