// Similarity search: one query, or several in one request.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { FilterSchema } from "./filter.ts";
import { VectorSchema } from "./leaf.ts";
import { MAX_EF, MAX_LIMIT, MAX_OVERSAMPLING, MAX_SEARCHES } from "./limits.ts";
import { RecordSchema, Selectors } from "./point.ts";

const NamedVectorSchema = Type.Object({ name: Type.String(), vector: VectorSchema });

const Flag = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]));

/** How to search; none of it changes what a score is: scores are always those of the original vectors. */
const SearchParamsSchema = Type.Object({
  /** Width of the walk; at least `limit` + `offset`. Default: the collection's `ef_search`. */
  hnsw_ef: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: MAX_EF }), Type.Null()])),
  /** Compare all original vectors. */
  exact: Flag,
  /** Leave out points that the index does not have yet. */
  indexed_only: Flag,
  /** A collection without quantization has nothing that these could change. */
  quantization: Type.Optional(
    Type.Union(
      [
        Type.Object({
          /** Walk on the original vectors. */
          ignore: Flag,
          /** False: compare no more than `limit` + `offset` of the found on the original vectors. */
          rescore: Flag,
          /** Compare so many times `limit` + `offset` of the found on the original vectors. */
          oversampling: Type.Optional(
            Type.Union([Type.Number({ minimum: 1, maximum: MAX_OVERSAMPLING }), Type.Null()]),
          ),
        }),
        Type.Null(),
      ],
      { expected: "an object" },
    ),
  ),
});
export type GivenParams = Static<typeof SearchParamsSchema>;

const Search = {
  vector: Type.Union([VectorSchema, NamedVectorSchema], {
    expected: "an array of numbers or {name, vector}",
  }),
  limit: Type.Optional(
    Type.Integer({ message: `limit must be 1..${MAX_LIMIT}`, minimum: 1, maximum: MAX_LIMIT }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  score_threshold: Type.Optional(Type.Union([Type.Number(), Type.Null()], { expected: "a number" })),
  params: Type.Optional(Type.Union([SearchParamsSchema, Type.Null()], { expected: "an object" })),
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

export const ScoredPointSchema = Type.Object({
  ...RecordSchema.properties,
  /** The log sequence number of the last write to the point. */
  version: Type.Integer(),
  score: Type.Number(),
});
export type ScoredPoint = Static<typeof ScoredPointSchema>;

export const ScoredPointsSchema = Type.Array(ScoredPointSchema);
export const ScoredBatchSchema = Type.Array(ScoredPointsSchema);
