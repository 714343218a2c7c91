// Divides texts into tokens: the one way for text indexes, for conditions without an index, and for BM25.
// The decision: a value gives its tokens by position, several at one where the tokenizer makes prefixes; a query has
// one token for each word. A text may be divided where no word is, and its parts have the tokens of the whole.
import type { TokenizerKind } from "../shared/text-languages.ts";
import { ALPHANUMERIC, codeAt, MARK, NO_SPACE, UNDERSCORE, unitsOf } from "./characters.ts";
import { addCodeWords } from "./code-words.ts";
import { addSegments, endOfPart } from "./multilingual.ts";
import { settingsOf, type TextOptions, type TextSettings } from "./settings.ts";
import { endOfWord, startOfWord, WordScanner } from "./word-scanner.ts";
import { WordSteps } from "./word-steps.ts";

/**
 * The version of the rules by which texts are divided. A saved index of another version is built again: raise it when a
 * text has other tokens than before, also by another list of stop words or another stemmer.
 */
export const TOKENIZER_VERSION = 2;

/** The characters of a prefix at most: a long word has as many prefixes as characters. */
const MAX_PREFIX = 64;
/** The lower case of both letters depends on their neighbours, so a whole text and one word of it may differ. */
const SIGMA = /[ςσ]/;

const WORD_CLASSES: Readonly<Record<TokenizerKind, number>> = {
  word: ALPHANUMERIC,
  prefix: ALPHANUMERIC,
  whitespace: NO_SPACE,
  multilingual: ALPHANUMERIC | MARK,
  code: ALPHANUMERIC | UNDERSCORE,
};

/** Whose tokens are made: those of a value, which is a document, or those of a query. */
export type TextForm = "value" | "query";
/** Receives the tokens in their order. @param isNext whether the token has another position than the one before */
type AddToken = (token: string, isNext: boolean) => void;

export class Tokenizer {
  readonly settings: TextSettings;
  readonly steps: WordSteps;
  /** Bits of the characters that words consist of. */
  readonly wordClasses: number;

  constructor(settings: TextSettings) {
    this.settings = settings;
    this.steps = new WordSteps(settings);
    this.wordClasses = WORD_CLASSES[settings.tokenizer];
  }

  /** Returns the tokens of each position: one, or all prefixes of a word. */
  valueTokens(text: string): string[][] {
    const positions: string[][] = [];
    this.addTokens(text, "value", (token, isNext) => {
      if (isNext) positions.push([token]);
      else positions.at(-1)!.push(token);
    });
    return positions;
  }

  /** Returns one token for each position. */
  queryTokens(text: string): string[] {
    const tokens: string[] = [];
    this.addTokens(text, "query", (token) => tokens.push(token));
    return tokens;
  }

  /** Yields the tokens of a value by position, and where in the text the word of each position is. */
  *positions(text: string): Generator<{ start: number; end: number; tokens: string[] }, void> {
    const scanner = new WordScanner(this.wordClasses);
    scanner.begin(text);
    while (scanner.next()) {
      const { word, start } = scanner;
      const found: { start: number; end: number; tokens: string[] }[] = [];
      const add = (token: string, isNext: boolean, from = 0, to = word.length) => {
        if (isNext) found.push({ start: start + from, end: start + to, tokens: [token] });
        else found.at(-1)!.tokens.push(token);
      };
      if (this.settings.tokenizer !== "multilingual") this.addTokensOf(word, "value", add);
      else
        addSegments(word, (part, from, to) => {
          const token = this.steps.tokenOf(part);
          if (token !== null) add(token, true, from, to);
        });
      yield* found;
    }
  }

  addTokens(text: string, form: TextForm, add: AddToken): void {
    const scanner = new WordScanner(this.wordClasses);
    scanner.begin(text);
    while (scanner.next()) this.addTokensOf(scanner.word, form, add);
  }

  addTokensOf(word: string, form: TextForm, add: AddToken): void {
    const { steps } = this;
    const addPart = (part: string): void => {
      const token = steps.tokenOf(part);
      if (token !== null) add(token, true);
    };
    switch (this.settings.tokenizer) {
      case "prefix":
        this.#addPrefixes(steps.changed(word, form === "query"), form, add);
        return;
      case "code":
        addCodeWords(word, this.settings.lowercase, addPart);
        return;
      case "multilingual":
        addSegments(word, addPart);
        return;
      default:
        addPart(word);
    }
  }

  /** Adds the prefixes of a word, in a query only the longest. Words shorter than the limit are left out. */
  #addPrefixes(word: string | null, form: TextForm, add: AddToken): void {
    if (word === null) return;
    const { min, max } = this.settings;
    const shortest = min ?? 1;
    const longest = Math.min(max ?? MAX_PREFIX, MAX_PREFIX);
    let end = 0;
    let isNext = true;
    for (let length = 0; length <= longest; length++) {
      if (form === "value" && length >= shortest) {
        add(word.slice(0, end), isNext);
        isNext = false;
      }
      if (end === word.length || length === longest) {
        if (form === "query" && length >= Math.max(1, shortest)) add(word.slice(0, end), true);
        return;
      }
      end += unitsOf(codeAt(word, end));
    }
  }

  /** Divides a text before its last word, which is returned as it begins tokens: without its end, and no stem. */
  divided(text: string): { words: string; prefix: string } {
    const scanner = new WordScanner(this.wordClasses);
    scanner.begin(text);
    let start = text.length;
    while (scanner.next()) start = scanner.start;
    return { words: text.slice(0, start), prefix: this.steps.cased(text.slice(start, scanner.end)) };
  }

  /**
   * Returns the first position from `at` where no word is: the parts before and behind it have the tokens of both.
   * @param from where the part begins, which is the beginning of the text or the result of another call
   */
  gapFrom(text: string, at: number, from: number): number {
    let gap = at;
    // The second half of a character is no character.
    if (gap > 0 && (text.charCodeAt(gap) & 0xfc00) === 0xdc00) gap--;
    if (this.settings.tokenizer !== "multilingual") return endOfWord(text, gap, this.wordClasses);
    let end = startOfWord(text, gap, from, this.wordClasses);
    while (end < gap) end = endOfPart(text, end);
    return Math.min(end, endOfWord(text.slice(0, end), gap, this.wordClasses));
  }

  /** Returns false only if the text cannot have the token; it is decided without making the tokens of the text. */
  mayHave(text: string, token: string): boolean {
    const { tokenizer, folding, stemmer, lowercase } = this.settings;
    if (folding || stemmer !== null || tokenizer === "code" || tokenizer === "multilingual") return true;
    if (!lowercase) return text.includes(token);
    return text.toLowerCase().includes(token) || SIGMA.test(token);
  }
}

/** The tokenizer for fields without a text index: that of an index without parameters. */
export const WORD_TOKENIZER = tokenizerOf({});

export function tokenizerOf(options: TextOptions): Tokenizer {
  return new Tokenizer(settingsOf(options));
}
