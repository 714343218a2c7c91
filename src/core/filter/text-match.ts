// Text compared by words: which values have the tokens of a query. The decision: the tokens of a value stand at positions,
// several at one where the tokenizer makes prefixes; a query has one token at each. A query without tokens matches nothing.
// The tokens of a value are made only where it may have those of the query, since most values of a scan have not.
import type { Tokenizer } from "./tokenize.ts";

export function hasAllTokens(value: string, query: string, tokenizer: Tokenizer): boolean {
  const tokens = tokenizer.queryTokens(query);
  if (tokens.length === 0 || !tokens.every((token) => tokenizer.mayHave(value, token))) return false;
  const there = new Set(tokenizer.valueTokens(value).flat());
  return tokens.every((token) => there.has(token));
}

export function hasAnyToken(value: string, query: string, tokenizer: Tokenizer): boolean {
  const tokens = tokenizer.queryTokens(query).filter((token) => tokenizer.mayHave(value, token));
  if (tokens.length === 0) return false;
  const there = new Set(tokenizer.valueTokens(value).flat());
  return tokens.some((token) => there.has(token));
}

/** The tokens of the query at positions in a row. */
export function hasPhrase(value: string, query: string, tokenizer: Tokenizer): boolean {
  const tokens = tokenizer.queryTokens(query);
  if (tokens.length === 0 || !tokens.every((token) => tokenizer.mayHave(value, token))) return false;
  const positions = tokenizer.valueTokens(value);
  return positions.some((_, start) => tokens.every((token, i) => positions[start + i]?.includes(token)));
}
