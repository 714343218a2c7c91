// Scrolling: the points of a collection page by page, by id or in the order of an indexed field.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { FilterSchema } from "./filter.ts";
import { PointIdSchema } from "./leaf.ts";
import { MAX_LIMIT } from "./limits.ts";
import { optional } from "./optional.ts";
import { RecordSchema, Selectors } from "./point.ts";

/** In memory a bigint where a double would not be exact. */
const IntegerOrFloat = Type.Unsafe<number | bigint>({ type: "number" });

const DirectionSchema = Type.Union([Type.Literal("asc"), Type.Literal("desc")], {
  expected: '"asc" or "desc"',
});

/** A path, or a path with where to begin and which way to go. */
export const OrderBySchema = Type.Union(
  [
    Type.String(),
    Type.Object({
      key: Type.String(),
      direction: optional(DirectionSchema, { expected: '"asc" or "desc"' }),
      /** Of any type here, because a JSON schema has no integers beyond 2^53: the service checks it. */
      start_from: Type.Optional(
        Type.Unsafe<number | bigint | string | null>({
          description: "The first value that may be there: a number, or a moment as text",
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
    description: `How many points a page has at most, 1 to ${MAX_LIMIT}. Default 100.`,
    u64: true,
  }),
  order_by: optional(OrderBySchema, {
    expected: "a path or an object with a key",
    description: "An indexed field in whose order points come. Default: by id.",
  }),
  filter: Type.Optional(FilterSchema),
  ...Selectors,
});
export type ScrollPoints = Static<typeof ScrollPointsSchema>;

export const ScrolledRecordSchema = Type.Object({
  ...RecordSchema.properties,
  /** With order_by: the value in whose place the point is here; of a moment, microseconds since 1970. */
  order_value: Type.Optional(IntegerOrFloat),
});

export const ScrollSchema = Type.Object({
  points: Type.Array(ScrolledRecordSchema),
  /** The first id of the next page; null: this is the last, or the order is another. */
  next_page_offset: Type.Union([PointIdSchema, Type.Null()]),
});
export type Scroll = Static<typeof ScrollSchema>;
