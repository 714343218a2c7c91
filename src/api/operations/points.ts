// Operations on points, and similarity search.
import Type from "typebox";
import {
  CountPointsSchema,
  CountSchema,
  DeletePointsSchema,
  GetPointSchema,
  RecordSchema,
  RetrievePointsSchema,
  UpdateResultSchema,
  UpsertPointsSchema,
} from "../../schema/point.ts";
import {
  ScoredBatchSchema,
  ScoredPointsSchema,
  SearchBatchSchema,
  SearchPointsSchema,
} from "../../schema/search.ts";
import { operation } from "../operation.ts";

const PATH = "/collections/{collection_name}/points";

export const pointOperations = [
  operation({
    id: "upsertPoints",
    permission: "write",
    rest: { method: "put", path: PATH, query: ["wait"] },
    failure: "Upsert failed",
    request: UpsertPointsSchema,
    result: UpdateResultSchema,
    run: ({ points }, request) => points.upsert(request),
  }),
  operation({
    id: "retrievePoints",
    permission: "read",
    rest: { method: "post", path: PATH },
    failure: "Retrieve failed",
    request: RetrievePointsSchema,
    result: Type.Array(RecordSchema),
    run: ({ points }, request) => points.retrieve(request),
  }),
  operation({
    id: "getPoint",
    permission: "read",
    rest: { method: "get", path: `${PATH}/{id}` },
    failure: "Retrieve failed",
    request: GetPointSchema,
    result: RecordSchema,
    run: ({ points }, request) => points.get(request),
  }),
  operation({
    id: "deletePoints",
    permission: "write",
    rest: { method: "post", path: `${PATH}/delete`, query: ["wait"] },
    failure: "Delete failed",
    request: DeletePointsSchema,
    result: UpdateResultSchema,
    run: ({ points }, request) => points.delete(request),
  }),
  operation({
    id: "countPoints",
    permission: "read",
    rest: { method: "post", path: `${PATH}/count` },
    failure: "Count failed",
    request: CountPointsSchema,
    result: CountSchema,
    run: ({ points }, request) => points.count(request),
  }),
  operation({
    id: "searchPoints",
    permission: "read",
    rest: { method: "post", path: `${PATH}/search` },
    failure: "Search failed",
    request: SearchPointsSchema,
    result: ScoredPointsSchema,
    run: ({ search }, request) => search.search(request),
  }),
  operation({
    id: "searchBatch",
    permission: "read",
    rest: { method: "post", path: `${PATH}/search/batch` },
    failure: "Search failed",
    request: SearchBatchSchema,
    result: ScoredBatchSchema,
    run: ({ search }, request) => search.batch(request),
  }),
];
