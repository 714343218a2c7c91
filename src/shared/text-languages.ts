// The tokenizers of texts, and their languages: for which there are stop words, and for which there are stemmers.
// The decision: names and short names are Qdrant's. A language in a request means both lists, where there are both.

export const TOKENIZERS = ["word", "whitespace", "prefix", "multilingual", "code"] as const;
export type TokenizerKind = (typeof TOKENIZERS)[number];

/** The languages with stop words and their short names. */
const STOPWORD_ALIASES = {
  arabic: "ar",
  azerbaijani: "az",
  basque: "eu",
  bengali: "bn",
  catalan: "ca",
  chinese: "zh",
  danish: "da",
  dutch: "nl",
  english: "en",
  finnish: "fi",
  french: "fr",
  german: "de",
  greek: "el",
  hebrew: "he",
  hinglish: "hi-en",
  hungarian: "hu",
  indonesian: "id",
  italian: "it",
  japanese: "jp",
  kazakh: "kk",
  nepali: "ne",
  norwegian: "no",
  portuguese: "pt",
  romanian: "ro",
  russian: "ru",
  slovene: "sl",
  spanish: "es",
  swedish: "sv",
  tajik: "tg",
  turkish: "tr",
} as const;
/** The languages with a stemmer alone. */
const STEMMER_ALIASES = { armenian: "hy", tamil: "ta" } as const;

export type StopwordLanguage = keyof typeof STOPWORD_ALIASES;

export const STOPWORD_LANGUAGES = Object.keys(STOPWORD_ALIASES) as StopwordLanguage[];

export const STEMMER_LANGUAGES = [
  "arabic",
  "armenian",
  "danish",
  "dutch",
  "english",
  "finnish",
  "french",
  "german",
  "greek",
  "hungarian",
  "italian",
  "norwegian",
  "portuguese",
  "romanian",
  "russian",
  "spanish",
  "swedish",
  "tamil",
  "turkish",
] as const;
export type StemmerLanguage = (typeof STEMMER_LANGUAGES)[number];

const NAMES = new Map<string, string>(
  Object.entries({ ...STOPWORD_ALIASES, ...STEMMER_ALIASES }).flatMap(([name, alias]) => [
    [name, name],
    [alias, name],
  ]),
);

/** All languages with stop words, a stemmer, or both. */
export const LANGUAGES: readonly string[] = [...STOPWORD_LANGUAGES, ...Object.keys(STEMMER_ALIASES)].sort();

/** Their names and short names. */
export const LANGUAGE_NAMES: readonly string[] = [...NAMES.keys()];

/** Returns the language with this name or short name, or null if there is none. */
export function languageOf(name: string): string | null {
  return NAMES.get(name) ?? null;
}

export function hasStopwords(language: string): language is StopwordLanguage {
  return Object.hasOwn(STOPWORD_ALIASES, language);
}

export function hasStemmer(language: string): language is StemmerLanguage {
  return (STEMMER_LANGUAGES as readonly string[]).includes(language);
}
