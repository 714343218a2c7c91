// Operations on points: written, read, deleted, counted, scrolled.
import Type from "typebox";
import {
  CountPointsSchema,
  CountSchema,
  GetPointSchema,
  PointSchema,
  RecordSchema,
  RetrievePointsSchema,
} from "../../schema/point.ts";
import { ImportPointsSchema, ImportReportSchema } from "../../schema/point-import.ts";
import {
  BatchWriteSchema,
  DeletePointsSchema,
  DeletePointVectorsSchema,
  UpdatePointVectorsSchema,
  UpdateResultSchema,
  UpsertPointsSchema,
} from "../../schema/point-write.ts";
import { ScrollPointsSchema, ScrollSchema } from "../../schema/scroll.ts";
import { operation } from "../operation.ts";

const PATH = "/collections/{collection_name}/points";
/** What may add vectors may find that the license has no room for them. */
const errors = ["NOT_FOUND", "COLLECTION_DELETED", "CAPACITY_EXCEEDED", "INTERNAL"] as const;

export const pointOperations = [
  operation({
    id: "upsertPoints",
    permission: "write",
    errors,
    rest: { method: "put", path: PATH, query: ["wait"] },
    failure: "Upsert failed",
    request: UpsertPointsSchema,
    result: UpdateResultSchema,
    run: ({ points }, request, rules, { wanted }) => points.upsert(request, rules, wanted),
  }),
  operation({
    id: "retrievePoints",
    permission: "read",
    rest: { method: "post", path: PATH },
    failure: "Retrieve failed",
    request: RetrievePointsSchema,
    result: Type.Array(RecordSchema),
    run: ({ points }, request, rules) => points.retrieve(request, rules),
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
    run: ({ points }, request, rules, { wanted }) => points.delete(request, rules, wanted),
  }),
  operation({
    id: "updateVectors",
    permission: "write",
    errors,
    rest: { method: "put", path: `${PATH}/vectors`, query: ["wait"] },
    failure: "Upsert failed",
    request: UpdatePointVectorsSchema,
    result: UpdateResultSchema,
    run: ({ points }, request, rules, { wanted }) => points.updateVectors(request, rules, wanted),
  }),
  operation({
    id: "deleteVectors",
    permission: "write",
    rest: { method: "post", path: `${PATH}/vectors/delete`, query: ["wait"] },
    failure: "Delete failed",
    request: DeletePointVectorsSchema,
    result: UpdateResultSchema,
    run: ({ points }, request, rules, { wanted }) => points.deleteVectors(request, rules, wanted),
  }),
  operation({
    id: "batchUpdate",
    permission: "write",
    errors,
    rest: { method: "post", path: `${PATH}/batch`, query: ["wait"] },
    failure: "Upsert failed",
    request: BatchWriteSchema,
    result: Type.Array(UpdateResultSchema),
    run: ({ points }, request, rules, { wanted }) => points.batch(request, rules, wanted),
  }),
  operation({
    id: "importPoints",
    permission: "write",
    errors,
    rest: { method: "post", path: `${PATH}/import`, query: ["wait", "on_error", "progress"] },
    success: "progress",
    lasting: true,
    lines: PointSchema,
    failure: "Import failed",
    request: ImportPointsSchema,
    result: ImportReportSchema,
    run: ({ points }, request, rules) => points.import(request, rules),
  }),
  operation({
    id: "countPoints",
    permission: "read",
    rest: { method: "post", path: `${PATH}/count` },
    failure: "Count failed",
    request: CountPointsSchema,
    result: CountSchema,
    run: ({ points }, request, _rules, { wanted }) => points.count(request, wanted),
  }),
  operation({
    id: "scrollPoints",
    permission: "read",
    rest: { method: "post", path: `${PATH}/scroll` },
    failure: "Scroll failed",
    request: ScrollPointsSchema,
    result: ScrollSchema,
    run: ({ scroll }, request, rules, { wanted }) => scroll.scroll(request, rules, wanted),
  }),
];
