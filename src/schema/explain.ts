// The explanation of a search, which `params.explain` asks for.
// The decision: it stands beside the result (annotated.ts), so a response without an explanation is unchanged.
import Type, { type Static } from "typebox";
import { PointIdSchema } from "./leaf.ts";
import { optional } from "./optional.ts";

/** Requests an explanation: an extension of ours, which Qdrant's dialect does not know. */
export const ExplainField = { explain: optional(Type.Boolean()) };

/**
 * How a segment was searched. hnsw: by the graph; filtered_hnsw: by the graph, among the points that match the filter;
 * exact: every original vector that may be found was compared, or its code with a proven bound on the error;
 * payload_first: so few points match the filter that all of them were compared; full_scan: the search of the graph
 * found too few, so all were compared; search_first: the nearest were searched, and the filter was checked on them;
 * text: the lists of a text index were read; no_match: no point matches the filter, nothing was compared.
 */
export const SearchStrategySchema = Type.Union([
  Type.Literal("hnsw"),
  Type.Literal("filtered_hnsw"),
  Type.Literal("exact"),
  Type.Literal("payload_first"),
  Type.Literal("full_scan"),
  Type.Literal("search_first"),
  Type.Literal("text"),
  Type.Literal("no_match"),
]);
export type Strategy = Static<typeof SearchStrategySchema>;

const NullableInteger = Type.Union([Type.Integer(), Type.Null()]);

/** Figures of a filter, in one segment or in all. */
const FilterFigures = {
  /** Points that match the filter; null: only the nearest that were found were checked. */
  matching: NullableInteger,
  /** Those of them that indexes alone determine. */
  known: Type.Integer(),
  /** Points that no index decides. */
  open: Type.Integer(),
  /** Payloads that were checked; one that was checked twice counts twice. */
  checked: Type.Integer(),
};

export const SegmentExplanationSchema = Type.Object({
  points: Type.Integer(),
  /** Slots of the segment, those of deleted and overwritten points included. */
  slots: Type.Integer(),
  /** Slots that are in the graph; null: the engine was not called. */
  indexed: NullableInteger,
  strategy: SearchStrategySchema,
  /**
   * Vectors or codes that were compared with the query to find candidates; one that several layers lead to counts in
   * each.
   */
  visited: Type.Integer(),
  /** Candidates that were rescored with the original vectors. */
  rescored: Type.Integer(),
  /** Candidates that the search of the graph kept; null: the graph was not searched. */
  ef: NullableInteger,
  /** Searches that were made: more than one if the first found too few points that match the filter. */
  searches: Type.Integer(),
  filter: Type.Union([Type.Object(FilterFigures), Type.Null()]),
  /** Milliseconds that the search of the segment took; segments are searched at the same time. */
  time_ms: Type.Number(),
});
export type SegmentExplanation = Static<typeof SegmentExplanationSchema>;

export const ServedConditionSchema = Type.Object({
  /** The path of a field, or has_id, has_vector, slice. */
  condition: Type.String(),
  /** The kind of check, such as value, range, geo_radius. */
  check: Type.String(),
  /** The type of the index that was used: that of a field, or id or vector, which are always indexed; null: none. */
  index: Type.Union([Type.String(), Type.Null()]),
  /** True if the index decides for every point; otherwise some or all payloads are checked. */
  settles: Type.Boolean(),
});
export type ServedCondition = Static<typeof ServedConditionSchema>;

/** Counts of a search among sparse vectors. */
const SparseExplanationSchema = Type.Object({
  /** The indices of the query. */
  terms: Type.Integer(),
  /** Entries of vectors and of lists of vectors that were read. */
  postings: Type.Integer(),
  /** Ranges of slots that were looked at as a whole, and those whose bound was too low. */
  windows: Type.Integer(),
  windows_skipped: Type.Integer(),
  strategy: Type.Union([Type.Literal("windows"), Type.Literal("merge"), Type.Literal("rows")]),
});

/** Counts of a query by text. */
const TextExplanationSchema = Type.Object({
  /** The words, phrases and beginnings of words of the query. */
  clauses: Type.Integer(),
  /** Entries of their lists, and ranges of texts, that were read. */
  postings: Type.Integer(),
  windows: Type.Integer(),
});

const HitRankSchema = Type.Union([
  /** Ranks begin at 1. */
  Type.Object({ rank: Type.Integer(), score: Type.Number() }),
  Type.Null(),
]);
export type HitRank = Static<typeof HitRankSchema>;

const HitExplanationSchema = Type.Object({
  id: PointIdSchema,
  /** Only of a hybrid search: the rank and the score in each of its lists; null: it is not in the list. */
  ranks: Type.Optional(Type.Array(HitRankSchema)),
  /** The parts of the score, in the order in which they are added. */
  terms: Type.Optional(
    Type.Array(
      Type.Object({
        /** The index of a sparse vector; of a term of a text, the one that it has in vectors of BM25. */
        index: Type.Integer(),
        /** Only of a query by text: a word as the index knows it, a phrase in quotes, or a beginning with a star. */
        term: Type.Optional(Type.String()),
        /** Only of a query by text: how often the text of the point has it. */
        tf: Type.Optional(Type.Integer()),
        /** The points, or texts, that have it. */
        df: Type.Integer(),
        idf: Type.Optional(Type.Number()),
        score: Type.Number(),
      }),
    ),
  ),
});
export type HitExplanation = Static<typeof HitExplanationSchema>;

const SearchExplanation = {
  /**
   * The strategy of all segments; mixed: they differ; empty: there was nothing to search; fused: a hybrid search, which
   * has no segments of its own.
   */
  strategy: Type.Union([
    SearchStrategySchema,
    Type.Literal("mixed"),
    Type.Literal("empty"),
    Type.Literal("fused"),
  ]),
  segments: Type.Array(SegmentExplanationSchema),
  /** These four are totals of all segments. */
  visited: Type.Integer(),
  rescored: Type.Integer(),
  /** The largest of all segments. */
  ef: NullableInteger,
  filter: Type.Union([
    Type.Object({ served_by: Type.Array(ServedConditionSchema), ...FilterFigures }),
    Type.Null(),
  ]),
  /** As requested. */
  exact: Type.Boolean(),
  /** Only of a search among sparse vectors. */
  sparse: Type.Optional(SparseExplanationSchema),
  /** Only of a query by text. */
  text: Type.Optional(TextExplanationSchema),
  time_ms: Type.Object({
    /** Reading the request, looking up the vectors of ids, planning the filter with the indexes. */
    plan: Type.Number(),
    /** Everything else until the points are known. */
    search: Type.Number(),
    /** Reading the payloads and vectors that are shown. */
    payload: Type.Number(),
    total: Type.Number(),
  }),
};

export const ExplanationSchema = Type.Object({
  ...SearchExplanation,
  /** Only of a hybrid search: the request that it stands for. */
  expanded: Type.Optional(Type.Unknown()),
  /** Only of a hybrid search: its parts, in the order of the prefetches of `expanded`. */
  prefetch: Type.Optional(
    Type.Array(
      Type.Object({
        ...SearchExplanation,
        /** The points that the part found. */
        found: Type.Integer(),
      }),
    ),
  ),
  /** One entry for each hit that is shown, of a search among sparse vectors, by text, or by both. */
  hits: Type.Optional(Type.Array(HitExplanationSchema)),
});
export type Explanation = Static<typeof ExplanationSchema>;

/** The explanation of each search of a batch; null where none was requested. */
export const ExplanationsSchema = Type.Array(Type.Union([ExplanationSchema, Type.Null()]));
