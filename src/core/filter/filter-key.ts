// A text that two filters share only if they match the same points: the key under which results of filters are cached.
// The decision: the order of the conditions of a clause does not matter, so their keys are sorted. A filter with long
// lists or texts has no key, because building one would cost about as much as the cache saves.

import type { Check, Condition, Filter, Values } from "./filter.ts";

/** The number of values of a list, and of characters of a text, above which a filter has no key and is not cached. */
const MAX_VALUES = 64;
const MAX_TEXT = 1024;

/** The keys of filters that are in use, because requests share parsed filters (recent-filters.ts). */
const known = new WeakMap<Filter, string | null>();

/** Returns the key of a filter; null: its results are not cached. */
export function filterKey(filter: Filter): string | null {
  let key = known.get(filter);
  if (key !== undefined) return key;
  key = keyOf(filter);
  known.set(filter, key);
  return key;
}

function keyOf(filter: Filter): string | null {
  const clauses: string[] = [];
  const { must, should, mustNot, minShould } = filter;
  const minimum = minShould ? `min${minShould.minCount}` : "";
  for (const [name, conditions] of [
    ["must", must],
    ["should", should],
    ["not", mustNot],
    [minimum, minShould?.conditions ?? []],
  ] as const) {
    if (conditions.length === 0) continue;
    const keys = conditionKeys(conditions);
    if (keys === null) return null;
    clauses.push(`${name}(${keys})`);
  }
  return clauses.join("");
}

function conditionKeys(conditions: readonly Condition[]): string | null {
  if (conditions.length > MAX_VALUES) return null;
  const keys: string[] = [];
  for (const condition of conditions) {
    const key = conditionKey(condition);
    if (key === null) return null;
    keys.push(key);
  }
  return keys.sort().join(",");
}

function conditionKey(condition: Condition): string | null {
  switch (condition.kind) {
    case "filter": {
      const key = keyOf(condition.filter);
      return key === null ? null : `{${key}}`;
    }
    case "nested": {
      const key = keyOf(condition.filter);
      return key === null ? null : `nested${JSON.stringify(condition.path.text)}{${key}}`;
    }
    case "field": {
      const key = checkKey(condition.check);
      return key === null ? null : `${JSON.stringify(condition.path.text)}${key}`;
    }
    case "has_vector":
      return `has_vector${JSON.stringify(condition.name)}`;
    // The ids of a list and the parts of a slice are seldom asked for twice.
    case "has_id":
    case "slice":
      return null;
  }
}

function checkKey(check: Check): string | null {
  switch (check.kind) {
    case "value":
      return `=${valueKey(check.value)}`;
    case "any":
    case "except": {
      const values = valuesKey(check.values);
      return values === null ? null : `${check.kind}[${values}]`;
    }
    case "text":
    case "text_any":
    case "phrase":
    case "prefix":
    case "substring":
      return check.text.length > MAX_TEXT ? null : `${check.kind}${JSON.stringify(check.text)}`;
    case "geo_polygon": {
      const points = check.interiors.reduce((sum, ring) => sum + ring.length, check.exterior.length);
      return points > MAX_VALUES ? null : JSON.stringify(check, exactly);
    }
    case "range":
    case "datetime_range": {
      const { lt, gt, gte, lte } = check.bounds;
      return `${check.kind}[${lt},${gt},${gte},${lte}]`;
    }
    default:
      return JSON.stringify(check, exactly);
  }
}

/** Keeps infinite bounds, which JSON.stringify would write as null. */
function exactly(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

function valuesKey(values: Values): string | null {
  const keys: string[] = [];
  for (const value of values) {
    if (keys.length === MAX_VALUES) return null;
    keys.push(valueKey(value));
  }
  return keys.sort().join(",");
}

/** Returns different keys for values of different types that print alike, such as 1 and "1". */
function valueKey(value: string | number | bigint | boolean): string {
  if (typeof value === "bigint") return `${value}n`;
  return JSON.stringify(value);
}
