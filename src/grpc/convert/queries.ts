// Codecs of the query language: queries with prefetches, batches, groups, facets and matrices.
import type {
  ContextInput,
  ContextInputPair,
  DiscoverInput,
  FacetCounts,
  FeedbackItem,
  FeedbackStrategy,
  Fusion,
  Mmr,
  NaiveFeedbackStrategy,
  NearestInputWithMmr,
  PrefetchQuery,
  Query,
  QueryBatchPoints,
  QueryPointGroups,
  QueryPoints,
  RecommendInput,
  RelevanceFeedbackInput,
  Rrf,
  Sample,
  SearchMatrixPoints,
  TextQuery,
} from "../gen/azimuth.d.ts";
import { enums } from "../wire/messages.ts";
import {
  type Codec,
  choice,
  count,
  finite,
  flag,
  floats,
  keyed,
  lazy,
  list,
  only,
  record,
  small,
  text,
  word,
} from "./codec.ts";
import { formula } from "./expressions.ts";
import { filter } from "./filters.ts";
import {
  batch,
  lookupFrom,
  orderBy,
  request,
  searchParams,
  selectors,
  strategy,
  withLookup,
} from "./searches.ts";
import { vectorInput } from "./vectors.ts";

type Json = Record<string, unknown>;

const recommend = record<RecommendInput>({
  positive: list(vectorInput),
  negative: list(vectorInput),
  strategy,
});
const pair = record<ContextInputPair>({ positive: vectorInput, negative: vectorInput });
const context: Codec<ContextInput> = only("pairs", list(pair));
const discover = record<DiscoverInput>({ target: vectorInput, context });

type StrategyKind = NonNullable<FeedbackStrategy["variant"]>;
const naive = record<NaiveFeedbackStrategy>({ a: finite, b: finite, c: finite });
const feedback = record<RelevanceFeedbackInput>({
  target: vectorInput,
  feedback: list(record<FeedbackItem>({ example: vectorInput, score: finite })),
  strategy: keyed<"variant", StrategyKind>("variant", { naive }),
});

/** A query for text, which the service refuses. */
const textQuery: Codec<TextQuery> = {
  read: ({ query }) => query,
  write: (json) => ({ query: json as string, scoring: undefined }),
};

type Kind = NonNullable<Query["variant"]>;
const kind = choice<Kind>({
  nearest: vectorInput,
  recommend,
  discover,
  context,
  order_by: orderBy,
  fusion: word<Fusion>({ rrf: enums.Fusion.RRF, dbsf: enums.Fusion.DBSF }),
  sample: word<Sample>({ random: enums.Sample.Random }),
  formula,
  nearest_with_mmr: record<NearestInputWithMmr>({
    nearest: vectorInput,
    mmr: record<Mmr>({ diversity: finite, candidates_limit: small }),
  }),
  rrf: record<Rrf>({ k: small, weights: floats(finite, "none") }),
  relevance_feedback: feedback,
  text: textQuery,
});

/** Kinds whose codecs name their members themselves. */
const SPREAD_KINDS: readonly Kind["$case"][] = ["formula", "nearest_with_mmr"];
const OTHER_KINDS = [
  "recommend",
  "discover",
  "context",
  "order_by",
  "fusion",
  "sample",
  "rrf",
  "relevance_feedback",
] as const;

const query: Codec<Query> = {
  read({ variant }, where) {
    const json = kind.read(variant, where);
    return SPREAD_KINDS.includes(variant!.$case) ? json : { [variant!.$case]: json };
  },
  write(json) {
    const members = json as Json;
    if ("formula" in members) return { variant: kind.write("formula", json) };
    if ("mmr" in members) return { variant: kind.write("nearest_with_mmr", json) };
    const name = OTHER_KINDS.find((one) => one in members) ?? "nearest";
    return { variant: kind.write(name, members[name]) };
  },
};

const prefetch = list(
  lazy((): Codec<PrefetchQuery> => prefetchStep),
  "none",
);

const step = {
  prefetch,
  query,
  using: text,
  filter,
  params: searchParams,
  score_threshold: finite,
  limit: count,
  lookup_from: lookupFrom,
};
const prefetchStep = record<PrefetchQuery>(step);

export const queryPoints = record<QueryPoints>({ ...request, ...step, ...selectors, offset: count });
export const queryBatch: Codec<QueryBatchPoints> = batch("query_points", queryPoints);
export const queryGroups = record<QueryPointGroups>({
  ...request,
  ...step,
  ...selectors,
  group_by: text,
  group_size: count,
  with_lookup: withLookup,
});

export const facet = record<FacetCounts>({ ...request, key: text, filter, limit: count, exact: flag });
export const matrix = record<SearchMatrixPoints>({
  ...request,
  filter,
  sample: count,
  limit: count,
  using: text,
});
