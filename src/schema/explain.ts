// How a search was answered, beside its result: what `params.explain` asks for.
// The decision: a result that is explained is another value than the result, made by the services and taken apart by the edge
// that has a place for it; so an answer that nobody asked to explain is what it always was.
import Type, { type Static } from "typebox";
import { optional } from "./optional.ts";

/** Asked of a search: an extension of ours, which Qdrant's dialect does not know. */
export const ExplainField = { explain: optional(Type.Boolean()) };

/**
 * How a segment was searched. hnsw: by the graph; filtered_hnsw: by the graph, among what the filter lets through;
 * exact: every original vector that may be found was compared, or its code with a proven bound on the error; payload_first:
 * the filter lets so few through that all of them were compared; full_scan: the walk found too few, so all were compared;
 * search_first: the nearest were searched, and the filter looked at what was found; no_match: nothing satisfies the filter,
 * nothing was compared.
 */
export const SearchStrategySchema = Type.Union([
  Type.Literal("hnsw"),
  Type.Literal("filtered_hnsw"),
  Type.Literal("exact"),
  Type.Literal("payload_first"),
  Type.Literal("full_scan"),
  Type.Literal("search_first"),
  Type.Literal("no_match"),
]);
export type Strategy = Static<typeof SearchStrategySchema>;

const NullableInteger = Type.Union([Type.Integer(), Type.Null()]);

/** Figures of a filter, in one segment or in all. */
const FilterFigures = {
  /** Points that satisfy the filter; null: only those that were found nearest were looked at. */
  matching: NullableInteger,
  /** Of them those that indexes alone vouch for. */
  known: Type.Integer(),
  /** Those of which no index could say. */
  open: Type.Integer(),
  /** Points whose payloads were looked at, once for each time. */
  checked: Type.Integer(),
};

export const SegmentExplanationSchema = Type.Object({
  points: Type.Integer(),
  /** Places in the segment, those of deleted and overwritten points included. */
  slots: Type.Integer(),
  /** Of the places those that the graph has; null: the engine was not asked. */
  indexed: NullableInteger,
  strategy: SearchStrategySchema,
  /** Vectors or codes that were compared with the query to find candidates; one that several layers lead to counts in each. */
  visited: Type.Integer(),
  /** Candidates that were compared on the original vectors afterwards. */
  rescored: Type.Integer(),
  /** Candidates that the walk kept; null: there was no walk. */
  ef: NullableInteger,
  /** Searches that were made: more than one where the first found too few that satisfy the filter. */
  searches: Type.Integer(),
  filter: Type.Union([Type.Object(FilterFigures), Type.Null()]),
  /** From asking the segment to its answer; segments are asked at the same time. */
  time_ms: Type.Number(),
});
export type SegmentExplanation = Static<typeof SegmentExplanationSchema>;

export const ServedConditionSchema = Type.Object({
  /** The path of a field, or has_id, has_vector, slice. */
  condition: Type.String(),
  /** What is asked of it, such as value, range, geo_radius. */
  check: Type.String(),
  /** The type of the index that was asked: that of a field, id or vector for what is always known; null: none. */
  index: Type.Union([Type.String(), Type.Null()]),
  /** Whether the index answers for every point; otherwise some or all are looked at. */
  settles: Type.Boolean(),
});
export type ServedCondition = Static<typeof ServedConditionSchema>;

export const ExplanationSchema = Type.Object({
  /** That of all segments; mixed: they differ; empty: there was nothing to search. */
  strategy: Type.Union([SearchStrategySchema, Type.Literal("mixed"), Type.Literal("empty")]),
  segments: Type.Array(SegmentExplanationSchema),
  /** These four of all segments. */
  visited: Type.Integer(),
  rescored: Type.Integer(),
  /** The largest. */
  ef: NullableInteger,
  filter: Type.Union([
    Type.Object({ served_by: Type.Array(ServedConditionSchema), ...FilterFigures }),
    Type.Null(),
  ]),
  /** As asked for. */
  exact: Type.Boolean(),
  time_ms: Type.Object({
    /** Reading the request, looking up the vectors of ids, asking the indexes about the filter. */
    plan: Type.Number(),
    /** All the rest until the points are known. */
    search: Type.Number(),
    /** Reading what is shown of them: payloads, vectors. */
    payload: Type.Number(),
    total: Type.Number(),
  }),
});
export type Explanation = Static<typeof ExplanationSchema>;

/** For each search of a batch; null where it was not asked for. */
export const ExplanationsSchema = Type.Array(Type.Union([ExplanationSchema, Type.Null()]));
type Explanations = Static<typeof ExplanationsSchema>;

/** A result and how it was come by. */
export class Explained<T> {
  readonly result: T;
  readonly explain: Explanation | Explanations;

  constructor(result: T, explain: Explanation | Explanations) {
    this.result = result;
    this.explain = explain;
  }
}

export type MaybeExplained<T> = T | Explained<T>;
