// Values of a field that has a UUID index: the same UUID however it is spelt, with hyphens or without, in any case.
// The decision: they are compared and counted in one spelling, lower case with hyphens; other text stays as it is.
import { uuidHex } from "../../schema/leaf.ts";
import type { Check } from "./filter.ts";
import type { JsonValue } from "./value.ts";

const PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** Lower case with hyphens; null when it is no UUID. */
export function uuidText(text: string): string | null {
  return uuidHex(text)?.toLowerCase().replace(PARTS, "$1-$2-$3-$4-$5") ?? null;
}

/** UUIDs in the one spelling, all else as it is. */
export function asUuid<Value extends JsonValue>(value: Value): Value | string {
  return typeof value === "string" ? (uuidText(value) ?? value) : value;
}

/** The same of the items of an array. */
export function eachAsUuid(value: JsonValue): JsonValue {
  return Array.isArray(value) ? value.map(asUuid) : asUuid(value);
}

const spelled = new WeakMap<Check, Check>();

/** The check with its UUIDs in the one spelling; made once, however many points are asked. */
export function ofUuids(check: Check): Check {
  const known = spelled.get(check);
  if (known) return known;
  const made = inOneSpelling(check);
  spelled.set(check, made);
  return made;
}

function inOneSpelling(check: Check): Check {
  switch (check.kind) {
    case "value":
      return { ...check, value: asUuid(check.value) };
    case "any":
    case "except":
      return { ...check, values: new Set(Array.from(check.values, asUuid)) };
    default:
      return check;
  }
}
