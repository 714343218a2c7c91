// Divides text into tokens by the parameters of a text index. The matcher and the index use the same object.
// The decision: a value gives its tokens by position, a query one token for each position. Each word takes the same
// steps: lower case, accents, stop words, stem, length.
import type { TextIndexParams, TokenizerName } from "../../schema/payload-index.ts";
import { stemEnglish } from "./stem.ts";
import { STOPWORD_LANGUAGES, stopwordsOf } from "./stopwords.ts";

export interface Tokenizer {
  /** Returns the tokens of each position: one, or all prefixes of a word. */
  valueTokens(text: string): string[][];
  /** Returns one token for each position. */
  queryTokens(text: string): string[];
  /** Matches a character that no token has, where a text can be divided; the flag is global. */
  readonly gap: RegExp;
  /** Returns false only if the text cannot have the token; it is decided without tokenizing the text. */
  mayHave(text: string, token: string): boolean;
}

/** The upper limit of `max_token_len` for prefixes: a long word has as many prefixes as characters. */
const MAX_PREFIX = 64;

const WORD = /[\p{Alphabetic}\p{M}\p{N}]+/gu;
const NO_WORD = /[^\p{Alphabetic}\p{M}\p{N}]/gu;
const NO_SPACE = /\S+/gu;
const SPACE = /\s/gu;
const COMBINING_MARKS = /\p{M}+/gu;
const SPLITTERS: Record<TokenizerName, RegExp> = {
  word: WORD,
  multilingual: WORD,
  prefix: WORD,
  whitespace: NO_SPACE,
};

/** The tokenizer for fields without a text index: that of an index without parameters. */
export const WORD_TOKENIZER = tokenizerOf({ type: "text" });

export function tokenizerOf(params: TextIndexParams): Tokenizer {
  const name = params.tokenizer ?? "word";
  const prepare = preparation(params);
  const min = params.min_token_len ?? 0;
  const max = params.max_token_len ?? Number.POSITIVE_INFINITY;
  const words = (text: string): string[] =>
    (text.match(SPLITTERS[name]) ?? []).map(prepare).filter((word) => word !== "");
  const mayHave = presence(params);
  const gap = name === "whitespace" ? SPACE : NO_WORD;
  if (name === "prefix")
    return { ...prefixes(words, Math.max(1, min), Math.min(max, MAX_PREFIX)), mayHave, gap };
  const isAnyLength = min <= 1 && max === Number.POSITIVE_INFINITY;
  const tokens = (text: string): string[] => {
    if (isAnyLength) return words(text);
    return words(text).filter((word) => {
      const length = lengthOf(word);
      return length >= min && length <= max;
    });
  };
  return {
    valueTokens: (text) => tokens(text).map((token) => [token]),
    queryTokens: tokens,
    mayHave,
    gap,
  };
}

/** The lower case of both letters depends on their neighbours, so a whole text and one word of it may differ. */
const SIGMA = /[ςσ]/;

/** Searches the text itself for a token that is a part of it except for its case. */
function presence(params: TextIndexParams): Tokenizer["mayHave"] {
  if (params.ascii_folding || isEnglishStemmer(params.stemmer)) return () => true;
  if (!(params.lowercase ?? true)) return (text, token) => text.includes(token);
  return (text, token) => text.toLowerCase().includes(token) || SIGMA.test(token);
}

/** Returns the prefixes of a word, in a query only the longest. Words shorter than `min` are left out. */
function prefixes(
  words: (text: string) => string[],
  min: number,
  max: number,
): Pick<Tokenizer, "valueTokens" | "queryTokens"> {
  const begun = (text: string): string[][] =>
    words(text)
      .map((word) => [...word].slice(0, max))
      .filter((characters) => characters.length >= min);
  return {
    valueTokens: (text) =>
      begun(text).map((characters) => {
        const lengths = Array.from({ length: characters.length - min + 1 }, (_, i) => min + i);
        return lengths.map((length) => characters.slice(0, length).join(""));
      }),
    queryTokens: (text) => begun(text).map((characters) => characters.join("")),
  };
}

/** Returns the function that makes a token of a word; it returns "" for a word that is no token. */
function preparation(params: TextIndexParams): (word: string) => string {
  const lower = (params.lowercase ?? true) ? (word: string) => word.toLowerCase() : (word: string) => word;
  const fold = params.ascii_folding ? folded : (word: string) => word;
  const stem = isEnglishStemmer(params.stemmer) ? stemEnglish : (word: string) => word;
  const stopwords = new Set(wordsLeftOut(params.stopwords).map((word) => fold(lower(word))));
  return (word) => {
    const token = fold(lower(word));
    return stopwords.has(token) ? "" : stem(token);
  };
}

function wordsLeftOut(stopwords: TextIndexParams["stopwords"]): string[] {
  const { languages, custom } = typeof stopwords === "object" && stopwords ? stopwords : { custom: null };
  const named = typeof stopwords === "string" ? [stopwords] : (languages ?? []);
  return [...named.flatMap((language) => stopwordsOf(language) ?? []), ...(custom ?? [])];
}

function isEnglishStemmer(stemmer: TextIndexParams["stemmer"]): boolean {
  return stemmer?.type === "snowball" && stemmer.language?.toLowerCase() === "english";
}

/** Returns sentences about parameters that have no effect, for the warnings of the collection. */
export function textIndexWarnings({ stopwords, stemmer }: TextIndexParams): string[] {
  const languages = typeof stopwords === "string" ? [stopwords] : (stopwords?.languages ?? []);
  const warnings = languages
    .filter((language) => stopwordsOf(language) === null)
    .map(
      (language) =>
        `There are no stopwords for the language "${language}"; there are for ${STOPWORD_LANGUAGES.join(", ")}. Give them as custom words`,
    );
  if (stemmer && stemmer.type !== "none" && !isEnglishStemmer(stemmer)) {
    warnings.push(
      `The stemmer ${JSON.stringify(stemmer)} is not known and has no effect; {"type": "snowball", "language": "english"} is`,
    );
  }
  return warnings;
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

const OWN_LETTERS = new RegExp(`[${Object.keys(ASCII).join("")}]`, "g");
const BEYOND_ASCII = /[^\0-\x7f]/;

function folded(word: string): string {
  if (!BEYOND_ASCII.test(word)) return word;
  return word
    .normalize("NFD")
    .replace(COMBINING_MARKS, "")
    .replace(OWN_LETTERS, (letter) => ASCII[letter]!);
}

function lengthOf(word: string): number {
  return [...word].length;
}
