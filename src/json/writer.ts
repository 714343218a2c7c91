// The writer of responses. The decision: a number that is exactly an f32 is printed with the fewest digits that still
// round to it, 0.9 and not 0.8999999761581421: vectors and scores are f32, and the short form is half the bytes.
// A double that happens to be an f32 loses nothing that the engine could have kept. Unlike JSON.stringify it writes
// bigints as digits, typed arrays as arrays and RawJson as received; like it, undefined members are left out.
import { RawJson } from "../schema/raw-json.ts";
import { cuttable, utf8 } from "./node-bytes.ts";

/** Longer strings are left to JSON.stringify, whose own scan is faster from about here. */
const SHORT_STRING = 64;

/** What clients name themselves takes no more room than this. */
const MOST_NAMES = 1_000;
const names = new Map<string, string>();

/** Powers of ten, exact in a double; with the at most 9 digits of an f32 they reach down to SMALLEST_SCALED. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const SMALLEST_SCALED = 1e-12;

/** Nine digits tell any two f32 apart. */
const F32_DIGITS = 9;

export function writeJson(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "number":
      return Number.isFinite(value) ? String(shortest(value)) : "null";
    case "bigint":
    case "boolean":
      return String(value);
    case "object":
      return value === null ? "null" : writeObject(value);
    default:
      return "null";
  }
}

function writeObject(value: object): string {
  if (Array.isArray(value)) return writeArray(value);
  if (value instanceof RawJson) return decoded(value.bytes);
  if (ArrayBuffer.isView(value)) return writeArray(value as unknown as ArrayLike<number>);
  let text = "";
  for (const key in value) {
    const member: unknown = (value as Record<string, unknown>)[key];
    if (member === undefined) continue;
    text += (text === "" ? "{" : ",") + named(key) + writeJson(member);
  }
  return text === "" ? "{}" : `${text}}`;
}

/** A key and its colon. Those of answers are few and come again and again. */
function named(key: string): string {
  const known = names.get(key);
  if (known !== undefined) return known;
  const text = `${quoted(key)}:`;
  if (names.size < MOST_NAMES && key.length <= SHORT_STRING) names.set(key, text);
  return text;
}

export function writeArray(items: ArrayLike<unknown>): string {
  if (items.length === 0) return "[]";
  const numbers = printable(items);
  if (numbers) return JSON.stringify(numbers);
  let text = `[${writeJson(items[0])}`;
  for (let index = 1; index < items.length; index++) text += `,${writeJson(items[index])}`;
  return `${text}]`;
}

/** Numbers only, as they are to be printed: JSON.stringify prints many faster than String prints each. */
function printable(items: ArrayLike<unknown>): number[] | undefined {
  const numbers: number[] = [];
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (typeof item !== "number") return undefined;
    numbers.push(shortest(item));
  }
  return numbers;
}

function quoted(text: string): string {
  if (text.length > SHORT_STRING) return JSON.stringify(text);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    // Quotes, backslashes, controls, and all from the surrogates upwards (few, and stringify knows the lone ones).
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || unit >= 0xd800) return JSON.stringify(text);
  }
  return `"${text}"`;
}

/** The double to print for a number: for an f32 the one with the fewest digits that rounds to it. */
export function shortest(value: number): number {
  if (Math.fround(value) !== value || Number.isInteger(value) || !Number.isFinite(value)) return value;
  if (Math.abs(value) < SMALLEST_SCALED) return shortestBySearch(value);
  // Most f32 need more than seven digits. When seven do, fewer may.
  let places = 1;
  while (Math.abs(value) * POWERS_OF_TEN[places]! < 1e6) places++;
  if (Math.fround(rounded(value, places)) === value) places = 0;
  for (;;) {
    const candidate = rounded(value, ++places);
    if (Math.fround(candidate) === value) return candidate;
  }
}

/** Power and product are exact enough and the division rounds once: the double nearest the decimal, as if parsed. */
function rounded(value: number, places: number): number {
  const scale = POWERS_OF_TEN[places]!;
  return Math.round(value * scale) / scale;
}

/** As {@link shortest}, for the tiny. (Of all f32 below 1, only 2^-96 has a shorter decimal that is not the nearest.) */
function shortestBySearch(value: number): number {
  for (let digits = 1; digits < F32_DIGITS; digits++) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === value) return candidate;
  }
  return Number(value.toPrecision(F32_DIGITS));
}

function decoded(bytes: Uint8Array): string {
  return utf8(cuttable(bytes), 0, bytes.length);
}
