// Decides whether a point matches a filter: the one definition of what filters mean.
// The decision: this code is slow and obvious. Indexes and plans are faster ways to the same result and are tested
// against it; conditions that they cannot answer are checked here.

import { runWhole, type Sliced } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import { type Tokenizer, WORD_TOKENIZER } from "../../text/tokenize.ts";
import { parseDatetime } from "./datetime.ts";
import type { Bounds, Check, Condition, Filter } from "./filter.ts";
import { geoPointOf, haversine, isInBox, isInPolygon } from "./geo.ts";
import { type Elements, everyItem, valuesAt } from "./path.ts";
import { sliceOf } from "./slice.ts";
import { hasPart } from "./substring.ts";
import { hasAllTokens, hasAnyToken, hasPhrase, type TextCheck, textQuery } from "./text-match.ts";
import { eachAsUuid, ofUuids } from "./uuid.ts";
import { isObject, type JsonObject, type JsonValue, numberOf } from "./value.ts";

export interface MatchPoint {
  readonly id: PointId;
  /** `{}` for a point without a payload. */
  readonly payload: JsonObject;
  hasVector(name: string): boolean;
  /** Returns null if there is no text index on the path, which is in canonical notation. */
  textIndex(path: string): Tokenizer | null;
  /** Returns whether there is a UUID index on the path; absent: there is none on any path. */
  uuidIndex?(path: string): boolean;
  /** Returns the elements that are values of their own to the index on the path; null: it knows of none. */
  elementsOf?(path: string): Elements | null;
}

/** The subject of a condition: the payload of a point, or an object of an array in it. */
interface Subject {
  readonly point: MatchPoint;
  readonly object: JsonObject;
  /** The canonical path of the object, with a dot at its end; "" for the payload. */
  readonly prefix: string;
  /** The values that the condition before this one found, since a thousand conditions may name the same path. */
  last: {
    readonly path: string;
    readonly values: readonly JsonValue[];
    readonly items: readonly JsonValue[];
  } | null;
}

export function matches(filter: Filter, point: MatchPoint): boolean {
  return runWhole(matching(filter, point));
}

/** Decides in slices, since conditions, objects and values may be many. */
export function matching(filter: Filter, point: MatchPoint): Sliced<boolean> {
  return holds(filter, { point, object: point.payload, prefix: "", last: null });
}

function* holds({ must, should, mustNot, minShould }: Filter, subject: Subject): Sliced<boolean> {
  for (const condition of must) if (!(yield* conditionHolds(condition, subject))) return false;
  for (const condition of mustNot) if (yield* conditionHolds(condition, subject)) return false;
  if (should.length > 0 && !(yield* holdAtLeast(1, should, subject))) return false;
  return minShould === null || (yield* holdAtLeast(minShould.minCount, minShould.conditions, subject));
}

function* holdAtLeast(count: number, conditions: readonly Condition[], subject: Subject): Sliced<boolean> {
  let held = 0;
  for (const condition of conditions)
    if ((yield* conditionHolds(condition, subject)) && ++held === count) return true;
  return false;
}

function* conditionHolds(condition: Condition, subject: Subject): Sliced<boolean> {
  const { point, object, prefix } = subject;
  switch (condition.kind) {
    case "filter":
      return yield* holds(condition.filter, subject);
    case "field": {
      yield;
      const { check, path } = condition;
      if (subject.last?.path !== path.text) {
        const values = valuesAt(object, path);
        // An array is matched item by item, not deeper: an array in an array is a value like any other.
        subject.last = { path: path.text, values, items: values.flat(1) };
        yield;
      }
      const whole = prefix + path.text;
      // Inside a nested filter the object is one element already.
      if (check.kind === "is_empty" && prefix === "") {
        const elements = point.elementsOf?.(whole);
        if (elements) return hasEmptyElement(object, elements) === check.is;
      }
      if (isEquality(check) && point.uuidIndex?.(whole)) {
        const { values, items, path: at } = subject.last;
        const spelled = { path: at, values: values.map(eachAsUuid), items: items.map(eachAsUuid) };
        return yield* checkHolds(yield* ofUuids(check), spelled, null);
      }
      return yield* checkHolds(check, subject.last, point.textIndex(whole));
    }
    case "has_id":
      return condition.ids.has(point.id);
    case "has_vector":
      return point.hasVector(condition.name);
    case "slice":
      return sliceOf(point.id, condition.total) === condition.index;
    case "nested": {
      yield;
      const items = everyItem(condition.path);
      const inside = `${prefix}${items.text}.`;
      for (const item of valuesAt(object, items)) {
        if (!isObject(item)) continue;
        if (yield* holds(condition.filter, { point, object: item, prefix: inside, last: null })) return true;
      }
      return false;
    }
  }
}

