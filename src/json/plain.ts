// JSON for programs: values as JavaScript has them, with the integers that a double cannot hold as bigints both ways.
// The decision: plain JSON.parse and JSON.stringify wherever they are exact. A text is looked at for long integers first;
// only one that has some is read with them set apart as marked strings, which a reviver makes bigints.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { writeArray } from "./writer.ts";

/** Deeper than anything that is accepted (reader.ts) and what is put around it; whatever contains itself ends here. */
const MAX_DEPTH = 256;

/** Integers of so few digits are below 2^53. */
const LONG_INTEGER = /(?:^|[^\d.])\d{16}/;
/** A string, or an integer of 16 digits and more that is no part of a float. */
const STRING_OR_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|((?<![\d.+\-eE])-?\d{16,}(?![\d.eE]))/g;

/** The value of a JSON text. */
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

/** A number where a double says it exactly. */
export function exact(integer: bigint): number | bigint {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}

/** How integers that are numbers and above 2^53 are written: nobody can tell which ones were meant. */
type LenientNumber = "integer" | "float";

/**
 * The JSON text of a value, with bigints as integers and typed arrays as arrays; otherwise what JSON.stringify says.
 * @param vague for all that `vagueOf` says nothing about
 * @param vagueOf by the key of a member: of it and of all in it, until another key says something else
 * @throws InvalidArgument for what contains itself
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
      return `[${Array.from(item, (one) => write(one, vague, depth + 1) ?? "null").join(",")}]`;
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
  if (vague === "float" && typeof value === "number" && Number.isInteger(value)) {
    return Number.isSafeInteger(value) ? String(value) : value.toExponential();
  }
  return JSON.stringify(value);
}

/** What says itself how it is to be written, such as a Date. */
export function isJsonable(value: object): value is { toJSON(): unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}

/** A typed array of numbers. */
export function isNumbers(value: object): value is ArrayLike<number> & ArrayBufferView {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}
