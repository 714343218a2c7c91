// How texts become tokens: the options of requests and payload indexes, completed by defaults.
// The decision: equal settings have equal canonical texts, by which tokenizers are kept (tokenizers.ts).
import {
  hasStemmer,
  hasStopwords,
  languageOf,
  type StemmerLanguage,
  type StopwordLanguage,
  type TokenizerKind,
} from "../shared/text-languages.ts";

/** Options of a text index and of documents alike; null stands for the default. */
export interface TextOptions {
  readonly tokenizer?: TokenizerKind | null;
  /** Stands for its stop words and its stemmer, where these are not given. */
  readonly language?: string | null;
  readonly lowercase?: boolean | null;
  readonly ascii_folding?: boolean | null;
  readonly stopwords?:
    | string
    | { readonly languages?: readonly string[] | null; readonly custom?: readonly string[] | null }
    | null;
  readonly stemmer?: { readonly type: string; readonly language?: string | null } | null;
  /** In characters. */
  readonly min_token_len?: number | null;
  readonly max_token_len?: number | null;
}

export interface TextSettings {
  readonly tokenizer: TokenizerKind;
  readonly lowercase: boolean;
  readonly folding: boolean;
  /** Languages whose stop words are left out. */
  readonly stopwords: readonly StopwordLanguage[];
  /** Further words that are left out. */
  readonly custom: readonly string[];
  readonly stemmer: StemmerLanguage | null;
  /** Null: a prefix has at least one character, and any other token may have any length. */
  readonly min: number | null;
  readonly max: number | null;
}

/** Languages without stop words, or without a stemmer, are left out. */
export function settingsOf(options: TextOptions, language: string | null = null): TextSettings {
  const { stopwords: given, stemmer } = options;
  const all = languageOf(options.language ?? language ?? "");
  const named = given == null ? (all ?? []) : typeof given === "string" ? given : (given.languages ?? []);
  const stopwords = [named].flat().flatMap((name) => knownStopwords(name) ?? []);
  return {
    tokenizer: options.tokenizer ?? "word",
    lowercase: options.lowercase ?? true,
    folding: options.ascii_folding ?? false,
    stopwords: [...new Set(stopwords)].sort(),
    custom: typeof given === "object" && given?.custom ? [...new Set(given.custom)].sort() : [],
    stemmer: stemmer == null ? (all !== null && hasStemmer(all) ? all : null) : stemmerIn(stemmer),
    min: options.min_token_len ?? null,
    max: options.max_token_len ?? null,
  };
}

function knownStopwords(name: string): StopwordLanguage | null {
  const language = languageOf(name.toLowerCase());
  return language !== null && hasStopwords(language) ? language : null;
}

function stemmerIn({ type, language }: NonNullable<TextOptions["stemmer"]>): StemmerLanguage | null {
  const name = type === "snowball" ? languageOf((language ?? "").toLowerCase()) : null;
  return name !== null && hasStemmer(name) ? name : null;
}

/** Returns the languages of the options that there are no stop words for. */
export function unknownStopwords({ stopwords }: TextOptions): string[] {
  const languages = typeof stopwords === "string" ? [stopwords] : (stopwords?.languages ?? []);
  return languages.filter((name) => knownStopwords(name) === null);
}

/** Whether the options ask for a stemmer that there is not. */
export function isUnknownStemmer({ stemmer }: TextOptions): boolean {
  return stemmer != null && stemmer.type !== "none" && stemmerIn(stemmer) === null;
}
