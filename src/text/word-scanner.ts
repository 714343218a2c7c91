// Finds the words of a text one after another: the longest parts that consist of characters of some classes.
// The decision: the scanner is one object with the limits of the present word, so that no word costs an object.
import { ASCII_CLASSES, classesOf, codeAt, unitsOf } from "./characters.ts";

const ASCII_END = 0x80;

export class WordScanner {
  /** Bits of the characters that words consist of. */
  readonly #classes: number;
  #text = "";
  start = 0;
  end = 0;

  constructor(classes: number) {
    this.#classes = classes;
  }

  begin(text: string): void {
    this.#text = text;
    this.start = 0;
    this.end = 0;
  }

  /** Finds the next word. @returns false at the end of the text */
  next(): boolean {
    const text = this.#text;
    const classes = this.#classes;
    const { length } = text;
    let at = this.end;
    for (;;) {
      if (at >= length) return false;
      const code = text.charCodeAt(at);
      if (code >= ASCII_END) {
        const whole = codeAt(text, at);
        if ((classesOf(whole) & classes) !== 0) break;
        at += unitsOf(whole);
      } else if ((ASCII_CLASSES[code]! & classes) === 0) at++;
      else break;
    }
    this.start = at;
    this.end = endOfWord(text, at, classes);
    return true;
  }

  /** The present word. */
  get word(): string {
    return this.#text.slice(this.start, this.end);
  }
}

/** Returns the first position from `from` whose character is in none of the classes. */
export function endOfWord(text: string, from: number, classes: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code < ASCII_END) {
      if ((ASCII_CLASSES[code]! & classes) === 0) break;
      at++;
      continue;
    }
    const whole = codeAt(text, at);
    if ((classesOf(whole) & classes) === 0) break;
    at += unitsOf(whole);
  }
  return at;
}

/** Returns where the word begins that goes on at a position, or `from` if it began before. */
export function startOfWord(text: string, at: number, from: number, classes: number): number {
  let start = Math.min(at, text.length);
  while (start > from) {
    const isPair = start - 2 >= from && codeAt(text, start - 2) > 0xffff;
    const before = start - (isPair ? 2 : 1);
    if ((classesOf(codeAt(text, before)) & classes) === 0) break;
    start = before;
  }
  return start;
}
