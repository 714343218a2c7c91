// A parsed filter: the closed list of conditions that the matcher, the planner and the payload indexes know.
// The decision: numbers, times and paths are in the form in which they are compared, so nothing is parsed while points
// are checked. match.ts defines what conditions mean.
import type { IdSet } from "./id-set.ts";

/** A point must satisfy all clauses; an empty list is no clause. */
export interface Filter {
  readonly must: readonly Condition[];
  readonly should: readonly Condition[];
  readonly mustNot: readonly Condition[];
  readonly minShould: { readonly conditions: readonly Condition[]; readonly minCount: number } | null;
}

export type Condition =
  | { readonly kind: "filter"; readonly filter: Filter }
  | FieldCondition
  | { readonly kind: "has_id"; readonly ids: IdSet }
  /** "" for the unnamed vector. */
  | { readonly kind: "has_vector"; readonly name: string }
  /** One and the same object of the array at the path satisfies the whole filter. */
  | { readonly kind: "nested"; readonly path: JsonPath; readonly filter: Filter }
  | { readonly kind: "slice"; readonly total: number; readonly index: number };

/** Several checks given in one condition have become a `should` of field conditions. */
export interface FieldCondition {
  readonly kind: "field";
  readonly path: JsonPath;
  readonly check: Check;
}

/**
 * The steps of a path such as `a.b[].c[0]` into objects and arrays. `text` is the canonical notation, which is the key
 * of indexes.
 */
export interface JsonPath {
  readonly text: string;
  readonly steps: readonly PathStep[];
}

/** A text is a key of an object, a number an index of an array, and null all items of an array. */
export type PathStep = string | number | typeof EVERY_ITEM;
export const EVERY_ITEM = null;

/** A safe integer is a number and a larger one a bigint, so equal integers are equal values. */
export type Integer = number | bigint;
export type Scalar = string | boolean | Integer;

/** The values of a list: a Set, or a LargeSet, which is filled when it is first read. */
export interface Values extends Iterable<string | Integer> {
  has(value: string | Integer): boolean;
}

export type Check =
  | { readonly kind: "value"; readonly value: Scalar }
  /** Strings or integers, never both. */
  | { readonly kind: "any"; readonly values: Values }
  | { readonly kind: "except"; readonly values: Values }
  /** Compared by words. */
  | { readonly kind: "text" | "text_any" | "phrase"; readonly text: string }
  | { readonly kind: "prefix"; readonly text: string }
  | { readonly kind: "substring"; readonly text: string }
  | { readonly kind: "range"; readonly bounds: Bounds }
  /** Bounds in microseconds since 1970, UTC. */
  | { readonly kind: "datetime_range"; readonly bounds: Bounds }
  | { readonly kind: "geo_bounding_box"; readonly topLeft: GeoPoint; readonly bottomRight: GeoPoint }
  /** Radius in metres. */
  | { readonly kind: "geo_radius"; readonly center: GeoPoint; readonly radius: number }
  | {
      readonly kind: "geo_polygon";
      readonly exterior: readonly GeoPoint[];
      readonly interiors: readonly (readonly GeoPoint[])[];
    }
  | { readonly kind: "values_count"; readonly bounds: Bounds }
  | { readonly kind: "is_empty"; readonly is: boolean }
  | { readonly kind: "is_null"; readonly is: boolean };

export interface Bounds {
  readonly lt?: number;
  readonly gt?: number;
  readonly gte?: number;
  readonly lte?: number;
}

export interface GeoPoint {
  readonly lon: number;
  readonly lat: number;
}
