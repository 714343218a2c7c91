// A question to a text index: parts of its text, and the clauses that the index makes of them, whose scores are added.
// The decision: a phrase and a prefix are clauses like a token. Each has documents that hold it, a count in each of
// these, and a document frequency of its own. Clauses are made in slices, because a text may be long.
import type { Sliced } from "../../../scheduling/slices.ts";
import { tokensInSlices } from "../../filter/text-match.ts";
import type { IndexedField } from "../../index/indexed-fields.ts";

export interface TextPart {
  /** prefix: the last word of the text is a beginning of words. */
  readonly kind: "words" | "phrase" | "prefix";
  readonly text: string;
}

export interface QueryByText {
  /** The index, a text index. */
  readonly field: IndexedField;
  readonly parts: readonly TextPart[];
  /** How soon repetitions stop counting: 0 or more. */
  readonly k: number;
  /** How much the length of a text counts: 0 to 1. */
  readonly b: number;
}

export type TextClause =
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "phrase"; readonly tokens: readonly string[] }
  | { readonly kind: "prefix"; readonly prefix: string };

/** Tokens of which clauses are made between two yields. */
const TOKENS_PER_YIELD = 2 ** 10;

/** Returns the clauses, each once. Without any the query finds nothing. */
export function* clausesOf({ field, parts }: QueryByText): Sliced<TextClause[]> {
  const tokenizer = field.tokenizer!;
  const clauses = new Map<string, TextClause>();
  const add = (clause: TextClause) => clauses.set(clauseText(clause), clause);
  for (const { kind, text } of parts) {
    const { words, prefix } = kind === "prefix" ? tokenizer.divided(text) : { words: text, prefix: "" };
    const tokens = yield* tokensInSlices(words, tokenizer);
    if (kind === "phrase" && tokens.length > 1) add({ kind, tokens });
    else
      for (const [i, token] of tokens.entries()) {
        add({ kind: "token", token });
        if (i % TOKENS_PER_YIELD === TOKENS_PER_YIELD - 1) yield;
      }
    if (prefix !== "") add({ kind: "prefix", prefix });
  }
  return [...clauses.values()];
}

/** How a clause is shown: a token as it is, a phrase in quotes, a prefix with a star. */
export function clauseText(clause: TextClause): string {
  switch (clause.kind) {
    case "token":
      return clause.token;
    case "phrase":
      return `"${clause.tokens.join(" ")}"`;
    case "prefix":
      return `${clause.prefix}*`;
  }
}
