// Compares texts by words: which values contain the tokens of a query.
// The decision: the tokens of a value have positions, several at one where the tokenizer makes prefixes; a query has
// one token at each. A query without tokens matches nothing. Long texts are divided into tokens piece by piece, in
// slices; the tokens of a query are computed once.
import type { Sliced } from "../../scheduling/slices.ts";
import type { Tokenizer } from "../../text/tokenize.ts";
import type { Check } from "./filter.ts";
import { isShortSearch } from "./substring.ts";

export type TextCheck = Extract<Check, { readonly kind: "text" | "text_any" | "phrase" }>;

export interface TextQuery {
  /** In the order of the query, repeated ones included. */
  readonly tokens: readonly string[];
  readonly distinct: ReadonlySet<string>;
}

/** Characters of a piece, which take half a millisecond with folding and stemming. A word is never divided. */
const TOKENS_PER_PIECE = 512;
/** Up to this many tokens of a query are searched in a value before the value is split into tokens. */
const MAX_CHECKED_TOKENS = 16;
/** Positions that are compared between two yields. */
const POSITIONS_PER_YIELD = 2 ** 12;

const queries = new WeakMap<TextCheck, WeakMap<Tokenizer, TextQuery>>();

/** Computes the tokens of a condition, once for all points and segments. */
export function* textQuery(check: TextCheck, tokenizer: Tokenizer): Sliced<TextQuery> {
  const cached = queries.get(check)?.get(tokenizer);
  if (cached) return cached;
  const tokens = yield* tokensInSlices(check.text, tokenizer);
  const query = { tokens, distinct: new Set(tokens) };
  const byTokenizer = queries.get(check) ?? new WeakMap<Tokenizer, TextQuery>();
  queries.set(check, byTokenizer.set(tokenizer, query));
  return query;
}

/** Returns the tokens of the text of a query, repeated ones included. */
export function* tokensInSlices(text: string, tokenizer: Tokenizer): Sliced<string[]> {
  const tokens: string[] = [];
  for (const piece of pieces(text, tokenizer)) {
    for (const token of tokenizer.queryTokens(piece)) tokens.push(token);
    yield;
  }
  return tokens;
}

export function* hasAllTokens(value: string, { distinct }: TextQuery, tokenizer: Tokenizer): Sliced<boolean> {
  if (distinct.size === 0 || !(yield* mayHaveAll(value, distinct, tokenizer))) return false;
  const found = new Set<string>();
  for (const piece of pieces(value, tokenizer)) {
    for (const position of tokenizer.valueTokens(piece)) {
      for (const token of position) if (distinct.has(token)) found.add(token);
    }
    if (found.size === distinct.size) return true;
    yield;
  }
  return false;
}

export function* hasAnyToken(value: string, { distinct }: TextQuery, tokenizer: Tokenizer): Sliced<boolean> {
  if (distinct.size === 0 || !(yield* mayHaveAny(value, distinct, tokenizer))) return false;
  for (const piece of pieces(value, tokenizer)) {
    const positions = tokenizer.valueTokens(piece);
    if (positions.some((position) => position.some((token) => distinct.has(token)))) return true;
    yield;
  }
  return false;
}

/** Whether the value has the tokens of the query at adjacent positions. */
export function* hasPhrase(value: string, query: TextQuery, tokenizer: Tokenizer): Sliced<boolean> {
  const { tokens, distinct } = query;
  if (tokens.length === 0 || !(yield* mayHaveAll(value, distinct, tokenizer))) return false;
  return (yield* phraseCount(value, tokens, tokenizer, 1)) > 0;
}

/** Counts the positions at which a phrase begins. @param most counting ends at this number */
export function* phraseCount(
  value: string,
  tokens: readonly string[],
  tokenizer: Tokenizer,
  most = Number.POSITIVE_INFINITY,
): Sliced<number> {
  const positions: string[][] = [];
  for (const piece of pieces(value, tokenizer)) {
    for (const position of tokenizer.valueTokens(piece)) positions.push(position);
    yield;
  }
  let compared = 0;
  let count = 0;
  for (let start = 0; start + tokens.length <= positions.length && count < most; start++) {
    let length = 0;
    while (length < tokens.length && positions[start + length]!.includes(tokens[length]!)) {
      length++;
      if (++compared % POSITIONS_PER_YIELD === 0) yield;
    }
    if (length === tokens.length) count++;
    if (++compared % POSITIONS_PER_YIELD === 0) yield;
  }
  return count;
}

/** Returns false only if the value lacks one of the first tokens. */
function* mayHaveAll(value: string, tokens: ReadonlySet<string>, tokenizer: Tokenizer): Sliced<boolean> {
  let checked = 0;
  for (const token of tokens) {
    if (isShortSearch(value, token) && !tokenizer.mayHave(value, token)) return false;
    if (++checked === MAX_CHECKED_TOKENS) return true;
    if (value.length > TOKENS_PER_PIECE) yield;
  }
  return true;
}

/** Returns false only if the tokens are few and the value has none of them. */
function* mayHaveAny(value: string, tokens: ReadonlySet<string>, tokenizer: Tokenizer): Sliced<boolean> {
  if (tokens.size > MAX_CHECKED_TOKENS) return true;
  for (const token of tokens) {
    if (!isShortSearch(value, token) || tokenizer.mayHave(value, token)) return true;
    if (value.length > TOKENS_PER_PIECE) yield;
  }
  return false;
}

/** Divides a text where the tokenizer has no word. */
function* pieces(text: string, tokenizer: Tokenizer): Generator<string, void> {
  let start = 0;
  while (text.length - start > TOKENS_PER_PIECE) {
    const end = tokenizer.gapFrom(text, start + TOKENS_PER_PIECE, start);
    yield text.slice(start, end);
    start = end;
  }
  if (start < text.length) yield text.slice(start);
}
