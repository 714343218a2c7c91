// Values of a field that has a UUID index: the same UUID however it is spelt, with hyphens or without, in any case.
// The decision: they are compared and counted in one spelling, lower case with hyphens; other text stays as it is.

import type { Sliced } from "../../scheduling/slices.ts";
import { isPointId, uuidHex } from "../../schema/leaf.ts";
import type { Check, Integer } from "./filter.ts";
import { LargeSet } from "./large-set.ts";
import type { JsonValue } from "./value.ts";

/** The length of a UUID with hyphens, which no other notation has. */
const UUID_LENGTH = 36;
const UUID_GROUPS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** Returns the UUID in lower case with hyphens; null if the text is no UUID. */
export function uuidText(text: string): string | null {
  if (text.length === UUID_LENGTH) return isPointId(text) ? text.toLowerCase() : null;
  return uuidHex(text)?.toLowerCase().replace(UUID_GROUPS, "$1-$2-$3-$4-$5") ?? null;
}

/** Normalises a UUID, and returns any other value unchanged. */
function asUuid<Value extends JsonValue>(value: Value): Value | string {
  return typeof value === "string" ? (uuidText(value) ?? value) : value;
}

/** Normalises the items of an array in the same way. */
export function eachAsUuid(value: JsonValue): JsonValue {
  return Array.isArray(value) ? value.map(asUuid) : asUuid(value);
}

const spelled = new WeakMap<Check, Check>();

/** Returns the check with normalised UUIDs; computed once for all points, in slices if they are many. */
export function* ofUuids(check: Check): Sliced<Check> {
  const known = spelled.get(check);
  if (known) return known;
  const spelledCheck = yield* inOneSpelling(check);
  spelled.set(check, spelledCheck);
  return spelledCheck;
}

function* inOneSpelling(check: Check): Sliced<Check> {
  switch (check.kind) {
    case "value":
      return { ...check, value: asUuid(check.value) };
    case "any":
    case "except": {
      if (!(check.values instanceof LargeSet)) {
        return { ...check, values: new Set<string | Integer>(Array.from(check.values, asUuid)) };
      }
      const values = check.values.as(asUuid);
      yield* values.fill();
      return { ...check, values };
    }
    default:
      return check;
  }
}
