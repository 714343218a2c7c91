// JSON with integers of any size: ids are unsigned 64-bit numbers, and a double loses their last digits above 2^53.
// The decision: such integers are bigints. The text is changed before and after the parser of the browser, which is the
// quickest one: long integers become marked strings before parsing, and marked strings become digits after writing.
// Strings that begin with the mark themselves get a second one.

const MARK = "\u0001";
/**
 * Matches strings first, so that digits in them are not changed, then numbers of many characters, fractions included.
 */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|-?\d[\d.eE+-]{15,}/g;
const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?/g;
const INTEGER = /^-?\d+$/;
/** The length of a mark in a JSON text with the quote before it. */
const MARK_LENGTH = '"\\u0001'.length;

/** Parses a JSON text; integers that a number cannot hold become bigints. */
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

/** Parses a JSON text; any other text is returned as it is. */
export function jsonOrText(text: string, parse = parseJson): unknown {
  try {
    return parse(text);
  } catch {
    return text;
  }
}

/**
 * Returns whether a token is a marked value. Keys of objects do not count, because the reviver of JSON.parse gets only
 * values.
 */
function isMarked(token: string): boolean {
  return token.startsWith('"\\u0001') && !token.endsWith(":");
}

/** A value as the text that is written. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Writes a JSON text with bigints as integers, and raw texts as they are. @param indent as in JSON.stringify */
export function writeJson(value: unknown, indent?: number): string {
  let marks = 0;
  const replace = (_key: string, member: unknown): unknown => {
    const isRaw = member instanceof RawJson;
    if (!isRaw && typeof member !== "bigint" && !(typeof member === "string" && member.startsWith(MARK)))
      return member;
    marks++;
    return MARK + (isRaw ? member.text : member);
  };
  const text = JSON.stringify(value, replace, indent);
  if (text === undefined) return "null";
  return marks === 0 ? text : text.replace(STRINGS, (token) => (isMarked(token) ? unmarked(token) : token));
}

/** Removes the mark. `token` is a marked value with its quotes. */
function unmarked(token: string): string {
  const inside = token.slice(MARK_LENGTH, -1);
  return inside.startsWith("\\u0001") ? `"${inside}"` : (JSON.parse(`"${inside}"`) as string);
}
