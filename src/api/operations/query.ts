// Operations that search points: search, query, recommendation, discovery, and statistics of the points.
import { ExplanationSchema, ExplanationsSchema } from "../../schema/explain.ts";
import { FacetResultSchema, FacetSchema } from "../../schema/facet.ts";
import { MatrixOffsetsSchema, MatrixPairsSchema, MatrixSchema } from "../../schema/matrix.ts";
import {
  GroupsSchema,
  QueryBatchResultSchema,
  QueryBatchSchema,
  QueryGroupsSchema,
  QueryPointsSchema,
  QueryResultSchema,
} from "../../schema/query-points.ts";
import {
  DiscoverBatchSchema,
  DiscoverPointsSchema,
  RecommendBatchSchema,
  RecommendGroupsSchema,
  RecommendPointsSchema,
  SearchGroupsSchema,
} from "../../schema/recommend.ts";
import {
  ScoredBatchSchema,
  ScoredPointsSchema,
  SearchBatchSchema,
  SearchPointsSchema,
} from "../../schema/search.ts";
import { operation } from "../operation.ts";

const COLLECTION = "/collections/{collection_name}";
const PATH = `${COLLECTION}/points`;
const search = { permission: "read", failure: "Search failed" } as const;
const extended = { ...search, extended: true } as const;

export const queryOperations = [
  operation({
    ...search,
    id: "searchPoints",
    summary: "Finds the points whose vectors are nearest to a vector.",
    rest: { method: "post", path: `${PATH}/search` },
    request: SearchPointsSchema,
    result: ScoredPointsSchema,
    explanation: ExplanationSchema,
    run: ({ search }, request, rules, { signal }) => search.search(request, rules, signal),
  }),
  operation({
    ...search,
    id: "searchBatch",
    summary: "Performs several searches in one request.",
    rest: { method: "post", path: `${PATH}/search/batch` },
    request: SearchBatchSchema,
    result: ScoredBatchSchema,
    explanation: ExplanationsSchema,
    run: ({ search }, request, rules, { signal }) => search.searchBatch(request, rules, signal),
  }),
  operation({
    ...search,
    id: "queryPoints",
    summary:
      "Queries points: nearest, recommend, discover, fusion of several searches, formulas, order by a field, samples.",
    rest: { method: "post", path: `${PATH}/query` },
    request: QueryPointsSchema,
    result: QueryResultSchema,
    explanation: ExplanationSchema,
    run: ({ query }, request, rules, { signal }) => query.points(request, rules, signal),
  }),
  operation({
    ...search,
    id: "queryBatch",
    summary: "Performs several queries in one request.",
    rest: { method: "post", path: `${PATH}/query/batch` },
    request: QueryBatchSchema,
    result: QueryBatchResultSchema,
    explanation: ExplanationsSchema,
    run: ({ query }, request, rules, { signal }) => query.batch(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "recommendPoints",
    summary: "Finds points that are like positive examples and unlike negative ones.",
    rest: { method: "post", path: `${PATH}/recommend` },
    request: RecommendPointsSchema,
    result: ScoredPointsSchema,
    explanation: ExplanationSchema,
    run: ({ search }, request, rules, { signal }) => search.recommend(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "recommendBatch",
    summary: "Performs several recommendations in one request.",
    rest: { method: "post", path: `${PATH}/recommend/batch` },
    request: RecommendBatchSchema,
    result: ScoredBatchSchema,
    explanation: ExplanationsSchema,
    run: ({ search }, request, rules, { signal }) => search.recommendBatch(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "discoverPoints",
    summary: "Finds points near a target within a context of pairs of examples.",
    rest: { method: "post", path: `${PATH}/discover` },
    request: DiscoverPointsSchema,
    result: ScoredPointsSchema,
    explanation: ExplanationSchema,
    run: ({ search }, request, rules, { signal }) => search.discover(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "discoverBatch",
    summary: "Performs several discovery searches in one request.",
    rest: { method: "post", path: `${PATH}/discover/batch` },
    request: DiscoverBatchSchema,
    result: ScoredBatchSchema,
    explanation: ExplanationsSchema,
    run: ({ search }, request, rules, { signal }) => search.discoverBatch(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "searchGroups",
    summary: "Finds the nearest points, grouped by a payload field.",
    rest: { method: "post", path: `${PATH}/search/groups` },
    request: SearchGroupsSchema,
    result: GroupsSchema,
    run: ({ search }, request, rules, { signal }) => search.searchGroups(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "queryGroups",
    summary: "Queries points, grouped by a payload field.",
    rest: { method: "post", path: `${PATH}/query/groups` },
    request: QueryGroupsSchema,
    result: GroupsSchema,
    run: ({ query }, request, rules, { signal }) => query.groups(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "recommendGroups",
    summary: "Finds points like the examples, grouped by a payload field.",
    rest: { method: "post", path: `${PATH}/recommend/groups` },
    request: RecommendGroupsSchema,
    result: GroupsSchema,
    run: ({ search }, request, rules, { signal }) => search.recommendGroups(request, rules, signal),
  }),
  operation({
    id: "facet",
    summary: "Counts the points of each value of a payload field.",
    permission: "read",
    extended: true,
    rest: { method: "post", path: `${COLLECTION}/facet` },
    failure: "Facet failed",
    request: FacetSchema,
    result: FacetResultSchema,
    run: ({ insights }, request, rules, { signal }) => insights.facet(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "matrixPairs",
    summary: "Measures the distances between points of a sample, as pairs.",
    rest: { method: "post", path: `${PATH}/search/matrix/pairs` },
    request: MatrixSchema,
    result: MatrixPairsSchema,
    run: ({ insights }, request, rules, { signal }) => insights.pairs(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "matrixOffsets",
    summary: "Measures the distances between points of a sample, as a sparse matrix.",
    rest: { method: "post", path: `${PATH}/search/matrix/offsets` },
    request: MatrixSchema,
    result: MatrixOffsetsSchema,
    run: ({ insights }, request, rules, { signal }) => insights.offsets(request, rules, signal),
  }),
];
