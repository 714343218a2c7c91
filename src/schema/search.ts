// Similarity search: one query, or several in one request.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { VectorSchema } from "./leaf.ts";
import { MAX_LIMIT, MAX_SEARCHES } from "./limits.ts";
import { NoFilter, RecordSchema, Selectors } from "./point.ts";

const NamedVectorSchema = Type.Object({ name: Type.String(), vector: VectorSchema });

const Search = {
  vector: Type.Union([VectorSchema, NamedVectorSchema], {
    expected: "an array of numbers or {name, vector}",
  }),
  limit: Type.Optional(
    Type.Integer({ message: `limit must be 1..${MAX_LIMIT}`, minimum: 1, maximum: MAX_LIMIT }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  score_threshold: Type.Optional(Type.Union([Type.Number(), Type.Null()], { expected: "a number" })),
  /** Every search of this version is exact, so `exact` and `hnsw_ef` change nothing; their types are checked. */
  params: Type.Optional(
    Type.Union(
      [
        Type.Object({
          exact: Type.Optional(Type.Boolean()),
          hnsw_ef: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
        }),
        Type.Null(),
      ],
      { expected: "an object" },
    ),
  ),
  ...Selectors,
  ...NoFilter,
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

export const ScoredPointSchema = Type.Object({
  ...RecordSchema.properties,
  /** The log sequence number of the last write to the point. */
  version: Type.Integer(),
  score: Type.Number(),
});
export type ScoredPoint = Static<typeof ScoredPointSchema>;

export const ScoredPointsSchema = Type.Array(ScoredPointSchema);
export const ScoredBatchSchema = Type.Array(ScoredPointsSchema);
