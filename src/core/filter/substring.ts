// Finds a text in another one.
// The decision: `includes` takes the product of both lengths where the texts are nearly alike, minutes for long
// texts, and cannot be cut. Long texts are compared by the method of Knuth, Morris and Pratt, which reads each
// character about twice, in slices.
import type { Sliced } from "../../scheduling/slices.ts";

/** The product of both lengths up to which `includes` takes well below a millisecond. */
const SHORT_TEXT = 2 ** 20;
/** The longest part that is searched for in windows, each of which is much longer. */
const MAX_SHORT_PART = 512;
/** Characters that are examined between two yields. */
const CHARACTERS_PER_YIELD = 2 ** 15;

export function isShortSearch(value: string, part: string): boolean {
  return value.length * part.length <= SHORT_TEXT;
}

export function* hasPart(value: string, part: string): Sliced<boolean> {
  if (part.length > value.length) return false;
  if (isShortSearch(value, part)) return value.includes(part);
  if (part.length <= MAX_SHORT_PART) return yield* isInWindows(value, part);
  const borders = yield* bordersOf(part);
  let matched = 0;
  for (let i = 0; i < value.length; i++) {
    matched = grown(part, borders, matched, value.charCodeAt(i));
    if (matched === part.length) return true;
    if (i % CHARACTERS_PER_YIELD === 0) yield;
  }
  return false;
}

/** Calls `includes` for one window of the value after another, which is usually much faster than the automaton. */
function* isInWindows(value: string, part: string): Sliced<boolean> {
  const step = Math.floor(SHORT_TEXT / part.length);
  for (let start = 0; start < value.length; start += step) {
    if (value.slice(start, start + step + part.length - 1).includes(part)) return true;
    yield;
  }
  return false;
}

/**
 * Returns, for each prefix of the text, the length of its longest proper prefix that is also its suffix (Knuth, Morris,
 * Pratt).
 */
function* bordersOf(part: string): Sliced<Uint32Array> {
  const borders = new Uint32Array(part.length + 1);
  let matched = 0;
  for (let i = 1; i < part.length; i++) {
    matched = grown(part, borders, matched, part.charCodeAt(i));
    borders[i + 1] = matched;
    if (i % CHARACTERS_PER_YIELD === 0) yield;
  }
  return borders;
}

/** Returns the length of the matched prefix of `part` after one more character. */
function grown(part: string, borders: Uint32Array, matched: number, code: number): number {
  let length = matched;
  while (length > 0 && part.charCodeAt(length) !== code) length = borders[length]!;
  return part.charCodeAt(length) === code ? length + 1 : length;
}
