// Marks the words of a query in the texts of its hits.
// The decision: it is done from the payloads of the hits that are shown, after the search, so that a request without it
// pays nothing. A prefetch by text counts like a query by text.
import { valuesAt } from "../../core/filter/path.ts";
import { parsePayload } from "../../core/filter/value.ts";
import { clausesOf, type QueryByText } from "../../core/search/text/query-by-text.ts";
import { nextStep } from "../../scheduling/cancel.ts";
import { runInSlices } from "../../scheduling/slices.ts";
import { MAX_HIGHLIGHTS } from "../../schema/limits.ts";
import type { Highlights } from "../../schema/search.ts";
import { highlighted, type Marked } from "../../text/highlight.ts";
import type { Plan, ScoredRef } from "./plan.ts";

/** The approximate size of a range as JSON. */
const RANGE_BYTES = 16;

/** Returns the ranges of each hit, by the key of the text. @param reserve takes memory for the answer */
export async function highlightsOf(
  { collection, signal, textQueries }: Plan,
  hits: readonly ScoredRef[],
  reserve: (bytes: number) => void,
): Promise<Highlights[]> {
  const fields: { readonly query: QueryByText; readonly marked: Marked }[] = [];
  for (const query of textQueries) fields.push({ query, marked: await markedBy(query, signal) });
  const payloads = await collection.reads.payloads(hits.map(({ ref }) => ref));
  const all: Highlights[] = [];
  for (const bytes of payloads) {
    const payload = bytes && bytes.length > 0 ? parsePayload(bytes) : {};
    const own: Highlights = {};
    for (const { query, marked } of fields) {
      const { path, tokenizer } = query.field;
      const texts = valuesAt(payload, path)
        .flat(1)
        .filter((value) => typeof value === "string");
      for (const [i, text] of texts.entries()) {
        const ranges = await runInSlices(highlighted(text, marked, tokenizer!, MAX_HIGHLIGHTS), signal);
        if (ranges.length === 0) continue;
        reserve(ranges.length * RANGE_BYTES);
        own[texts.length === 1 ? path.text : `${path.text}[${i}]`] = ranges;
      }
    }
    all.push(own);
    await nextStep(signal);
  }
  return all;
}

async function markedBy(query: QueryByText, signal: Plan["signal"]): Promise<Marked> {
  const marked = { tokens: new Set<string>(), phrases: [] as string[][], prefixes: [] as string[] };
  for (const clause of await runInSlices(clausesOf(query), signal)) {
    if (clause.kind === "token") marked.tokens.add(clause.token);
    else if (clause.kind === "phrase") marked.phrases.push([...clause.tokens]);
    else marked.prefixes.push(clause.prefix);
  }
  return marked;
}
