// Scrolling: the points of a collection page by page, by id or in the order of an indexed field.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { FilterSchema } from "./filter.ts";
import { PointIdSchema } from "./leaf.ts";
import { MAX_LIMIT } from "./limits.ts";
import { optional } from "./optional.ts";
import { RecordSchema, Selectors } from "./point.ts";

/** In memory a bigint if a double would not be exact. */
const IntegerOrFloat = Type.Unsafe<number | bigint>({ type: "number" });

const DirectionSchema = Type.Union([Type.Literal("asc"), Type.Literal("desc")], {
  expected: '"asc" or "desc"',
});

/** A path, or a path with a first value and a direction. */
export const OrderBySchema = Type.Union(
  [
    Type.String(),
    Type.Object({
      key: Type.String(),
      direction: optional(DirectionSchema, { expected: '"asc" or "desc"' }),
      /** A value of any type, because a JSON schema has no integers above 2^53; the service checks it. */
      start_from: Type.Optional(
        Type.Unsafe<number | bigint | string | null>({
          description: "The first value of the page: a number, or a datetime as text",
        }),
      ),
    }),
  ],
  { expected: "a path or an object with a key" },
);
export type OrderBy = Static<typeof OrderBySchema>;

export const ScrollPointsSchema = Type.Object({
  ...CollectionName,
  offset: optional(PointIdSchema, {
    description:
      "The first id of the page: `next_page_offset` of the page before. Default: the first of all.",
  }),
  limit: optional(Type.Integer({ minimum: 1, message: `limit must be 1..${MAX_LIMIT}` }), {
    description: `The maximum number of points of a page, 1 to ${MAX_LIMIT}. Default 100.`,
    u64: true,
  }),
  order_by: optional(OrderBySchema, {
    expected: "a path or an object with a key",
    description: "An indexed field to order points by. Default: by id.",
  }),
  filter: Type.Optional(FilterSchema),
  ...Selectors,
});
export type ScrollPoints = Static<typeof ScrollPointsSchema>;

export const ScrolledRecordSchema = Type.Object({
  ...RecordSchema.properties,
  /** With order_by: the value by which the point is ordered here; for a datetime, microseconds since 1970. */
  order_value: Type.Optional(IntegerOrFloat),
});

export const ScrollSchema = Type.Object({
  points: Type.Array(ScrolledRecordSchema),
  /** The first id of the next page; null: this is the last, or the order is not by id. */
  next_page_offset: Type.Union([PointIdSchema, Type.Null()]),
});
export type Scroll = Static<typeof ScrollSchema>;
