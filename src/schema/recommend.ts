// Requests for recommendation, discovery and groups, which are run as queries.
import Type, { type Static } from "typebox";
import { CollectionName } from "./collection.ts";
import { FilterSchema } from "./filter.ts";
import { MAX_SEARCHES } from "./limits.ts";
import { optional } from "./optional.ts";
import { Selectors } from "./point.ts";
import {
  ContextSchema,
  LimitField,
  OffsetField,
  ParamsField,
  RecommendSchema,
  ThresholdField,
  TopField,
  VectorInputSchema,
} from "./query.ts";
import { GroupFields, StepFields } from "./query-points.ts";
import { SearchedVector } from "./search.ts";

const Common = { ...StepFields, ...Selectors };

const Recommendation = { ...RecommendSchema.properties, ...Common };
export const RecommendBodySchema = Type.Object({ ...Recommendation, ...TopField, ...OffsetField });

export const RecommendPointsSchema = Type.Object({ ...CollectionName, ...RecommendBodySchema.properties });
export type RecommendPoints = Static<typeof RecommendPointsSchema>;

export const RecommendBatchSchema = Type.Object({
  ...CollectionName,
  searches: Type.Array(RecommendBodySchema, { maxItems: MAX_SEARCHES }),
});
export type RecommendBatch = Static<typeof RecommendBatchSchema>;

export const RecommendGroupsSchema = Type.Object({ ...CollectionName, ...Recommendation, ...GroupFields });
export type RecommendGroups = Static<typeof RecommendGroupsSchema>;

export const SearchGroupsSchema = Type.Object({
  ...CollectionName,
  ...SearchedVector,
  ...ParamsField,
  ...ThresholdField,
  ...LimitField,
  filter: Type.Optional(FilterSchema),
  ...Selectors,
  ...GroupFields,
});
export type SearchGroups = Static<typeof SearchGroupsSchema>;

export const DiscoverBodySchema = Type.Object({
  /** Without a context, the points nearest to it are found. */
  target: optional(VectorInputSchema),
  /** Without a target, points on the positive side of every pair are found. */
  context: optional(ContextSchema),
  ...Common,
  ...TopField,
  ...OffsetField,
});
export type DiscoverBody = Static<typeof DiscoverBodySchema>;

export const DiscoverPointsSchema = Type.Object({ ...CollectionName, ...DiscoverBodySchema.properties });
export type DiscoverPoints = Static<typeof DiscoverPointsSchema>;

export const DiscoverBatchSchema = Type.Object({
  ...CollectionName,
  searches: Type.Array(DiscoverBodySchema, { maxItems: MAX_SEARCHES }),
});
export type DiscoverBatch = Static<typeof DiscoverBatchSchema>;
