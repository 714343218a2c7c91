// The writer of responses.
// The decision: a number that is exactly an f32 is printed with the fewest digits that still round to it, 0.9 and not
// 0.8999999761581421: vectors and scores are f32, and the short form is half the bytes. For a double that happens to be
// an f32 no precision is lost that the engine could have stored. Unlike JSON.stringify it writes bigints as digits,
// typed arrays as arrays and RawJson as received; like it, undefined members are left out.
import { RawJson } from "../schema/raw-json.ts";
import { cuttable, utf8 } from "./node-bytes.ts";

/** Longer strings are passed to JSON.stringify, whose scan is faster from about this length. */
const SHORT_STRING = 64;

/** The most keys that are kept, because clients can choose names. */
const MAX_NAMES = 1_000;
const names = new Map<string, string>();

/** Powers of ten, exact in a double; with the at most 9 digits of an f32 they suffice down to SMALLEST_SCALED. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const SMALLEST_SCALED = 1e-12;

/** Nine digits distinguish any two f32. */
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

/** Returns a key with its colon. The keys of responses are few and repeat, so they are kept. */
function named(key: string): string {
  const known = names.get(key);
  if (known !== undefined) return known;
  const text = `${quoted(key)}:`;
  if (names.size < MAX_NAMES && key.length <= SHORT_STRING) names.set(key, text);
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

/**
 * Returns the numbers to print, or undefined if an item is none: JSON.stringify prints many numbers faster than String
 * prints each.
 */
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
    // Quotes, backslashes, control characters, and all units from the surrogates upwards: they are rare, and stringify
    // handles lone surrogates.
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || unit >= 0xd800) return JSON.stringify(text);
  }
  return `"${text}"`;
}

/** Returns the double to print for a number: for an f32 the one with the fewest digits that rounds to it. */
export function shortest(value: number): number {
  if (Math.fround(value) !== value || Number.isInteger(value) || !Number.isFinite(value)) return value;
  if (Math.abs(value) < SMALLEST_SCALED) return shortestBySearch(value);
  // Most f32 need more than seven digits. If seven are enough, fewer may be.
  let decimals = 1;
  while (Math.abs(value) * POWERS_OF_TEN[decimals]! < 1e6) decimals++;
  if (Math.fround(rounded(value, decimals)) === value) decimals = 0;
  for (;;) {
    const candidate = rounded(value, ++decimals);
    if (Math.fround(candidate) === value) return candidate;
  }
}

/** Returns the numbers as {@link shortest} does, in a loop, because `Array.from` takes three times as long. */
export function shortestOf(values: Float32Array): number[] {
  const numbers: number[] = new Array(values.length);
  for (let i = 0; i < values.length; i++) numbers[i] = shortest(values[i]!);
  return numbers;
}

/**
 * Returns the double nearest to the decimal, as if it were parsed: power and product are exact enough, and the division
 * rounds once.
 */
function rounded(value: number, decimals: number): number {
  const scale = POWERS_OF_TEN[decimals]!;
  return Math.round(value * scale) / scale;
}

/**
 * Returns the double as {@link shortest} does, for tiny numbers. (Of all f32 below 1, only 2^-96 has a shorter decimal
 * that is not the nearest.)
 */
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
