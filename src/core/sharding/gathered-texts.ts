// Queries by text over several servers: their statistics together, and what each clause gives to a score.
import type { ClausePart } from "../search/text/explain-texts.ts";
import type { QueryByText } from "../search/text/query-by-text.ts";
import type { TextSearch } from "../search/text/text-search.ts";
import type { AnswerOf } from "./part.ts";
import type { Answered } from "./parts.ts";
import { NUMBERS_OF_PART, type SentTextQuery } from "./wire/methods.ts";

export function textQueryOf({ field, parts, k, b }: QueryByText): SentTextQuery {
  return { path: field.path.text, parts, k, b };
}

/** Returns the statistics that a search has been given, or else those of all parts together. */
export function gatheredStatistics(
  { statistics }: TextSearch,
  answers: readonly Answered<"textStatistics">[],
): AnswerOf<"textStatistics"> {
  if (statistics) return { ...statistics, frequencies: Float64Array.from(statistics.frequencies) };
  let [documents, tokens] = [0, 0];
  // A part without segments knows of no clauses.
  const clauses = Math.max(0, ...answers.map(({ answer }) => answer.frequencies.length));
  const frequencies = new Float64Array(clauses);
  for (const { answer } of answers) {
    documents += answer.documents;
    tokens += answer.tokens;
    for (let i = 0; i < answer.frequencies.length; i++) frequencies[i]! += answer.frequencies[i]!;
  }
  return { documents, tokens, frequencies };
}

/** Returns the parts of the score of each point. */
export function explainedTexts({ ends, names, terms, numbers }: AnswerOf<"explainTexts">): ClausePart[][] {
  return Array.from(ends, (end, point) => {
    const parts: ClausePart[] = [];
    for (let i = point === 0 ? 0 : ends[point - 1]!; i < end; i++) {
      const at = i * NUMBERS_OF_PART;
      const [tf, df, idf, score] = numbers.subarray(at, at + NUMBERS_OF_PART) as unknown as [
        number,
        number,
        number,
        number,
      ];
      parts.push({ term: names[terms[i]!]!, tf, df, idf, score });
    }
    return parts;
  });
}
