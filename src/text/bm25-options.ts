// Checks the options of BM25 as requests have them: names, defaults, limits and error texts are Qdrant's.
// The decision: unknown fields are ignored and null stands for the default of all but numbers, as in Qdrant. Languages
// that Qdrant does not know are refused, except armenian and tamil, for which there are stemmers.
import { InvalidBm25 } from "../errors/text.ts";
import {
  hasStemmer,
  hasStopwords,
  LANGUAGES,
  languageOf,
  STEMMER_LANGUAGES,
  STOPWORD_LANGUAGES,
  TOKENIZERS,
  type TokenizerKind,
} from "../shared/text-languages.ts";
import { settingsOf, type TextOptions, type TextSettings } from "./settings.ts";

export interface Bm25Settings {
  readonly k: number;
  readonly b: number;
  readonly avgLen: number;
  readonly text: TextSettings;
}

const DEFAULTS = { k: 1.2, b: 0.75, avg_len: 256, language: "english" } as const;
const MAX_LENGTH = 2 ** 53 - 1;

type Fields = Readonly<Record<string, unknown>>;
/** Names of languages in error texts. */
const named = (languages: readonly string[]): string => languages.join(", ");

/** @throws InvalidBm25 */
export function bm25Settings(given: unknown): Bm25Settings {
  const options = given ?? {};
  if (!isObject(options)) refuse("options", "an object", options);
  const k = numberIn(options, "k");
  const b = numberIn(options, "b");
  const avgLen = numberIn(options, "avg_len");
  const text = textOptions(options);
  if (!(k >= 0 && Number.isFinite(k))) {
    throw new InvalidBm25(`BM25 k1 must be finite and >= 0, got ${decimal(k)}`);
  }
  if (!(b >= 0 && b <= 1)) {
    throw new InvalidBm25(`BM25 b must be finite and in [0.0, 1.0], got ${decimal(b)}`);
  }
  if (!(avgLen > 0 && Number.isFinite(avgLen))) {
    throw new InvalidBm25(`BM25 avg_doc_len must be finite and > 0, got ${decimal(avgLen)}`);
  }
  return { k, b, avgLen, text: settingsOf(text, DEFAULTS.language) };
}

function textOptions(options: Fields): TextOptions {
  return {
    tokenizer: tokenizerIn(options),
    language: languageIn(options),
    lowercase: flagIn(options, "lowercase"),
    ascii_folding: flagIn(options, "ascii_folding"),
    stopwords: stopwordsIn(options.stopwords),
    stemmer: stemmerIn(options.stemmer),
    min_token_len: lengthIn(options, "min_token_len"),
    max_token_len: lengthIn(options, "max_token_len"),
  };
}

function numberIn(options: Fields, name: "k" | "b" | "avg_len"): number {
  const value = options[name];
  if (value === undefined) return DEFAULTS[name];
  return typeof value === "number" ? value : refuse(name, "a number", value);
}

function flagIn(options: Fields, name: string): boolean | null {
  const value = options[name] ?? null;
  return value === null || typeof value === "boolean" ? value : refuse(name, "true or false", value);
}

function lengthIn(options: Fields, name: string): number | null {
  const value = options[name] ?? null;
  if (value === null) return null;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_LENGTH) return value;
  return refuse(name, "a number of characters", value);
}

function tokenizerIn({ tokenizer = null }: Fields): TokenizerKind | null {
  if (tokenizer === null || TOKENIZERS.includes(tokenizer as TokenizerKind))
    return tokenizer as TokenizerKind | null;
  return refuse("tokenizer", `one of ${TOKENIZERS.join(", ")}`, tokenizer);
}

function languageIn({ language = null }: Fields): string | null {
  if (language === null) return null;
  if (typeof language !== "string") return refuse("language", "a string", language);
  if (languageOf(language) !== null) return language;
  throw new InvalidBm25(
    `unsupported language: ${JSON.stringify(language)}; expected one of ${named(LANGUAGES)}, or its short name`,
  );
}

function stopwordsIn(given: unknown): TextOptions["stopwords"] {
  if (given === undefined || given === null) return null;
  if (typeof given === "string") return stopwordLanguage("stopwords", given);
  if (!isObject(given))
    return refuse("stopwords", 'a language or {"languages": [...], "custom": [...]}', given);
  const { languages, custom } = given;
  return {
    languages: listIn("stopwords.languages", languages).map((one, i) =>
      stopwordLanguage(`stopwords.languages[${i}]`, one),
    ),
    custom: listIn("stopwords.custom", custom).map((one, i) =>
      typeof one === "string" ? one : refuse(`stopwords.custom[${i}]`, "a string", one),
    ),
  };
}

function stopwordLanguage(path: string, given: unknown): string {
  const language = typeof given === "string" ? languageOf(given) : null;
  if (language !== null && hasStopwords(language)) return language;
  return refuse(path, `one of ${named(STOPWORD_LANGUAGES)}, or its short name`, given);
}

function stemmerIn(given: unknown): TextOptions["stemmer"] {
  if (given === undefined || given === null) return null;
  if (!isObject(given)) return refuse("stemmer", 'an object such as {"type": "none"}', given);
  if (given.type === "none") return { type: "none" };
  if (given.type !== "snowball") return refuse("stemmer.type", '"snowball" or "none"', given.type);
  const language = typeof given.language === "string" ? languageOf(given.language) : null;
  if (language !== null && hasStemmer(language)) return { type: "snowball", language };
  return refuse("stemmer.language", `one of ${named(STEMMER_LANGUAGES)}, or its short name`, given.language);
}

function listIn(path: string, given: unknown): readonly unknown[] {
  if (given === undefined || given === null) return [];
  return Array.isArray(given) ? given : refuse(path, "a list", given);
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuse(path: string, expected: string, value: unknown): never {
  const found = value === undefined ? "nothing" : shortened(JSON.stringify(value));
  throw new InvalidBm25(`Invalid BM25 config: ${path}: expected ${expected}, got ${found}`);
}

function shortened(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100)}...`;
}

/** Formats a number without an exponent, as Qdrant does. */
function decimal(value: number): string {
  if (!Number.isFinite(value)) return String(value).replace("Infinity", "inf");
  const [digits = "", exponent] = String(value).split("e");
  if (exponent === undefined) return digits;
  if (Math.abs(value) >= 1) return BigInt(value).toString();
  const [sign, decimals] = [value < 0 ? "-" : "", digits.replace(/[-.]/g, "")];
  return `${sign}0.${"0".repeat(-Number(exponent) - 1)}${decimals}`;
}
