// Text under a text index: which values have the tokens of a query. The decision: the tokens of a value stand at positions,
// several at one where the tokenizer makes prefixes; a query has one token at each. A query without tokens matches nothing.
import type { Tokenizer } from "./tokenize.ts";

export function hasAllTokens(value: string, query: string, tokenizer: Tokenizer): boolean {
  const tokens = tokenizer.queryTokens(query);
  const there = new Set(tokenizer.valueTokens(value).flat());
  return tokens.length > 0 && tokens.every((token) => there.has(token));
}

export function hasAnyToken(value: string, query: string, tokenizer: Tokenizer): boolean {
  const there = new Set(tokenizer.valueTokens(value).flat());
  return tokenizer.queryTokens(query).some((token) => there.has(token));
}

/** The tokens of the query at positions in a row. */
export function hasPhrase(value: string, query: string, tokenizer: Tokenizer): boolean {
  const tokens = tokenizer.queryTokens(query);
  const positions = tokenizer.valueTokens(value);
  if (tokens.length === 0) return false;
  return positions.some((_, start) => tokens.every((token, i) => positions[start + i]?.includes(token)));
}
