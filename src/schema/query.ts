// The query language: kinds of queries, and options of searches.
// The decision: the object form of a query is one schema with a member for each kind of query, so an error names the
// member that is wrong. The reader of the query checks that exactly one kind is given (service/query).
import Type, { type Static } from "typebox";
import { namesWhereBetter } from "../shared/distances.ts";
import { ExplainField } from "./explain.ts";
import { ExpressionSchema } from "./expression.ts";
import { FilterSchema } from "./filter.ts";
import { NamedVectorSchema, PointIdSchema } from "./leaf.ts";
import {
  MAX_EF,
  MAX_LIMIT,
  MAX_MMR_CANDIDATES,
  MAX_OVERSAMPLING,
  MAX_QUERY_VECTORS,
  MIN_RECALL,
} from "./limits.ts";
import { optional } from "./optional.ts";
import { OrderBySchema } from "./scroll.ts";

const flag = (words = {}) => optional(Type.Boolean(), words);

/** Options of a search. None of them changes scores, which are always those of the original vectors. */
export const SearchParamsSchema = Type.Object({
  hnsw_ef: optional(Type.Integer({ minimum: 1, maximum: MAX_EF }), {
    description:
      "The number of candidates, at least `limit` + `offset`: more are slower and find more. " +
      "Default: as many as `recall` needs, or the collection's `ef_search` if that was set.",
  }),
  recall: optional(Type.Number({ minimum: MIN_RECALL, maximum: 1 }), {
    description:
      `The share of the nearest points that the search should find, ${MIN_RECALL} to 1, instead of \`hnsw_ef\`: the ` +
      "number of candidates is taken from measurements of this index. 1: exact search. Default: the collection's " +
      "`hnsw_config.recall`, else 0.95.",
  }),
  exact: flag({ description: "Compare all original vectors instead of searching the graph. Default false." }),
  indexed_only: flag({ description: "Leave out points that are not indexed yet. Default false." }),
  /** These have no effect without quantization. */
  quantization: optional(
    Type.Object({
      ignore: flag({ description: "Search the graph with the original vectors. Default false." }),
      rescore: flag({
        description: "False: rescore no more than `limit` + `offset` candidates with the original vectors.",
      }),
      oversampling: optional(Type.Number({ minimum: 1, maximum: MAX_OVERSAMPLING }), {
        description: "Rescore this many times `limit` + `offset` candidates with the original vectors.",
      }),
    }),
    { expected: "an object" },
  ),
  sparse: optional(
    Type.Object({
      drop: optional(Type.Number({ minimum: 0, maximum: 1 }), {
        description:
          "Find candidates without the terms that could add at most this share of the largest possible score. " +
          "0, the default: none is left out, the search is exact.",
      }),
      oversampling: optional(Type.Number({ minimum: 1, maximum: MAX_OVERSAMPLING }), {
        description: "Compare this many times `limit` + `offset` candidates with the whole query. Default 1.",
      }),
    }),
    { expected: "an object", description: "A search among sparse vectors may be approximate." },
  ),
  idf: optional(
    Type.Union([Type.Literal("global"), Type.Object({ corpus: Type.Optional(FilterSchema) })], {
      expected: '"global" or {corpus: filter}',
    }),
    {
      expected: '"global" or {corpus: filter}',
      description:
        "The points whose statistics weigh the values of a query of sparse vectors with the modifier `idf`: all, or " +
        "those that match the filter. Default: all.",
    },
  ),
  /** Without effect: a filtered search visits matching points in any case. */
  acorn: optional(
    Type.Object({
      enable: flag(),
      max_selectivity: optional(Type.Number({ minimum: 0, maximum: 1 })),
    }),
    { expected: "an object" },
  ),
  /** Also explain how the search was done: `explain` beside `result`. */
  ...ExplainField,
});
export type GivenParams = Static<typeof SearchParamsSchema>;