/** Whether one of the elements lacks the field, or there is none. */
function hasEmptyElement(object: JsonObject, { items, field }: Elements): boolean {
  const elements = valuesAt(object, items);
  const isFilled = (element: JsonValue) =>
    isObject(element) && valuesAt(element, field).some((value) => countOf(value) > 0);
  return elements.length === 0 || !elements.every(isFilled);
}

function isEquality({ kind }: Check): boolean {
  return kind === "value" || kind === "any" || kind === "except";
}

function* checkHolds(
  check: Check,
  { values, items }: NonNullable<Subject["last"]>,
  tokenizer: Tokenizer | null,
): Sliced<boolean> {
  switch (check.kind) {
    case "is_empty":
      return values.every((value) => countOf(value) === 0) === check.is;
    case "is_null":
      return values.some(hasNull) === check.is;
    case "values_count":
      if (values.length === 0) return isWithin(0, check.bounds);
      return values.some((value) => isWithin(countOf(value), check.bounds));
    case "text":
    case "text_any":
    case "phrase":
      for (const value of items) {
        yield;
        if (typeof value === "string" && (yield* textMatches(check, value, tokenizer ?? WORD_TOKENIZER)))
          return true;
      }
      return false;
    case "substring":
      for (const value of items) {
        yield;
        if (typeof value === "string" && (yield* hasPart(value, check.text))) return true;
      }
      return false;
    case "geo_polygon":
      // Each of the values may take long.
      for (const value of items) {
        yield;
        if (valueMatches(check, value)) return true;
      }
      return false;
    default:
      return items.some((value) => valueMatches(check, value));
  }
}

type ValueCheck = Exclude<
  Check,
  TextCheck | { readonly kind: "substring" | "is_empty" | "is_null" | "values_count" }
>;

function valueMatches(check: ValueCheck, value: JsonValue): boolean {
  switch (check.kind) {
    case "value":
      return value === check.value;
    case "any":
      return isScalar(value) && check.values.has(value);
    case "except":
      return value !== null && !(isScalar(value) && check.values.has(value));
    case "prefix":
      return typeof value === "string" && value.startsWith(check.text);
    case "range": {
      const number = numberOf(value);
      return number !== null && isWithin(number, check.bounds);
    }
    case "datetime_range": {
      const moment = typeof value === "string" ? parseDatetime(value) : null;
      return moment !== null && isWithin(moment, check.bounds);
    }
    default: {
      const point = geoPointOf(value);
      return point !== null && isInShape(check, point);
    }
  }
}

export type GeoShape = Extract<Check, { readonly kind: `geo_${string}` }>;

export function isInShape(shape: GeoShape, point: NonNullable<ReturnType<typeof geoPointOf>>): boolean {
  switch (shape.kind) {
    case "geo_bounding_box":
      return isInBox(point, shape.topLeft, shape.bottomRight);
    case "geo_radius":
      return haversine(point, shape.center) < shape.radius;
    case "geo_polygon":
      return isInPolygon(point, shape.exterior, shape.interiors);
  }
}

/** Compares by words in lower case if there is no text index, as an index without parameters does. */
function* textMatches(check: TextCheck, value: string, tokenizer: Tokenizer): Sliced<boolean> {
  const query = yield* textQuery(check, tokenizer);
  switch (check.kind) {
    case "text":
      return yield* hasAllTokens(value, query, tokenizer);
    case "text_any":
      return yield* hasAnyToken(value, query, tokenizer);
    case "phrase":
      return yield* hasPhrase(value, query, tokenizer);
  }
}

export function hasNull(value: JsonValue): boolean {
  return value === null || (Array.isArray(value) && value.includes(null));
}

/** Returns the number of items of an array, 0 for null, and 1 for any other value. */
export function countOf(value: JsonValue): number {
  if (Array.isArray(value)) return value.length;
  return value === null ? 0 : 1;
}

function isScalar(value: JsonValue): value is string | number | bigint {
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint";
}

export function isWithin(value: number, { lt, gt, gte, lte }: Bounds): boolean {
  return (
    (lt === undefined || value < lt) &&
    (gt === undefined || value > gt) &&
    (lte === undefined || value <= lte) &&
    (gte === undefined || value >= gte)
  );
}
