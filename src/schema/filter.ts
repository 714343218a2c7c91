// Filters in requests: the members of each part, and their documentation.
// The decision: a filter is a leaf: the validator accepts any JSON and core/filter/parse.ts parses it, because only a
// parser made for it can report what is wrong and where. Clauses, conditions and checks are named here and nowhere
// else: the parser takes their names from these tables, and the schemas of the OpenAPI document consist of them.
import Type, { type TUnsafe } from "typebox";
import { LEAF } from "./leaf.ts";
import {
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_FILTER_TEXT_LENGTH,
  MAX_POLYGON_POINTS,
} from "./limits.ts";

/** Any JSON; the service validates it. */
export type FilterJson = object | null;

export const FilterSchema: TUnsafe<FilterJson> = Type.Unsafe<FilterJson>({ [LEAF]: "filter" });

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const nullable = (...schemas: object[]) => ({ anyOf: [...schemas, { type: "null" }] });
const list = (items: object) => ({ type: "array", items });

/** Returns the schema of an object with these members and no others. */
function closed<Name extends string>(
  properties: Readonly<Record<Name, object>>,
  required: readonly NoInfer<Name>[] = [],
  description?: string,
) {
  return {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...(description !== undefined && { description }),
  };
}

const KEY = { type: "string", description: 'A path into the payload: a.b, a[].b, a[0].b, "a b".c' };
const SOME_CONDITIONS = { anyOf: [ref("Condition"), list(ref("Condition"))] };
const CONDITIONS = nullable(...SOME_CONDITIONS.anyOf);
const TEXT = { type: "string" };
const STRINGS_OR_INTEGERS = { anyOf: [list(TEXT), list({ type: "integer" })] };
const bounds = (type: object) =>
  closed({ lt: nullable(type), gt: nullable(type), gte: nullable(type), lte: nullable(type) });

export const MIN_SHOULD = closed(
  { conditions: SOME_CONDITIONS, min_count: { type: "integer", minimum: 1 } },
  ["conditions", "min_count"],
);
export const RANGE = bounds({ type: "number" });
export const OF_KEY = closed({ key: KEY }, ["key"]);

/** Returns for each name the schema of an object with this member and no other. */
function only<Name extends string>(table: Readonly<Record<Name, object>>) {
  const forms = Object.entries<object>(table).map(([name, schema]) => [
    name,
    closed({ [name]: schema }, [name]),
  ]);
  return Object.fromEntries(forms) as Record<Name, ReturnType<typeof closed<Name>>>;
}

/** The conditions that are recognised by their one member. */
export const NAMED_CONDITIONS = only({
  is_empty: OF_KEY,
  is_null: OF_KEY,
  has_id: list(ref("FilterPointId")),
  has_vector: { type: "string", description: "Empty for the unnamed vector" },
  nested: ref("NestedCondition"),
  slice: ref("SliceCondition"),
});

/** The checks of the values at the key of a field condition. */
export const CHECKS = {
  match: nullable(ref("Match")),
  range: nullable(ref("Range")),
  geo_bounding_box: nullable(ref("GeoBoundingBox")),
  geo_radius: nullable(ref("GeoRadius")),
  geo_polygon: nullable(ref("GeoPolygon")),
  values_count: nullable(bounds({ type: "integer", minimum: 0 })),
  is_empty: nullable({ type: "boolean" }),
  is_null: nullable({ type: "boolean" }),
};

export const MATCHES = {
  value: { anyOf: [TEXT, { type: "integer" }, { type: "boolean" }] },
  any: STRINGS_OR_INTEGERS,
  except: STRINGS_OR_INTEGERS,
  ...{ text: TEXT, text_any: TEXT, phrase: TEXT, prefix: TEXT, substring: TEXT },
};

/** The schemas of a filter by name, for the components of an OpenAPI document; `Filter` is the whole. */
export const FILTER_DOCUMENT = {
  Filter: closed(
    { must: CONDITIONS, should: CONDITIONS, must_not: CONDITIONS, min_should: nullable(MIN_SHOULD) },
    [],
    "All clauses that are given must hold; an empty list is no clause, and {} matches every point. " +
      `At most ${MAX_FILTER_CONDITIONS} conditions and ${MAX_FILTER_DEPTH} filters within each other, ` +
      `${MAX_POLYGON_POINTS} points of polygons and ${MAX_FILTER_TEXT_LENGTH} characters of text, text_any and phrase.`,
  ),
  Condition: { anyOf: [ref("Filter"), ref("FieldCondition"), ...Object.values(NAMED_CONDITIONS)] },
  FilterPointId: {
    anyOf: [
      { type: "integer", minimum: 0, description: "Unsigned, 64 bits" },
      { type: "string", format: "uuid", description: "A UUID" },
    ],
  },
  NestedCondition: closed(
    { key: KEY, filter: ref("Filter") },
    ["key", "filter"],
    "A single object of the array at `key` matches the whole filter.",
  ),
  SliceCondition: closed(
    {
      total: { type: "integer", minimum: 1, maximum: 4294967295 },
      index: { type: "integer", minimum: 0, maximum: 4294967294 },
    },
    ["total", "index"],
    "Points whose SipHash-2-4 of the id, modulo `total`, is `index`.",
  ),
  FieldCondition: closed(
    { key: KEY, ...CHECKS },
    ["key"],
    "If a condition has several checks, one of them suffices.",
  ),
  Match: { anyOf: Object.values(only(MATCHES)) },
  Range: {
    anyOf: [RANGE, bounds(TEXT)],
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
  GeoRing: closed(
    { points: { ...list(ref("GeoPoint")), minItems: 4 } },
    ["points"],
    "The last point is the first.",
  ),
  GeoPolygon: closed({ exterior: ref("GeoRing"), interiors: nullable(list(ref("GeoRing"))) }, ["exterior"]),
};