export const ParamsField = {
  params: optional(SearchParamsSchema, {
    expected: "an object",
    description: "Options of the search: speed against recall. Scores are exact with all of them.",
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
/** The rules of the dialect decide about limits above the largest. */
export const limitOf = (description: string) =>
  optional(Type.Integer({ minimum: 1, message: LIMIT_RULE }), { description, u64: true });
export const LimitField = {
  limit: limitOf(`The maximum number of results, 1 to ${MAX_LIMIT}. Default 10.`),
};
/** The older name of `limit`, for requests without `limit`. */
export const TopField = { top: limitOf("The older name of `limit`.") };
export const OffsetField = {
  offset: optional(Type.Integer({ minimum: 0 }), {
    description: "The number of best results to skip. Default 0.",
  }),
};

/** An integer of a payload in a response; in memory it is a bigint if a double would not be exact. */
export const PayloadInteger = Type.Unsafe<number | bigint>({ type: "integer" });

/**
 * A dense or sparse vector, or the id of a point that has it. Multivectors and texts are refused with errors of their
 * own.
 */
export const VectorInputSchema = Type.Union(
  [
    NamedVectorSchema,
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

const Bm25ParamsSchema = Type.Object({
  k: optional(Type.Number(), {
    description: "How soon repetitions of a word stop counting: 0 or more. Default 1.2.",
  }),
  b: optional(Type.Number(), { description: "How much the length of a text counts: 0 to 1. Default 0.75." }),
});

/** Ranks by the words of a text index, whose key `using` names. */
const TextQuerySchema = Type.Union(
  [
    Type.String(),
    Type.Object({
      query: Type.String(),
      scoring: optional(Type.Object({ bm25: optional(Bm25ParamsSchema) })),
    }),
  ],
  { expected: "a text or {query, scoring}" },
);
export type TextInput = Static<typeof TextQuerySchema>;

/** A search by vector and by text at once: short for two prefetches and their fusion. */
const HybridSchema = Type.Object({
  text: TextQuerySchema,
  vector: VectorInputSchema,
  alpha: optional(Type.Number({ minimum: 0, maximum: 1 }), {
    description: "The weight of the vector, 0 to 1; that of the text is the rest. Default 0.5.",
  }),
  text_using: optional(Type.String(), {
    description: "The key of a text index that scores. Default: the only one.",
  }),
  vector_using: optional(Type.String(), {
    description: "The name of the vectors. Default: the unnamed ones, or the only name.",
  }),
  fusion: optional(Type.Union([Type.Literal("rrf"), Type.Literal("dbsf")]), {
    expected: '"rrf" or "dbsf"',
    description: "How both lists become one: by ranks, the default, or by scores.",
  }),
  k: optional(Type.Integer({ minimum: 1 }), {
    description:
      "The constant of the fusion by ranks: with a small one first ranks and `alpha` count more. Default 60.",
  }),
  limit: optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT }), {
    description:
      "The points that each of the two searches finds. Default: 4 times what is shown, at least 100.",
  }),
});
export type HybridInput = Static<typeof HybridSchema>;

export const QueryObjectSchema = Type.Object(
  {
    nearest: optional(VectorInputSchema),
    /** Beside `nearest`: results that are dissimilar to each other. */
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
    /** Beside `formula`: values of variables that a point lacks. */
    defaults: optional(Type.Record(Type.String(), Type.Unknown())),
    sample: optional(Type.Literal("random")),
    relevance_feedback: optional(FeedbackSchema),
    text: optional(TextQuerySchema),
    hybrid: optional(HybridSchema),
  },
  { kinds: true, document: { minProperties: 1 } },
);
export type QueryObject = Static<typeof QueryObjectSchema>;

export const QuerySchema = Type.Union(
  [
    NamedVectorSchema,
    // A sparse vector that the service refuses with an error of its own.
    Type.Object({ indices: Type.Unknown() }, { additionalProperties: true, document: false }),
    PointIdSchema,
    Type.Array(Type.Array(Type.Unknown()), { document: false }),
    QueryObjectSchema,
    Type.Null(),
  ],
  { expected: "a vector, a point id or an object such as {nearest: ...}" },
);

/** The collection in which the vectors of ids are looked up, if it is not the one that is searched. */
export const LookupSchema = Type.Object({ collection: Type.String(), vector: optional(Type.String()) });
