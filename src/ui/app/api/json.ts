// JSON with integers of any size: ids are unsigned 64-bit numbers, and a double loses their last digits above 2^53.
// The decision: such integers are bigints. The text is rewritten around the browser's own parser, which is the quickest
// there is: long integers become marked strings on the way in, and marked strings digits on the way out. Strings that begin
// with the mark themselves get a second one.

const MARK = "\u0001";
/** Strings first, so that digits in them are left alone; then whole numbers of many characters, fractions included. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|-?\d[\d.eE+-]{15,}/g;
const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?/g;
const INTEGER = /^-?\d+$/;
/** Of a mark in a JSON text, and the quote before it. */
const MARK_LENGTH = '"\\u0001'.length;

/** Any value of a JSON text; integers that a number cannot hold are bigints. */
export function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const marked = text.replace(TOKENS, (token) => {
    if (token.startsWith('"')) return isMarked(token) ? `"\\u0001${token.slice(1)}` : token;
    return INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? `"\\u0001${token}"` : token;
  });
  return JSON.parse(marked, (_key, value: unknown) => {
    if (typeof value !== "string" || !value.startsWith(MARK)) return value;
    return value[1] === MARK ? value.slice(1) : BigInt(value.slice(1));
  });
}

/** A value, not a key of an object: JSON.parse's reviver is given values only. */
function isMarked(token: string): boolean {
  return token.startsWith('"\\u0001') && !token.endsWith(":");
}

/** @param indent as JSON.stringify has it */
export function writeJson(value: unknown, indent?: number): string {
  let marks = 0;
  const replace = (_key: string, one: unknown): unknown => {
    const isBig = typeof one === "bigint";
    if (!isBig && !(typeof one === "string" && one.startsWith(MARK))) return one;
    marks++;
    return MARK + one;
  };
  const text = JSON.stringify(value, replace, indent);
  if (text === undefined) return "null";
  return marks === 0 ? text : text.replace(STRINGS, (token) => (isMarked(token) ? unmarked(token) : token));
}

/** `token` is a marked value between quotes. */
function unmarked(token: string): string {
  const inside = token.slice(MARK_LENGTH, -1);
  return inside.startsWith("\\u0001") ? `"${inside}"` : inside;
}
