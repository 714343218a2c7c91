// Divides the names of programs into words: at underscores and where the case changes, `camelCase` into camel and Case.
// The decision: the rules are those of Qdrant's tokenizer `code`. A digit stays with the characters before it, a word
// that begins with a digit is a number and stays whole, and the joined forms are tokens as well.
import { ALPHANUMERIC, classesOf, codeAt, NUMBER, UPPER, unitsOf } from "./characters.ts";

const UNDERSCORES = /_+/;
const FIRST_DIGIT = /^[0-9]/;

/** @param joined whether the joined forms follow the parts @param add receives them in order */
export function addCodeWords(word: string, joined: boolean, add: (part: string) => void): void {
  const names = word.split(UNDERSCORES).filter((name) => name !== "");
  if (names.length === 0) return;
  if (FIRST_DIGIT.test(word)) {
    add(names.join(""));
    return;
  }
  for (const name of names) if (addCases(name, add) > 1 && joined) add(name);
  if (names.length > 1 && joined) add(names.join(""));
}

/** Adds the parts of a name between changes of case. @returns their number */
function addCases(name: string, add: (part: string) => void): number {
  let count = 0;
  let start = 0;
  let before = 0;
  for (let at = 0; at < name.length; ) {
    const code = codeAt(name, at);
    const classes = classesOf(code);
    const next = at + unitsOf(code);
    if (at > start && (classes & UPPER) !== 0 && ((before & UPPER) === 0 || isWordAt(name, next))) {
      add(name.slice(start, at));
      count++;
      start = at;
    }
    before = classes;
    at = next;
  }
  add(name.slice(start));
  return count + 1;
}

/**
 * Whether a word goes on in lower case, so that the letter before begins it: the S of `HTTPServer`, not the L of
 * `URLs`.
 */
function isWordAt(name: string, at: number): boolean {
  return isLowerAt(name, at) && (name[at] !== "s" || isLowerAt(name, at + 1));
}

function isLowerAt(name: string, at: number): boolean {
  if (at >= name.length) return false;
  return (classesOf(codeAt(name, at)) & (ALPHANUMERIC | UPPER | NUMBER)) === ALPHANUMERIC;
}
