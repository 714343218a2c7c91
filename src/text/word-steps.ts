// Makes the token of a word: ASCII folding, lower case, stop words, the stem, and the limits of lengths, in this order.
// The decision: stop words get lower case if tokens do, and are not folded, as in Qdrant: the stop word "über" does not
// leave out the token "uber".
import { charactersIn } from "./characters.ts";
import { folded } from "./fold.ts";
import { type Stem, stemOf, stopwordsOf } from "./loaded.ts";
import type { TextSettings } from "./settings.ts";

export class WordSteps {
  readonly #settings: TextSettings;
  /** Null until the first word, because the languages may be loaded after the steps were made. */
  #stopwords: ReadonlySet<string> | null = null;
  #stem: Stem | null = null;
  readonly #min: number;
  readonly #max: number;

  constructor(settings: TextSettings) {
    this.#settings = settings;
    this.#min = settings.min ?? 0;
    this.#max = settings.max ?? Number.POSITIVE_INFINITY;
  }

  /** Returns the token, or null for a word that is none. A few words, such as "εως", have an empty stem. */
  tokenOf(word: string): string | null {
    const token = this.changed(word);
    return token !== null && this.#fits(token) ? token : null;
  }

  /** Makes the token without the limits of lengths. @param keeps whether stop words are tokens */
  changed(word: string, keeps = false): string | null {
    const stopwords = this.#stopwords ?? this.#prepared();
    const token = this.cased(word);
    if (!keeps && stopwords.has(token)) return null;
    return this.#stem ? this.#stem(token) : token;
  }

  /** Returns the word with the letters that tokens have: folded and in lower case if they are. */
  cased(word: string): string {
    const { folding, lowercase } = this.#settings;
    const letters = folding ? folded(word) : word;
    return lowercase ? letters.toLowerCase() : letters;
  }

  #fits(token: string): boolean {
    const { length } = token;
    const min = this.#min;
    const max = this.#max;
    // A character has one or two code units.
    if (length >= 2 * min && length <= max) return true;
    if (length < min || length > 2 * max) return false;
    const characters = charactersIn(token);
    return characters >= min && characters <= max;
  }

  #prepared(): ReadonlySet<string> {
    const { stopwords, custom, stemmer, lowercase } = this.#settings;
    if (stemmer !== null) this.#stem = stemOf(stemmer);
    const words = [...stopwords.flatMap(stopwordsOf), ...custom];
    this.#stopwords = new Set(lowercase ? words.map((word) => word.toLowerCase()) : words);
    return this.#stopwords;
  }
}
