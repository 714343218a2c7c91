// JSON with integers of any size: ids are unsigned 64-bit numbers, and a double loses their last digits above 2^53.
// The decision: such integers are bigints. The text is rewritten around the browser's own parser, which is the quickest
// there is: long runs of digits become marked strings on the way in, and marked strings digits on the way out.

/** A character that no JSON text of a server has unescaped. */
const MARK = "\u0001";
/** Strings are matched first, so that digits in them are left alone. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;
const MARKED = /"\\u0001(-?\d+)"/g;

/** Any value of a JSON text; integers that a number cannot hold are bigints. */
export function parseJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const marked = text.replace(TOKENS, (token) => {
    if (token.startsWith('"') || Number.isSafeInteger(Number(token))) return token;
    return `"\\u0001${token}"`;
  });
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === "string" && value.startsWith(MARK) ? BigInt(value.slice(1)) : value,
  );
}

/** @param indent as JSON.stringify has it */
export function writeJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(
    value,
    (_key, one: unknown) => (typeof one === "bigint" ? `${MARK}${one}` : one),
    indent,
  );
  return text === undefined ? "null" : text.replace(MARKED, "$1");
}
