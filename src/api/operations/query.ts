// Operations that look for points: search, query, recommendation and discovery.
import {
  QueryBatchResultSchema,
  QueryBatchSchema,
  QueryPointsSchema,
  QueryResultSchema,
} from "../../schema/query-points.ts";
import {
  DiscoverBatchSchema,
  DiscoverPointsSchema,
  RecommendBatchSchema,
  RecommendPointsSchema,
} from "../../schema/recommend.ts";
import {
  ScoredBatchSchema,
  ScoredPointsSchema,
  SearchBatchSchema,
  SearchPointsSchema,
} from "../../schema/search.ts";
import { operation } from "../operation.ts";

const PATH = "/collections/{collection_name}/points";

export const queryOperations = [
  operation({
    id: "searchPoints",
    permission: "read",
    rest: { method: "post", path: `${PATH}/search` },
    failure: "Search failed",
    request: SearchPointsSchema,
    result: ScoredPointsSchema,
    run: ({ search }, request, rules) => search.search(request, rules),
  }),
  operation({
    id: "searchBatch",
    permission: "read",
    rest: { method: "post", path: `${PATH}/search/batch` },
    failure: "Search failed",
    request: SearchBatchSchema,
    result: ScoredBatchSchema,
    run: ({ search }, request, rules) => search.searchBatch(request, rules),
  }),
  operation({
    id: "queryPoints",
    permission: "read",
    rest: { method: "post", path: `${PATH}/query` },
    failure: "Search failed",
    request: QueryPointsSchema,
    result: QueryResultSchema,
    run: ({ query }, request, rules) => query.points(request, rules),
  }),
  operation({
    id: "queryBatch",
    permission: "read",
    rest: { method: "post", path: `${PATH}/query/batch` },
    failure: "Search failed",
    request: QueryBatchSchema,
    result: QueryBatchResultSchema,
    run: ({ query }, request, rules) => query.batch(request, rules),
  }),
  operation({
    id: "recommendPoints",
    permission: "read",
    extended: true,
    rest: { method: "post", path: `${PATH}/recommend` },
    failure: "Search failed",
    request: RecommendPointsSchema,
    result: ScoredPointsSchema,
    run: ({ search }, request, rules) => search.recommend(request, rules),
  }),
  operation({
    id: "recommendBatch",
    permission: "read",
    extended: true,
    rest: { method: "post", path: `${PATH}/recommend/batch` },
    failure: "Search failed",
    request: RecommendBatchSchema,
    result: ScoredBatchSchema,
    run: ({ search }, request, rules) => search.recommendBatch(request, rules),
  }),
  operation({
    id: "discoverPoints",
    permission: "read",
    extended: true,
    rest: { method: "post", path: `${PATH}/discover` },
    failure: "Search failed",
    request: DiscoverPointsSchema,
    result: ScoredPointsSchema,
    run: ({ search }, request, rules) => search.discover(request, rules),
  }),
  operation({
    id: "discoverBatch",
    permission: "read",
    extended: true,
    rest: { method: "post", path: `${PATH}/discover/batch` },
    failure: "Search failed",
    request: DiscoverBatchSchema,
    result: ScoredBatchSchema,
    run: ({ search }, request, rules) => search.discoverBatch(request, rules),
  }),
];
