// Requests of the query endpoints: a query with its prefetches, several in one request, and groups of results.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { FilterSchema } from "./filter.ts";
import { MAX_SEARCHES } from "./limits.ts";
import { optional } from "./optional.ts";
import { RecordSchema, Selectors } from "./point.ts";
import {
  LimitField,
  LookupSchema,
  OffsetField,
  ParamsField,
  PayloadInteger,
  QuerySchema,
  ThresholdField,
} from "./query.ts";
import { ScoredPointSchema } from "./search.ts";

/** The fields that requests for points by their vectors share. */
export const StepFields = {
  /** The name of the vectors to compare. */
  using: optional(Type.String()),
  filter: Type.Optional(FilterSchema),
  ...ParamsField,
  ...ThresholdField,
  ...LimitField,
  lookup_from: optional(LookupSchema),
};

/** The fields that a query and a prefetch share. */
const Step = { query: Type.Optional(QuerySchema), ...StepFields };

const StepSchema = Type.Object(Step);

/** A step among whose results the step above it searches, instead of among all points. */
export interface Prefetch extends Static<typeof StepSchema> {
  prefetch?: Prefetch | Prefetch[] | null;
}

const PREFETCH = "Prefetch";
const PrefetchRef = Type.Unsafe<Prefetch>({ $ref: `#/$defs/${PREFETCH}` });
const Prefetches = {
  prefetch: Type.Optional(
    Type.Union([PrefetchRef, Type.Array(PrefetchRef), Type.Null()], {
      expected: "a prefetch or a list of them",
    }),
  ),
};
/** Definitions that every request with prefetches needs. */
const DEFINITIONS = { $defs: { [PREFETCH]: Type.Object({ ...Prefetches, ...Step }) } };

const HighlightsField = {
  with_highlights: optional(Type.Boolean(), {
    description:
      "Also say where the words of a query by text are: `highlights` of each point. Default false.",
  }),
};

const Query = { ...Prefetches, ...Step, ...OffsetField, ...Selectors, ...HighlightsField };
export const QueryBodySchema = Type.Object(Query);
export type QueryBody = Static<typeof QueryBodySchema>;

export const QueryPointsSchema = Type.Object({ ...CollectionName, ...Query }, DEFINITIONS);
export type QueryPoints = Static<typeof QueryPointsSchema>;

export const QueryBatchSchema = Type.Object(
  { ...CollectionName, searches: Type.Array(QueryBodySchema, { maxItems: MAX_SEARCHES }) },
  DEFINITIONS,
);
export type QueryBatch = Static<typeof QueryBatchSchema>;

export const QueryResultSchema = Type.Object({ points: Type.Array(ScoredPointSchema) });
export const QueryBatchResultSchema = Type.Array(QueryResultSchema);

/** The collection in which the point of a group's id is looked up, and the parts of it to show. */
export const WithLookupSchema = Type.Union(
  [Type.String(), Type.Object({ collection: Type.String(), ...Selectors })],
  { expected: "the name of a collection or {collection, with_payload, with_vectors}" },
);
export type WithLookup = Static<typeof WithLookupSchema>;

/** The fields of all requests for groups; `limit` counts groups. */
export const GroupFields = {
  group_by: Type.String({
    minLength: 1,
    description: "The path of a payload value: a string or an integer, or a list of them.",
  }),
  group_size: optional(Type.Integer({ minimum: 1 }), {
    description: "The maximum number of points of a group. Default 3.",
  }),
  with_lookup: optional(WithLookupSchema),
};
const Groups = { ...Prefetches, ...Step, ...Selectors, ...HighlightsField, ...GroupFields };
const GroupsBodySchema = Type.Object(Groups);
export type GroupsBody = Static<typeof GroupsBodySchema>;

export const QueryGroupsSchema = Type.Object({ ...CollectionName, ...Groups }, DEFINITIONS);
export type QueryGroups = Static<typeof QueryGroupsSchema>;

export const GroupsSchema = Type.Object({
  groups: Type.Array(
    Type.Object({
      id: Type.Union([Type.String(), PayloadInteger]),
      hits: Type.Array(ScoredPointSchema),
      lookup: Type.Optional(RecordSchema),
    }),
  ),
});
export type Groups = Static<typeof GroupsSchema>;
