// JSON for programs: plain JavaScript values, in which integers that a double cannot hold are bigints.
// The decision: plain JSON.parse and JSON.stringify are used wherever they are exact. A text is first searched for long
// integers; if there are any, they are replaced by marked strings before parsing, which a reviver converts to bigints.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { writeArray } from "./writer.ts";

/** More levels than any request or response has (json-limits.ts); a value that contains itself ends here. */
const MAX_DEPTH = 256;

/** Finds a text that may have integers above 2^53, which have at least 16 digits. */
const LONG_INTEGER = /(?:^|[^\d.])\d{16}/;
/** A string, or an integer of 16 or more digits that is no part of a float. */
const STRING_OR_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|((?<![\d.+\-eE])-?\d{16,}(?![\d.eE]))/g;

/** Returns the value of a JSON text. */
export function parseExact(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text);
  let mark = "integer:";
  while (text.includes(mark)) mark = `${mark}:`;
  const marked = text.replace(STRING_OR_INTEGER, (token, integer) =>
    integer === undefined ? token : `"${mark}${integer}"`,
  );
  return JSON.parse(marked, (_, value) =>
    typeof value === "string" && value.startsWith(mark) ? exact(BigInt(value.slice(mark.length))) : value,
  );
}

/** Returns a number if a double holds the integer exactly, otherwise the bigint. */
export function exact(integer: bigint): number | bigint {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}

/**
 * How whole numbers above 2^53 are written, because it is unknown which integer was meant. `strict` is like `float`
 * but writes numbers that JSON lacks as texts: a server refuses "NaN", while null would mean that nothing is given.
 */
type LenientNumber = "integer" | "float" | "strict";

/**
 * Returns the JSON text of a value, with bigints as integers and typed arrays as arrays; otherwise as JSON.stringify.
 * @param vague for all values that `vagueOf` does not decide about
 * @param vagueOf for a member, by its key, and for all values in it that have no rule of their own
 * @throws InvalidArgument for a value that contains itself
 */
export function writePlain(
  value: unknown,
  vague: LenientNumber = "integer",
  vagueOf: (key: string) => LenientNumber | undefined = () => undefined,
): string {
  const write = (item: unknown, vague: LenientNumber, depth: number): string | undefined => {
    if (typeof item !== "object" || item === null) return scalar(item, vague);
    if (depth > MAX_DEPTH) throw new InvalidArgument(`a value is nested deeper than ${MAX_DEPTH} levels`);
    if (isJsonable(item)) return write(item.toJSON(), vague, depth + 1);
    if (isNumbers(item)) return writeArray(item);
    if (Array.isArray(item)) {
      return `[${Array.from(item, (entry) => write(entry, vague, depth + 1) ?? "null").join(",")}]`;
    }
    const members = Object.entries(item).flatMap(([key, member]) => {
      const text = write(member, vagueOf(key) ?? vague, depth + 1);
      return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
    });
    return `{${members.join(",")}}`;
  };
  return write(value, vague, 0) ?? "null";
}

function scalar(value: unknown, vague: LenientNumber): string | undefined {
  if (typeof value === "bigint") return String(value);
  if (vague === "strict" && typeof value === "number" && !Number.isFinite(value)) return `"${value}"`;
  if (vague !== "integer" && typeof value === "number" && Number.isInteger(value)) {
    return Number.isSafeInteger(value) ? String(value) : value.toExponential();
  }
  return JSON.stringify(value);
}

/** Tells whether a value has its own JSON form, such as a Date. */
export function isJsonable(value: object): value is { toJSON(): unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}

export function isNumbers(value: object): value is ArrayLike<number> & ArrayBufferView {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}
