// Payloads as values: read from bytes, looked at, written back. The decision: objects and arrays are JavaScript's own,
// because JSON.parse makes them several times faster than we could; our own reader is asked only when a number is in
// the text that a plain number would not say exactly. Members are read by `member`: keys such as `__proto__` and
// `constructor` are data. (JavaScript puts keys that are whole numbers first: a changed payload may show them so.)
import { cuttable, utf8 } from "../../json/node-bytes.ts";
import { Float } from "../../json/number.ts";
import { readJson } from "../../json/reader.ts";
import { EXACT } from "../../json/shape.ts";
import type { Integer } from "./filter.ts";

/** A number is an integer when it is whole; floats with a whole value and what no double holds are a Float. */
export type JsonValue = null | boolean | string | number | bigint | Float | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

/**
 * Matches -0 and the numbers that JSON.parse may turn into a whole number that they are not, or a whole number that
 * they are not written as: 16 digits before the point, only zeros after it, many digits before or zeros and nines after
 * it, or an exponent. Each number is scanned once, since every payload that is read passes this.
 */
const NEEDS_CARE =
  /[\s:,[](?:-0(?![.\d])|-?(?:\d{16}|\d{1,15}(?:[eE]|\.(?:0+(?!\d)|0{6}|9{6}|\d+[eE]|(?<=\d{15}\.)|(?<=\d{10}\.)[09]))))/;

/** @param bytes of a JSON object that was checked when it came in */
export function parsePayload(bytes: Uint8Array): JsonObject {
  const text = utf8(cuttable(bytes), 0, bytes.length);
  return (NEEDS_CARE.test(text) ? readJson(bytes, EXACT) : JSON.parse(text)) as JsonObject;
}

/** Writes a value as JSON with every digit of integers and Floats. */
export function jsonText(value: JsonValue): string {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Float) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).map((key) => `${JSON.stringify(key)}:${jsonText(value[key]!)}`);
  return `{${members.join()}}`;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Float);
}

export function member(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Returns any number as a double; null for other values. */
export function numberOf(value: JsonValue): number | null {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  return value instanceof Float ? value.value : null;
}

/** Returns the exact value of an integer; null for floats, whole ones included, and for other values. */
export function integerOf(value: JsonValue): Integer | null {
  return typeof value === "bigint" || Number.isInteger(value) ? (value as Integer) : null;
}
