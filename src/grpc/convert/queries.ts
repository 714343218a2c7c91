// Codecs of the query language: queries with prefetches, batches, groups, facets and matrices.
import { shortest } from "../../json/writer.ts";
import type {
  ContextInput,
  FeedbackStrategy,
  Fusion,
  HybridFusion,
  PrefetchQuery,
  Query,
  QueryBatchPoints,
  Sample,
  TextQuery,
} from "../gen/azimuth.d.ts";
import { enums, messages } from "../wire/messages.ts";
import { type Codec, choice, finite, floats, type Json, keyed, lazy, list, only, word } from "./codec.ts";
import { formula } from "./expressions.ts";
import { filter } from "./filters.ts";
import { record } from "./record.ts";
import {
  alone,
  batch,
  lookupFrom,
  orderBy,
  searchParams,
  selectors,
  strategy,
  withLookup,
} from "./searches.ts";
import { vectorInput } from "./vectors.ts";

const recommend = record(messages.RecommendInput, {
  positive: list(vectorInput),
  negative: list(vectorInput),
  strategy,
});
const pair = record(messages.ContextInputPair, { positive: vectorInput, negative: vectorInput });
const context: Codec<ContextInput> = only("pairs", list(pair));
const discover = record(messages.DiscoverInput, { target: vectorInput, context });

type StrategyKind = NonNullable<FeedbackStrategy["variant"]>;
const naive = record(messages.NaiveFeedbackStrategy);
const feedback = record(messages.RelevanceFeedbackInput, {
  target: vectorInput,
  feedback: list(record(messages.FeedbackItem, { example: vectorInput })),
  strategy: keyed<"variant", StrategyKind>("variant", { naive }),
});

/** A float as the shortest decimal that has its 32 bits: what the client wrote, as other transports have it. */
const decimal: Codec<number> = {
  read: (value, where) => shortest(finite.read(value, where) as number),
  write: finite.write,
};
const bm25 = record(messages.Bm25Params, { k: decimal, b: decimal });

const textQuery: Codec<TextQuery> = {
  read: ({ query, scoring }, where) =>
    scoring ? { query, scoring: { bm25: bm25.read(scoring.value, `${where}.bm25`) } } : query,
  write(json) {
    const { query, scoring } = (typeof json === "string" ? { query: json } : json) as {
      readonly query: string;
      readonly scoring?: { readonly bm25?: Json } | null;
    };
    const params = scoring?.bm25;
    return { query, scoring: params ? { $case: "bm25", value: bm25.write(params) } : undefined };
  },
};

const hybrid = record(messages.HybridQuery, {
  vector: vectorInput,
  fusion: word<HybridFusion>({ rrf: enums.HybridFusion.ByRanks, dbsf: enums.HybridFusion.ByScores }),
});

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
  nearest_with_mmr: record(messages.NearestInputWithMmr, {
    nearest: vectorInput,
  }),
  rrf: record(messages.Rrf, { weights: floats(finite, "none") }),
  relevance_feedback: feedback,
  text: textQuery,
  hybrid,
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
  "hybrid",
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
    // With a model it is a document, which stands for a vector.
    if ("text" in members && !("model" in members)) return { variant: kind.write("text", members.text) };
    const name = OTHER_KINDS.find((known) => known in members) ?? "nearest";
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
  filter,
  params: searchParams,
  lookup_from: lookupFrom,
};
const prefetchStep = record(messages.PrefetchQuery, step);

export const queryPoints = record(messages.QueryPoints, { ...alone, ...step, ...selectors });
export const queryBatch: Codec<QueryBatchPoints> = batch("query_points", queryPoints);
export const queryGroups = record(messages.QueryPointGroups, {
  ...alone,
  ...step,
  ...selectors,
  with_lookup: withLookup,
});

export const facet = record(messages.FacetCounts, { ...alone, filter });
export const matrix = record(messages.SearchMatrixPoints, {
  ...alone,
  filter,
});
