// The stop words and stemmers that are loaded: each language is a file that is loaded when a text first needs it.
// The decision: `loadLanguages` is awaited before texts are processed, and processing itself waits for nothing. In a
// page a language is a file of some kilobytes that the browser fetches, so that the first load has none of them.
import type { StemmerLanguage, StopwordLanguage } from "../shared/text-languages.ts";
import type { TextSettings } from "./settings.ts";

/** Words of a language that are kept with their stems. When there are more, all are forgotten. */
const MAX_STEMS = 2 ** 16;
/** Longer words, in code units, are no words of a language and stay as they are. */
const MAX_STEMMED = 256;

export type Stem = (word: string) => string;
interface StopwordFile {
  readonly WORDS: string;
}
interface StemmerFile {
  readonly STEMMER: { stem(word: string): string };
}

const STOPWORD_FILES: Readonly<Record<StopwordLanguage, () => Promise<StopwordFile>>> = {
  arabic: () => import("./stopwords/arabic.ts"),
  azerbaijani: () => import("./stopwords/azerbaijani.ts"),
  basque: () => import("./stopwords/basque.ts"),
  bengali: () => import("./stopwords/bengali.ts"),
  catalan: () => import("./stopwords/catalan.ts"),
  chinese: () => import("./stopwords/chinese.ts"),
  danish: () => import("./stopwords/danish.ts"),
  dutch: () => import("./stopwords/dutch.ts"),
  english: () => import("./stopwords/english.ts"),
  finnish: () => import("./stopwords/finnish.ts"),
  french: () => import("./stopwords/french.ts"),
  german: () => import("./stopwords/german.ts"),
  greek: () => import("./stopwords/greek.ts"),
  hebrew: () => import("./stopwords/hebrew.ts"),
  hinglish: () => import("./stopwords/hinglish.ts"),
  hungarian: () => import("./stopwords/hungarian.ts"),
  indonesian: () => import("./stopwords/indonesian.ts"),
  italian: () => import("./stopwords/italian.ts"),
  japanese: () => import("./stopwords/japanese.ts"),
  kazakh: () => import("./stopwords/kazakh.ts"),
  nepali: () => import("./stopwords/nepali.ts"),
  norwegian: () => import("./stopwords/norwegian.ts"),
  portuguese: () => import("./stopwords/portuguese.ts"),
  romanian: () => import("./stopwords/romanian.ts"),
  russian: () => import("./stopwords/russian.ts"),
  slovene: () => import("./stopwords/slovene.ts"),
  spanish: () => import("./stopwords/spanish.ts"),
  swedish: () => import("./stopwords/swedish.ts"),
  tajik: () => import("./stopwords/tajik.ts"),
  turkish: () => import("./stopwords/turkish.ts"),
};

const STEMMER_FILES: Readonly<Record<StemmerLanguage, () => Promise<StemmerFile>>> = {
  arabic: () => import("./stem/gen/arabic.ts"),
  armenian: () => import("./stem/gen/armenian.ts"),
  danish: () => import("./stem/gen/danish.ts"),
  dutch: () => import("./stem/gen/dutch.ts"),
  english: () => import("./stem/gen/english.ts"),
  finnish: () => import("./stem/gen/finnish.ts"),
  french: () => import("./stem/gen/french.ts"),
  german: () => import("./stem/gen/german.ts"),
  greek: () => import("./stem/gen/greek.ts"),
  hungarian: () => import("./stem/gen/hungarian.ts"),
  italian: () => import("./stem/gen/italian.ts"),
  norwegian: () => import("./stem/gen/norwegian.ts"),
  portuguese: () => import("./stem/gen/portuguese.ts"),
  romanian: () => import("./stem/gen/romanian.ts"),
  russian: () => import("./stem/gen/russian.ts"),
  spanish: () => import("./stem/gen/spanish.ts"),
  swedish: () => import("./stem/gen/swedish.ts"),
  tamil: () => import("./stem/gen/tamil.ts"),
  turkish: () => import("./stem/gen/turkish.ts"),
};

const stopwords = new Map<StopwordLanguage, readonly string[]>();
const stems = new Map<StemmerLanguage, Stem>();

type Languages = Pick<TextSettings, "stopwords" | "stemmer">;

export function areLoaded({ stopwords: languages, stemmer }: Languages): boolean {
  return languages.every((language) => stopwords.has(language)) && (stemmer === null || stems.has(stemmer));
}

/** Loads the languages of the settings. @throws the platform's error if a file cannot be loaded */
export async function loadLanguages({ stopwords: languages, stemmer }: Languages): Promise<void> {
  const loads = languages.map(async (language) => {
    if (!stopwords.has(language)) {
      const { WORDS } = await STOPWORD_FILES[language]();
      stopwords.set(language, WORDS.trim().split(/\s+/));
    }
  });
  await Promise.all(loads);
  if (stemmer !== null && !stems.has(stemmer)) {
    const { STEMMER } = await STEMMER_FILES[stemmer]();
    if (!stems.has(stemmer))
      stems.set(
        stemmer,
        remembering((word) => STEMMER.stem(word)),
      );
  }
}

/** @throws Error if the language was not loaded */
export function stopwordsOf(language: StopwordLanguage): readonly string[] {
  return stopwords.get(language) ?? fail(language);
}

/** @throws Error if the language was not loaded */
export function stemOf(language: StemmerLanguage): Stem {
  return stems.get(language) ?? fail(language);
}

function fail(language: string): never {
  throw new Error(`the language ${language} was used before it was loaded`);
}

function remembering(stem: Stem): Stem {
  const known = new Map<string, string>();
  return (word) => {
    if (word.length > MAX_STEMMED) return word;
    const before = known.get(word);
    if (before !== undefined) return before;
    if (known.size >= MAX_STEMS) known.clear();
    const made = stem(word);
    known.set(word, made);
    return made;
  };
}
