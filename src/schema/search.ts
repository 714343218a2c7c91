// Requests and results of similarity search: one query, or several in one request.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { FilterSchema } from "./filter.ts";
import { NamedVectorSchema, VectorSchema } from "./leaf.ts";
import { MAX_SEARCHES } from "./limits.ts";
import { RecordSchema, Selectors } from "./point.ts";
import { LimitField, OffsetField, ParamsField, ThresholdField, TopField } from "./query.ts";
import { ScrolledRecordSchema } from "./scroll.ts";

const SearchedByName = Type.Object({ name: Type.String(), vector: NamedVectorSchema });

export const SearchedVector = {
  vector: Type.Union([VectorSchema, SearchedByName], {
    expected: "an array of numbers or {name, vector}",
  }),
};

const Search = {
  ...SearchedVector,
  ...LimitField,
  ...TopField,
  ...OffsetField,
  ...ThresholdField,
  ...ParamsField,
  ...Selectors,
  filter: Type.Optional(FilterSchema),
};

export const SearchSchema = Type.Object(Search);
export type Search = Static<typeof SearchSchema>;

export const SearchPointsSchema = Type.Object({ ...CollectionName, ...Search });
export type SearchPoints = Static<typeof SearchPointsSchema>;

export const SearchBatchSchema = Type.Object({
  ...CollectionName,
  searches: Type.Array(SearchSchema, { maxItems: MAX_SEARCHES }),
});
export type SearchBatch = Static<typeof SearchBatchSchema>;

const RangeSchema = Type.Unsafe<[start: number, end: number]>(
  Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }),
);

/** The words of a query in the texts of a point: their first UTF-16 unit, and the one after their last. */
const HighlightsSchema = Type.Record(Type.String(), Type.Array(RangeSchema));
export type Highlights = Static<typeof HighlightsSchema>;

export const ScoredPointSchema = Type.Object({
  ...RecordSchema.properties,
  /** The log sequence number of the last write to the point. */
  version: Type.Integer(),
  score: Type.Number(),
  order_value: ScrolledRecordSchema.properties.order_value,
  /** By the key of the text, or by `key[0]`, `key[1]` and so on if there are several. Only if they were asked for. */
  highlights: Type.Optional(HighlightsSchema),
});
export type ScoredPoint = Static<typeof ScoredPointSchema>;

export const ScoredPointsSchema = Type.Array(ScoredPointSchema);
export const ScoredBatchSchema = Type.Array(ScoredPointsSchema);
