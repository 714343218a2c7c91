// Filters as requests carry them, and how they are documented. The decision: a filter is a leaf: the validator lets any JSON
// pass and core/filter/parse.ts reads it, because only a reader made for it can say what is wrong and where. The document
// below describes the same language for OpenAPI.
import Type, { type TUnsafe } from "typebox";
import { LEAF } from "./leaf.ts";
import {
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_FILTER_TEXT_LENGTH,
  MAX_POLYGON_POINTS,
} from "./limits.ts";

/** Anything; what it says is found out by the service. */
export type FilterJson = object | null;

export const FilterSchema: TUnsafe<FilterJson> = Type.Unsafe<FilterJson>({ [LEAF]: "filter" });

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const nullable = (...schemas: object[]) => ({ anyOf: [...schemas, { type: "null" }] });
const closed = (properties: Record<string, object>, required: readonly string[] = []) => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});
const list = (items: object) => ({ type: "array", items });

const KEY = { type: "string", description: 'A path into the payload: a.b, a[].b, a[0].b, "a b".c' };
const SOME_CONDITIONS = { anyOf: [ref("Condition"), list(ref("Condition"))] };
const CONDITIONS = nullable(...SOME_CONDITIONS.anyOf);
const STRINGS_OR_INTEGERS = { anyOf: [list({ type: "string" }), list({ type: "integer" })] };
const bounds = (...types: object[]) =>
  closed(Object.fromEntries(["lt", "gt", "gte", "lte"].map((name) => [name, nullable(...types)])));
const match = (name: string, value: object) => closed({ [name]: value }, [name]);

/** The schemas of a filter by name, to stand among the components of an OpenAPI document; `Filter` is the whole. */
export const FILTER_DOCUMENT: Readonly<Record<string, object>> = {
  Filter: {
    ...closed({
      must: CONDITIONS,
      should: CONDITIONS,
      must_not: CONDITIONS,
      min_should: nullable(
        closed({ conditions: SOME_CONDITIONS, min_count: { type: "integer", minimum: 1 } }, [
          "conditions",
          "min_count",
        ]),
      ),
    }),
    description:
      "All clauses that are given must hold; an empty list is no clause, and {} matches every point. " +
      `At most ${MAX_FILTER_CONDITIONS} conditions and ${MAX_FILTER_DEPTH} filters within each other, ` +
      `${MAX_POLYGON_POINTS} points of polygons and ${MAX_FILTER_TEXT_LENGTH} characters of text, text_any and phrase.`,
  },
  Condition: {
    anyOf: [
      ref("Filter"),
      ref("FieldCondition"),
      closed({ is_empty: closed({ key: KEY }, ["key"]) }, ["is_empty"]),
      closed({ is_null: closed({ key: KEY }, ["key"]) }, ["is_null"]),
      closed({ has_id: list(ref("FilterPointId")) }, ["has_id"]),
      closed({ has_vector: { type: "string", description: "Empty for the unnamed vector" } }, ["has_vector"]),
      closed({ nested: ref("NestedCondition") }, ["nested"]),
      closed({ slice: ref("SliceCondition") }, ["slice"]),
    ],
  },
  FilterPointId: {
    anyOf: [
      { type: "integer", minimum: 0, description: "Unsigned, 64 bits" },
      { type: "string", format: "uuid", description: "A UUID" },
    ],
  },
  NestedCondition: {
    ...closed({ key: KEY, filter: ref("Filter") }, ["key", "filter"]),
    description: "One and the same object of the array at `key` satisfies the whole filter.",
  },
  SliceCondition: {
    ...closed(
      {
        total: { type: "integer", minimum: 1, maximum: 4294967295 },
        index: { type: "integer", minimum: 0, maximum: 4294967294 },
      },
      ["total", "index"],
    ),
    description: "Points whose SipHash-2-4 of the id, modulo `total`, is `index`.",
  },
  FieldCondition: {
    ...closed(
      {
        key: KEY,
        match: nullable(ref("Match")),
        range: nullable(ref("Range")),
        geo_bounding_box: nullable(ref("GeoBoundingBox")),
        geo_radius: nullable(ref("GeoRadius")),
        geo_polygon: nullable(ref("GeoPolygon")),
        values_count: nullable(bounds({ type: "integer", minimum: 0 })),
        is_empty: nullable({ type: "boolean" }),
        is_null: nullable({ type: "boolean" }),
      },
      ["key"],
    ),
    description: "Of several checks in one condition any suffices.",
  },
  Match: {
    anyOf: [
      match("value", { anyOf: [{ type: "string" }, { type: "integer" }, { type: "boolean" }] }),
      match("any", STRINGS_OR_INTEGERS),
      match("except", STRINGS_OR_INTEGERS),
      ...["text", "text_any", "phrase", "prefix", "substring"].map((name) => match(name, { type: "string" })),
    ],
  },
  Range: {
    anyOf: [bounds({ type: "number" }), bounds({ type: "string" })],
    description: "Numbers, or datetimes such as 2025-01-31T12:00:00Z.",
  },
  GeoPoint: closed(
    {
      lon: { type: "number", minimum: -180, maximum: 180 },
      lat: { type: "number", minimum: -90, maximum: 90 },
    },
    ["lon", "lat"],
  ),
  GeoBoundingBox: closed({ top_left: ref("GeoPoint"), bottom_right: ref("GeoPoint") }, [
    "top_left",
    "bottom_right",
  ]),
  GeoRadius: closed({ center: ref("GeoPoint"), radius: { type: "number", description: "Metres" } }, [
    "center",
    "radius",
  ]),
  GeoRing: {
    ...closed({ points: { ...list(ref("GeoPoint")), minItems: 4 } }, ["points"]),
    description: "The last point is the first.",
  },
  GeoPolygon: closed({ exterior: ref("GeoRing"), interiors: nullable(list(ref("GeoRing"))) }, ["exterior"]),
};
