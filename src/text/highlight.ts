// Finds the words of a query in a text, to show why the text was found.
// The decision: a text is divided as for the index, so that what is marked is what counted: `foxes` for the query `fox`
// where words are reduced to stems. A word with several tokens is marked whole.
import type { Sliced } from "../scheduling/slices.ts";
import type { Tokenizer } from "./tokenize.ts";

/** The words that are marked: tokens, phrases of several tokens, and beginnings of tokens. */
export interface Marked {
  readonly tokens: ReadonlySet<string>;
  readonly phrases: readonly (readonly string[])[];
  readonly prefixes: readonly string[];
}

/** The first UTF-16 unit of a part of a text, and the one after its last. */
type Range = [start: number, end: number];

interface Position {
  readonly start: number;
  readonly end: number;
  readonly tokens: string[];
}

const WORDS_PER_YIELD = 256;

/** @param most ranges that are returned */
export function* highlighted(
  text: string,
  marked: Marked,
  tokenizer: Tokenizer,
  most: number,
): Sliced<Range[]> {
  const { tokens, phrases, prefixes } = marked;
  const isMarked = (token: string) =>
    tokens.has(token) || prefixes.some((prefix) => token.startsWith(prefix));
  const longest = phrases.reduce((length, phrase) => Math.max(length, phrase.length), 1);
  const ranges: Range[] = [];
  /** The last positions, as many as the longest phrase has tokens. */
  const last: Position[] = [];
  let words = 0;
  for (const position of tokenizer.positions(text)) {
    if (++words % WORDS_PER_YIELD === 0) yield;
    last.push(position);
    if (last.length > longest) last.shift();
    if (position.tokens.some(isMarked)) addRange(ranges, position.start, position.end);
    for (const phrase of phrases) {
      const from = last.length - phrase.length;
      if (from < 0 || !phrase.every((token, i) => last[from + i]!.tokens.includes(token))) continue;
      addRange(ranges, last[from]!.start, position.end);
    }
    if (ranges.length > most) break;
  }
  return ranges.slice(0, most);
}

/** Adds a range, or makes the last ones longer if they are a part of it. */
function addRange(ranges: Range[], start: number, end: number): void {
  let from = start;
  while (ranges.length > 0 && ranges.at(-1)![1] > start) from = Math.min(from, ranges.pop()![0]);
  ranges.push([from, end]);
}
