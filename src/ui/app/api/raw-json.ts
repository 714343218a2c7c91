// Parts of a JSON text as they are written.
// The decision: what is edited, imported, or deleted and put back, is never parsed, because a parser of numbers makes 1
// of 1.0 and null of 1e400. The text of a member is found by walking over the text.
import { parseJson, RawJson } from "./json.ts";

const SPACE = /\s*/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const PLAIN = /[^\s,\]}]+/y;
const MARKS = /["{}[\]]/g;
/** A string, or a number. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const INTEGER = /^(?:0|-?[1-9]\d*)$/;

/** Returns the text of a member of a valid JSON text; undefined if there is none. @param path keys and positions */
export function rawMember(text: string, ...path: readonly (string | number)[]): string | undefined {
  let at = spaceEnd(text, 0);
  for (const key of path) {
    const found = memberAt(text, at, key);
    if (found === undefined) return undefined;
    at = found;
  }
  return text.slice(at, valueEnd(text, at));
}

/** Returns the texts of the members of a JSON object, of members with the same name the last one. */
export function rawMembers(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let at = spaceEnd(text, spaceEnd(text, 0) + 1);
  while (at < text.length && text[at] !== "}") {
    const nameEnd = valueEnd(text, at);
    const start = spaceEnd(text, spaceEnd(text, nameEnd) + 1);
    const end = valueEnd(text, start);
    members.set(JSON.parse(text.slice(at, nameEnd)) as string, text.slice(start, end));
    at = spaceEnd(text, spaceEnd(text, end) + 1);
  }
  return members;
}

/** Whether a JSON text has the same numbers, digit by digit, when it was parsed and is written again. */
export function isKeptByParsing(text: string): boolean {
  for (const [token] of text.matchAll(TOKENS))
    if (!token.startsWith('"') && !INTEGER.test(token) && String(Number(token)) !== token) return false;
  return true;
}

/** Parses a JSON text; one with a number that would be written differently stays a text. @throws Error */
export function parseExactly(text: string): unknown {
  const value = parseJson(text);
  return isKeptByParsing(text) ? value : new RawJson(compactJson(text));
}

/** Returns the texts of the elements of a JSON array. */
export function rawItems(text: string): string[] {
  const items: string[] = [];
  let at = spaceEnd(text, spaceEnd(text, 0) + 1);
  while (at < text.length && text[at] !== "]") {
    const end = valueEnd(text, at);
    items.push(text.slice(at, end));
    at = spaceEnd(text, spaceEnd(text, end) + 1);
  }
  return items;
}

/** Returns a JSON text without the spaces between its tokens. */
export function compactJson(text: string): string {
  return text.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, "$1");
}

/** Returns where a member of the value at a position begins. */
function memberAt(text: string, start: number, key: string | number): number | undefined {
  const isList = text[start] === "[";
  if (!isList && text[start] !== "{") return undefined;
  let at = spaceEnd(text, start + 1);
  for (let position = 0; at < text.length && text[at] !== "]" && text[at] !== "}"; position++) {
    let name: string | number = position;
    if (!isList) {
      const end = valueEnd(text, at);
      name = JSON.parse(text.slice(at, end)) as string;
      at = spaceEnd(text, spaceEnd(text, end) + 1);
    }
    if (name === key) return at;
    at = spaceEnd(text, valueEnd(text, at));
    if (text[at] === ",") at = spaceEnd(text, at + 1);
  }
  return undefined;
}

function valueEnd(text: string, at: number): number {
  if (text[at] === '"') return matchEnd(STRING, text, at);
  if (text[at] !== "{" && text[at] !== "[") return matchEnd(PLAIN, text, at);
  let depth = 0;
  MARKS.lastIndex = at;
  for (let mark = MARKS.exec(text); mark; mark = MARKS.exec(text)) {
    if (mark[0] === '"') MARKS.lastIndex = matchEnd(STRING, text, mark.index);
    else depth += mark[0] === "{" || mark[0] === "[" ? 1 : -1;
    if (depth === 0) return mark.index + 1;
  }
  return text.length;
}

function spaceEnd(text: string, at: number): number {
  return matchEnd(SPACE, text, at);
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : text.length;
}
