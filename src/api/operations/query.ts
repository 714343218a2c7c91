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
import { RecallSchema, RecallsSchema } from "../../schema/recall.ts";
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

/** The members that may stand beside the result of one search, of several, and of one in groups. */
const FOR_ONE = { explain: ExplanationSchema, recall: RecallSchema };
const FOR_SEVERAL = { explain: ExplanationsSchema, recall: RecallsSchema };
const FOR_GROUPS = { recall: RecallSchema };

export const queryOperations = [
  operation({
    ...search,
    id: "searchPoints",
    summary: "Finds the points whose vectors are nearest to a vector.",
    rest: { method: "post", path: `${PATH}/search` },
    rpc: "Points.Search",
    request: SearchPointsSchema,
    result: ScoredPointsSchema,
    beside: FOR_ONE,
    run: ({ search }, request, rules, { signal }) => search.search(request, rules, signal),
  }),
  operation({
    ...search,
    id: "searchBatch",
    summary: "Performs several searches in one request.",
    rest: { method: "post", path: `${PATH}/search/batch` },
    rpc: "Points.SearchBatch",
    request: SearchBatchSchema,
    result: ScoredBatchSchema,
    beside: FOR_SEVERAL,
    run: ({ search }, request, rules, { signal }) => search.searchBatch(request, rules, signal),
  }),
  operation({
    ...search,
    id: "queryPoints",
    summary:
      "Queries points: nearest, recommend, discover, fusion of several searches, formulas, order by a field, samples.",
    rest: { method: "post", path: `${PATH}/query` },
    rpc: "Points.Query",
    request: QueryPointsSchema,
    result: QueryResultSchema,
    beside: FOR_ONE,
    run: ({ query }, request, rules, { signal }) => query.points(request, rules, signal),
  }),
  operation({
    ...search,
    id: "queryBatch",
    summary: "Performs several queries in one request.",
    rest: { method: "post", path: `${PATH}/query/batch` },
    rpc: "Points.QueryBatch",
    request: QueryBatchSchema,
    result: QueryBatchResultSchema,
    beside: FOR_SEVERAL,
    run: ({ query }, request, rules, { signal }) => query.batch(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "recommendPoints",
    summary: "Finds points that are like positive examples and unlike negative ones.",
    rest: { method: "post", path: `${PATH}/recommend` },
    rpc: "Points.Recommend",
    request: RecommendPointsSchema,
    result: ScoredPointsSchema,
    beside: FOR_ONE,
    run: ({ search }, request, rules, { signal }) => search.recommend(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "recommendBatch",
    summary: "Performs several recommendations in one request.",
    rest: { method: "post", path: `${PATH}/recommend/batch` },
    rpc: "Points.RecommendBatch",
    request: RecommendBatchSchema,
    result: ScoredBatchSchema,
    beside: FOR_SEVERAL,
    run: ({ search }, request, rules, { signal }) => search.recommendBatch(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "discoverPoints",
    summary: "Finds points near a target within a context of pairs of examples.",
    rest: { method: "post", path: `${PATH}/discover` },
    rpc: "Points.Discover",
    request: DiscoverPointsSchema,
    result: ScoredPointsSchema,
    beside: FOR_ONE,
    run: ({ search }, request, rules, { signal }) => search.discover(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "discoverBatch",
    summary: "Performs several discovery searches in one request.",
    rest: { method: "post", path: `${PATH}/discover/batch` },
    rpc: "Points.DiscoverBatch",
    request: DiscoverBatchSchema,
    result: ScoredBatchSchema,
    beside: FOR_SEVERAL,
    run: ({ search }, request, rules, { signal }) => search.discoverBatch(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "searchGroups",
    summary: "Finds the nearest points, grouped by a payload field.",
    rest: { method: "post", path: `${PATH}/search/groups` },
    rpc: "Points.SearchGroups",
    request: SearchGroupsSchema,
    result: GroupsSchema,
    beside: FOR_GROUPS,
    run: ({ search }, request, rules, { signal }) => search.searchGroups(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "queryGroups",
    summary: "Queries points, grouped by a payload field.",
    rest: { method: "post", path: `${PATH}/query/groups` },
    rpc: "Points.QueryGroups",
    request: QueryGroupsSchema,
    result: GroupsSchema,
    beside: FOR_GROUPS,
    run: ({ query }, request, rules, { signal }) => query.groups(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "recommendGroups",
    summary: "Finds points like the examples, grouped by a payload field.",
    rest: { method: "post", path: `${PATH}/recommend/groups` },
    rpc: "Points.RecommendGroups",
    request: RecommendGroupsSchema,
    result: GroupsSchema,
    beside: FOR_GROUPS,
    run: ({ search }, request, rules, { signal }) => search.recommendGroups(request, rules, signal),
  }),
  operation({
    id: "facet",
    summary: "Counts the points of each value of a payload field.",
    permission: "read",
    extended: true,
    rest: { method: "post", path: `${COLLECTION}/facet` },
    rpc: "Points.Facet",
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
    rpc: "Points.SearchMatrixPairs",
    request: MatrixSchema,
    result: MatrixPairsSchema,
    run: ({ insights }, request, rules, { signal }) => insights.pairs(request, rules, signal),
  }),
  operation({
    ...extended,
    id: "matrixOffsets",
    summary: "Measures the distances between points of a sample, as a sparse matrix.",
    rest: { method: "post", path: `${PATH}/search/matrix/offsets` },
    rpc: "Points.SearchMatrixOffsets",
    request: MatrixSchema,
    result: MatrixOffsetsSchema,
    run: ({ insights }, request, rules, { signal }) => insights.offsets(request, rules, signal),
  }),
];
