// The query language: what is looked for, and in what order it is shown.
// The decision: the object form of a query is one schema with a member for each kind of query, so that a refusal names
// the member that is wrong; that exactly one kind is given is checked where the query is read (service/query).
import Type, { type Static } from "typebox";
import { namesWhereBetter } from "../shared/distances.ts";
import { ExplainField } from "./explain.ts";
import { ExpressionSchema } from "./expression.ts";
import { PointIdSchema, VectorSchema } from "./leaf.ts";
import { MAX_EF, MAX_LIMIT, MAX_MMR_CANDIDATES, MAX_OVERSAMPLING, MAX_QUERY_VECTORS } from "./limits.ts";
import { optional } from "./optional.ts";
import { OrderBySchema } from "./scroll.ts";

const flag = (words = {}) => optional(Type.Boolean(), words);

/** How to search; none of it changes what a score is: scores are always those of the original vectors. */
export const SearchParamsSchema = Type.Object({
  hnsw_ef: optional(Type.Integer({ minimum: 1, maximum: MAX_EF }), {
    description:
      "The width of the walk, raised to `limit` + `offset` where it is less: wider is slower and finds more. " +
      "Default: the collection's `ef_search`.",
  }),
  exact: flag({ description: "Compare all original vectors in place of a walk. Default false." }),
  indexed_only: flag({ description: "Leave out points that the index does not have yet. Default false." }),
  /** A collection without quantization has nothing that these could change. */
  quantization: optional(
    Type.Object({
      ignore: flag({ description: "Walk on the original vectors. Default false." }),
      rescore: flag({
        description: "False: compare no more than `limit` + `offset` of the found on the original vectors.",
      }),
      oversampling: optional(Type.Number({ minimum: 1, maximum: MAX_OVERSAMPLING }), {
        description: "Compare so many times `limit` + `offset` of the found on the original vectors.",
      }),
    }),
    { expected: "an object" },
  ),
  /** Without effect: a search with a filter visits what matches whatever else there is. */
  acorn: optional(
    Type.Object({
      enable: flag(),
      max_selectivity: optional(Type.Number({ minimum: 0, maximum: 1 })),
    }),
    { expected: "an object" },
  ),
  /** Also answer how the search was done: `explain` beside `result`. */
  ...ExplainField,
});
export type GivenParams = Static<typeof SearchParamsSchema>;

export const ParamsField = {
  params: optional(SearchParamsSchema, {
    expected: "an object",
    description: "How to search: speed against recall. Scores are exact whatever it says.",
  }),
};
export const ThresholdField = {
  score_threshold: optional(Type.Number(), {
    expected: "a number",
    description:
      `Leave out results whose score is worse: above it where scores are distances (a search by ${namesWhereBetter("smaller", "or")}), ` +
      "below it otherwise. Default: none are left out.",
  }),
};
const LIMIT_RULE = `limit must be 1..${MAX_LIMIT}`;
/** How much above the largest is asked for is settled by the dialect's rules. */
export const limitOf = (description: string) =>
  optional(Type.Integer({ minimum: 1, message: LIMIT_RULE }), { description, u64: true });
export const LimitField = {
  limit: limitOf(`How many results there are at most, 1 to ${MAX_LIMIT}. Default 10.`),
};
/** `limit` by its older name, for where there is no `limit`. */
export const TopField = { top: limitOf("`limit` by its older name.") };
export const OffsetField = {
  offset: optional(Type.Integer({ minimum: 0 }), {
    description: "How many of the best results to skip. Default 0.",
  }),
};

/** Of a payload, in an answer: in memory a bigint where a double would not be exact. */
export const PayloadInteger = Type.Unsafe<number | bigint>({ type: "integer" });

/** The vector itself, or the id of the point that has it. Sparse vectors, multivectors and texts are refused by name. */
export const VectorInputSchema = Type.Union(
  [
    VectorSchema,
    PointIdSchema,
    Type.Array(Type.Array(Type.Unknown()), { document: false }),
    Type.Object({}, { additionalProperties: true, document: false }),
  ],
  { expected: "a vector or a point id" },
);
export type VectorInput = Static<typeof VectorInputSchema>;

const Examples = Type.Array(VectorInputSchema, { maxItems: MAX_QUERY_VECTORS });

export const StrategySchema = Type.Union(
  [Type.Literal("average_vector"), Type.Literal("best_score"), Type.Literal("sum_scores")],
  { expected: '"average_vector", "best_score" or "sum_scores"' },
);

export const RecommendSchema = Type.Object({
  positive: optional(Examples),
  negative: optional(Examples),
  strategy: optional(StrategySchema),
});
export type Recommend = Static<typeof RecommendSchema>;

export const ContextPairSchema = Type.Object({ positive: VectorInputSchema, negative: VectorInputSchema });
export const ContextSchema = Type.Union(
  [ContextPairSchema, Type.Array(ContextPairSchema, { maxItems: MAX_QUERY_VECTORS / 2 })],
  { expected: "a pair {positive, negative} or a list of them" },
);
export type Context = Static<typeof ContextSchema>;

const MmrSchema = Type.Object({
  diversity: optional(Type.Number({ minimum: 0, maximum: 1 })),
  candidates_limit: optional(Type.Integer({ minimum: 0, maximum: MAX_MMR_CANDIDATES })),
});

const FeedbackSchema = Type.Object({
  target: VectorInputSchema,
  feedback: Type.Array(Type.Object({ example: VectorInputSchema, score: Type.Number() }), {
    minItems: 1,
    maxItems: MAX_QUERY_VECTORS - 1,
    expected: `a list of 1 to ${MAX_QUERY_VECTORS - 1} examples`,
  }),
  strategy: Type.Object({
    naive: Type.Object({ a: Type.Number(), b: Type.Number({ minimum: 0 }), c: Type.Number() }),
  }),
});

export const QueryObjectSchema = Type.Object(
  {
    nearest: optional(VectorInputSchema),
    /** Beside `nearest`: results that are not like each other. */
    mmr: optional(MmrSchema),
    recommend: optional(RecommendSchema),
    discover: optional(Type.Object({ target: VectorInputSchema, context: optional(ContextSchema) })),
    context: optional(ContextSchema),
    order_by: optional(OrderBySchema),
    fusion: optional(Type.Union([Type.Literal("rrf"), Type.Literal("dbsf")]), {
      expected: '"rrf" or "dbsf"',
    }),
    rrf: optional(
      Type.Object({
        k: optional(Type.Integer({ minimum: 1 })),
        weights: optional(Type.Array(Type.Number())),
      }),
    ),
    formula: Type.Optional(ExpressionSchema),
    /** Beside `formula`: values of variables that a point does not have. */
    defaults: optional(Type.Record(Type.String(), Type.Unknown())),
    sample: optional(Type.Literal("random")),
    relevance_feedback: optional(FeedbackSchema),
  },
  { kinds: true, document: { minProperties: 1 } },
);
export type QueryObject = Static<typeof QueryObjectSchema>;

export const QuerySchema = Type.Union(
  [
    VectorSchema,
    PointIdSchema,
    Type.Array(Type.Array(Type.Unknown()), { document: false }),
    QueryObjectSchema,
    Type.Null(),
  ],
  { expected: "a vector, a point id or an object such as {nearest: ...}" },
);

/** Where the vectors of ids are looked up, when it is not the collection that is searched. */
export const LookupSchema = Type.Object({ collection: Type.String(), vector: optional(Type.String()) });
