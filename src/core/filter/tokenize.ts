// Text into tokens, by the parameters of a text index; the matcher and the index ask the same object. The decision: a value
// gives its tokens by position, a query one token per position. Each word goes the same way: accents folded, lower case,
// stopwords out, stem, length.
import type { TextIndexParams, TokenizerName } from "../../schema/payload-index.ts";

export interface Tokenizer {
  /** Whether `phrase` asks for tokens in a row; otherwise it is a substring, as without an index. */
  readonly phraseMatching: boolean;
  /** At each position, in order, its tokens: one, or all prefixes of a word. */
  valueTokens(text: string): string[][];
  /** One token per position. */
  queryTokens(text: string): string[];
}

/** What `max_token_len` is for prefixes where it is not given or larger: a long word has as many prefixes as characters. */
const MAX_PREFIX = 64;

const WORD = /[\p{Alphabetic}\p{N}]+/gu;
const NO_SPACE = /\S+/gu;
const MARKS = /\p{M}+/gu;
const SPLITTERS: Record<TokenizerName, RegExp> = {
  word: WORD,
  multilingual: WORD,
  prefix: WORD,
  whitespace: NO_SPACE,
};

export function tokenizerOf(params: TextIndexParams): Tokenizer {
  const name = params.tokenizer ?? "word";
  const prepare = preparation(params);
  const min = params.min_token_len ?? 0;
  const max = params.max_token_len ?? Number.POSITIVE_INFINITY;
  const words = (text: string): string[] =>
    (text.match(SPLITTERS[name]) ?? []).map(prepare).filter((word) => word !== "");
  const phraseMatching = params.phrase_matching ?? false;
  if (name === "prefix") return prefixes(words, Math.max(1, min), Math.min(max, MAX_PREFIX), phraseMatching);
  const tokens = (text: string): string[] =>
    words(text).filter((word) => {
      const length = lengthOf(word);
      return length >= min && length <= max;
    });
  return {
    phraseMatching,
    valueTokens: (text) => tokens(text).map((token) => [token]),
    queryTokens: tokens,
  };
}

/** A word stands for each of its beginnings; in a query it is one, the longest. Words shorter than `min` are left out. */
function prefixes(
  words: (text: string) => string[],
  min: number,
  max: number,
  phraseMatching: boolean,
): Tokenizer {
  const begun = (text: string): string[][] =>
    words(text)
      .map((word) => [...word].slice(0, max))
      .filter((characters) => characters.length >= min);
  return {
    phraseMatching,
    valueTokens: (text) =>
      begun(text).map((characters) => {
        const lengths = Array.from({ length: characters.length - min + 1 }, (_, i) => min + i);
        return lengths.map((length) => characters.slice(0, length).join(""));
      }),
    queryTokens: (text) => begun(text).map((characters) => characters.join("")),
  };
}

/** What happens to a word before it is a token; "" when it is none. */
function preparation({ lowercase, ascii_folding }: TextIndexParams): (word: string) => string {
  return (word) => {
    let token = ascii_folding ? folded(word) : word;
    if (lowercase ?? true) token = token.toLowerCase();
    return token;
  };
}

/** Letters that are their own, not a letter with a mark. */
const ASCII: Record<string, string> = {
  ß: "ss",
  ẞ: "SS",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  þ: "th",
  Þ: "TH",
  ı: "i",
  ħ: "h",
  Ħ: "H",
  ŋ: "n",
  Ŋ: "N",
};

function folded(word: string): string {
  return Array.from(word.normalize("NFD").replace(MARKS, ""), (letter) => ASCII[letter] ?? letter).join("");
}

function lengthOf(word: string): number {
  return [...word].length;
}
