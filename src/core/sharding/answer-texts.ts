// Answers calls about texts: their statistics, the texts that fit a query best, and why.
// The decision: a call that ranks has the statistics of all servers, so that a server alone and several ones compute
// the same scores to the bit.
import { NoTextIndex } from "../../errors/text.ts";
import { SearchTrace } from "../search/select/search-trace.ts";
import type { QueryByText } from "../search/text/query-by-text.ts";
import type { TextStatistics } from "../search/text/text-statistics.ts";
import { type Answers, type Asked, againOf, rowsOf } from "./asked.ts";
import type { AnswerOf, SentTextQuery } from "./wire/methods.ts";

/** @throws NoTextIndex */
function queryOf({ reads }: Asked, { path, parts, k, b }: SentTextQuery): QueryByText {
  const field = reads.textField(path);
  if (field === null) throw new NoTextIndex("using", path);
  return { field, parts, k, b };
}

function statisticsOf({ documents, tokens, frequencies }: AnswerOf<"textStatistics">): TextStatistics {
  return { documents, tokens, frequencies: Array.from(frequencies) };
}

export const TEXT_ANSWERS: Answers<"textStatistics" | "searchTexts" | "explainTexts"> = {
  async textStatistics(asked, { query, corpus }) {
    const found = await asked.reads.textStatistics(queryOf(asked, query), corpus);
    const { documents, tokens, frequencies } = found;
    return { documents, tokens, frequencies: Float64Array.from(frequencies) };
  },
  async searchTexts(asked, { query, limit, filter, statistics, explain }) {
    const trace = explain ? new SearchTrace() : undefined;
    const found = await asked.reads.searchTexts({
      query: queryOf(asked, query),
      limit: Math.min(limit, asked.reads.slots),
      filter,
      corpus: null,
      statistics: statisticsOf(statistics),
      trace,
    });
    return {
      rows: await rowsOf(
        asked,
        found.map(({ ref }) => ref),
      ),
      scores: Float32Array.from(found, ({ score }) => score),
      traces: trace?.segments ?? [],
    };
  },
  async explainTexts(asked, { query, statistics, filter, points }) {
    const refs = await againOf(asked, points);
    const present = refs.filter((ref) => ref !== null);
    const search = { query: queryOf(asked, query), limit: 0, filter, corpus: null };
    const found = await asked.reads.explainTexts(
      { ...search, statistics: statisticsOf(statistics) },
      present,
    );
    const names = new Map<string, number>();
    const terms: number[] = [];
    const numbers: number[] = [];
    let next = 0;
    const ends = refs.map((ref) => {
      if (ref === null) return terms.length;
      for (const { term, tf, df, idf, score } of found[next++]!) {
        if (!names.has(term)) names.set(term, names.size);
        terms.push(names.get(term)!);
        numbers.push(tf, df, idf, score);
      }
      return terms.length;
    });
    return {
      ends: Uint32Array.from(ends),
      names: [...names.keys()],
      terms: Uint32Array.from(terms),
      numbers: Float64Array.from(numbers),
    };
  },
};
