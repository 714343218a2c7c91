// The documents of a clause in one segment, as a list like that of a token.
// The decision: the list of a token is the one in the index. That of a prefix is made from the lists of all tokens that
// begin with it, and that of a phrase from the texts of the documents that have all of its tokens; both are made for
// each query, because they are seldom asked for.
import { type CancelSignal, nextStep, reserveFor } from "../../../scheduling/cancel.ts";
import type { MaybePromise } from "../../../scheduling/maybe-promise.ts";
import { runInSlices, type Sliced } from "../../../scheduling/slices.ts";
import { valuesAt, valuesOfElements } from "../../filter/path.ts";
import { phraseCount } from "../../filter/text-match.ts";
import { type JsonValue, parsePayload } from "../../filter/value.ts";
import { eachCommon, LARGE, NO_LIST, type PostingList } from "../../index/text/postings.ts";
import { hasBit } from "../../slots/bits.ts";
import type { QueryByText, TextClause } from "./query-by-text.ts";
import type { SegmentText } from "./segment-text.ts";

/** Tokens that are compared with a prefix, and entries of lists that are read, between two yields. */
const TOKENS_PER_YIELD = 2 ** 12;
const ENTRIES_PER_YIELD = 2 ** 15;
/** Documents whose texts are read at a time. */
const TEXTS_AT_A_TIME = 256;
/** Bytes of a document in the list of a prefix, which lasts as long as the query. */
const LISTED_BYTES = 9;

/** Returns the list of a token at once. @throws DeadlineExceeded, OutOfMemory */
export function clauseList(
  clause: TextClause,
  text: SegmentText,
  query: QueryByText,
  signal: CancelSignal,
): MaybePromise<PostingList> {
  const { index, set } = text;
  switch (clause.kind) {
    case "token":
      return index.list(clause.token, set.end) ?? NO_LIST;
    case "prefix":
      return runInSlices(withPrefix(clause.prefix, text, signal), signal);
    case "phrase":
      return withPhrase(clause.tokens, text, query, signal);
  }
}

function* withPrefix(prefix: string, { index, set }: SegmentText, signal: CancelSignal): Sliced<PostingList> {
  const lists: PostingList[] = [];
  let compared = 0;
  for (const [token, term] of index.postings.terms) {
    if (++compared % TOKENS_PER_YIELD === 0) yield;
    if (token.startsWith(prefix)) lists.push(index.postings.list(term, set.end));
  }
  if (lists.length < 2) return lists[0] ?? NO_LIST;
  const counts = new Uint32Array(set.end);
  let read = 0;
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      counts[list.documents[i]!]! += list.countAt(i);
      if (++read % ENTRIES_PER_YIELD === 0) yield;
    }
  }
  const documents: number[] = [];
  for (let document = 0; document < set.end; document++) {
    if (counts[document]! > 0) documents.push(document);
    if (document % ENTRIES_PER_YIELD === ENTRIES_PER_YIELD - 1) yield;
  }
  reserveFor(signal, documents.length * LISTED_BYTES);
  const listed = Uint32Array.from(documents);
  const own = listed.map((document) => counts[document]!);
  return listOf(listed, (entry) => own[entry]!);
}

async function withPhrase(
  tokens: readonly string[],
  text: SegmentText,
  query: QueryByText,
  signal: CancelSignal,
): Promise<PostingList> {
  const { segment, index } = text;
  const { tokenizer } = query.field;
  const candidates = await runInSlices(havingAll(new Set(tokens), text), signal);
  const documents: number[] = [];
  const counts: number[] = [];
  for (let from = 0; from < candidates.length; from += TEXTS_AT_A_TIME) {
    const some = candidates.slice(from, from + TEXTS_AT_A_TIME);
    const payloads = await segment.payloads.read(some.map((document) => index.documents.slots[document]!));
    for (const [i, document] of some.entries()) {
      let count = 0;
      for (const value of textsOf(document, payloads[i] ?? null, text, query))
        count += await runInSlices(phraseCount(value, tokens, tokenizer!), signal);
      if (count > 0) {
        documents.push(document);
        counts.push(count);
      }
      await nextStep(signal);
    }
  }
  return listOf(Uint32Array.from(documents), (entry) => counts[entry]!);
}

/** Returns the texts of a document: those of its slot, or those of one element of an array. */
function textsOf(
  document: number,
  bytes: Uint8Array | null,
  { index }: SegmentText,
  { field: { path, elements, tokenizer } }: QueryByText,
): string[] {
  if (bytes === null || bytes.length === 0) return [];
  const payload = parsePayload(bytes);
  const isText = (value: JsonValue) => typeof value === "string";
  if (elements === null) return valuesAt(payload, path).flat(1).filter(isText);
  const all = valuesOfElements(payload, elements).map((values) => values.filter(isText));
  // An element without tokens is no document.
  const withTokens = all.filter((texts) => texts.some((value) => tokenizer!.valueTokens(value).length > 0));
  return withTokens[index.documents.ofSlot(index.documents.slots[document]!).indexOf(document)] ?? [];
}

/** Returns the live documents that have all of the tokens. */
function* havingAll(tokens: ReadonlySet<string>, { index, set }: SegmentText): Sliced<number[]> {
  const lists = [...tokens].map((token) => index.list(token, set.end) ?? NO_LIST);
  const found: number[] = [];
  yield* eachCommon(lists, (document) => {
    if (hasBit(set.live, document)) found.push(document);
  });
  return found;
}

function listOf(documents: Uint32Array, countAt: (entry: number) => number): PostingList {
  const counts = Uint8Array.from(documents, (_, entry) => Math.min(LARGE, countAt(entry)));
  return {
    term: -1,
    documents,
    counts,
    length: documents.length,
    mostCount: Number.POSITIVE_INFINITY,
    shortest: [],
    countAt,
  };
}
