// What of a JSON value a field index keeps: the key by which it is compared.
// The decision: a value of another type has no key, so an integer index knows nothing of strings; moments are keyed by
// microseconds since 1970, UTC, integers beyond 2^53 exactly.

import type { Sliced } from "../../scheduling/slices.ts";
import type { FieldType } from "../../schema/payload-index.ts";
import { parseDatetime } from "../filter/datetime.ts";
import { uuidText } from "../filter/uuid.ts";
import { integerOf, type JsonValue, numberOf } from "../filter/value.ts";

/** Values of a list that are looked at until the work may be cut. */
const CUT_LIST = 2 ** 10;

export type Key = string | number | bigint | boolean;

/** The keys of the values at a path, those of the items where a value is a list. */
export function keysOf(type: FieldType, values: readonly JsonValue[]): Key[] {
  return values
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .flatMap((value) => keyOf(type, value) ?? []);
}

/** The key of one value, or null when it is none for an index of this type. */
export function keyOf(type: FieldType, value: JsonValue): Key | null {
  switch (type) {
    case "keyword":
      return typeof value === "string" ? value : null;
    case "uuid":
      return typeof value === "string" ? uuidText(value) : null;
    case "integer":
      return integerOf(value);
    case "float":
      return numberOf(value);
    case "bool":
      return typeof value === "boolean" ? value : null;
    case "datetime":
      return typeof value === "string" ? parseDatetime(value) : null;
    default:
      return null;
  }
}

/** Whether something holds for all of a list. */
export function* areAll<T>(values: Iterable<T>, holds: (value: T) => boolean): Sliced<boolean> {
  let seen = 0;
  for (const value of values) {
    if (!holds(value)) return false;
    if (++seen % CUT_LIST === 0) yield;
  }
  return true;
}
