// What of a JSON value a field index keeps: the key by which it is compared.
// The decision: a value of another type has no key, so an integer index knows nothing of strings; moments are keyed by
// microseconds since 1970, UTC, integers beyond 2^53 exactly.

import type { Sliced } from "../../scheduling/slices.ts";
import type { JsonValue } from "../filter/value.ts";

/** Values of a list that are examined between two yields. */
const VALUES_PER_YIELD = 2 ** 10;

export type Key = string | number | bigint | boolean;

/** Returns the key of a value, or null if an index of this type does not contain it. */
export type KeyOf = (value: JsonValue) => Key | null;

/** Array.prototype.every for any iterable, in slices. */
export function* areAll<T>(values: Iterable<T>, holds: (value: T) => boolean): Sliced<boolean> {
  let checked = 0;
  for (const value of values) {
    if (!holds(value)) return false;
    if (++checked % VALUES_PER_YIELD === 0) yield;
  }
  return true;
}
