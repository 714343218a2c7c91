// Operations on points and their payloads.
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
  DeletePointPayloadSchema,
  DeletePointsSchema,
  DeletePointVectorsSchema,
  SetPointPayloadSchema,
  UpdatePointVectorsSchema,
  UpdateResultSchema,
  UpsertPointsSchema,
} from "../../schema/point-write.ts";
import { ScrollPointsSchema, ScrollSchema } from "../../schema/scroll.ts";
import { clearPayload, deletePayload, overwritePayload, setPayload } from "../../service/writes/payload.ts";
import { deleteVectors, updateVectors } from "../../service/writes/vectors.ts";
import { operation } from "../operation.ts";

const PATH = "/collections/{collection_name}/points";
/** Errors of operations that may add vectors, and so exceed the license. */
const errors = ["NOT_FOUND", "COLLECTION_DELETED", "CAPACITY_EXCEEDED", "INTERNAL"] as const;

export const pointOperations = [
  operation({
    id: "upsertPoints",
    summary: "Inserts points, or replaces those whose ids exist.",
    permission: "write",
    errors,
    rest: { method: "put", path: PATH, query: ["wait"] },
    rpc: "Points.Upsert",
    failure: "Upsert failed",
    request: UpsertPointsSchema,
    result: UpdateResultSchema,
    run: ({ points }, request, rules, { signal }) => points.upsert(request, rules, signal),
  }),
  operation({
    id: "retrievePoints",
    summary: "Returns points by their ids.",
    permission: "read",
    rest: { method: "post", path: PATH },
    rpc: "Points.Get",
    failure: "Retrieve failed",
    request: RetrievePointsSchema,
    result: Type.Array(RecordSchema),
    run: ({ points }, request, rules) => points.retrieve(request, rules),
  }),
  operation({
    id: "getPoint",
    summary: "Returns one point by its id.",
    permission: "read",
    rest: { method: "get", path: `${PATH}/{id}` },
    failure: "Retrieve failed",
    request: GetPointSchema,
    result: RecordSchema,
    run: ({ points }, request) => points.get(request),
  }),
  operation({
    id: "updateVectors",
    summary: "Replaces vectors of points, and keeps their payloads and other vectors.",
    permission: "write",
    errors,
    rest: { method: "put", path: `${PATH}/vectors`, query: ["wait"] },
    rpc: "Points.UpdateVectors",
    failure: "Upsert failed",
    request: UpdatePointVectorsSchema,
    result: UpdateResultSchema,
    run: ({ points }, request, rules, { signal }) => points.write(request, updateVectors, rules, signal),
  }),
  operation({
    id: "deleteVectors",
    summary: "Deletes vectors of points by their names.",
    permission: "write",
    rest: { method: "post", path: `${PATH}/vectors/delete`, query: ["wait"] },
    rpc: "Points.DeleteVectors",
    failure: "Delete failed",
    request: DeletePointVectorsSchema,
    result: UpdateResultSchema,
    run: ({ points }, request, rules, { signal }) => points.write(request, deleteVectors, rules, signal),
  }),
  operation({
    id: "batchUpdate",
    summary: "Performs several writes in one request, in order.",
    permission: "write",
    errors,
    rest: { method: "post", path: `${PATH}/batch`, query: ["wait"] },
    rpc: "Points.UpdateBatch",
    failure: "Upsert failed",
    request: BatchWriteSchema,
    result: Type.Array(UpdateResultSchema),
    run: ({ points }, request, rules, { signal }) => points.batch(request, rules, signal),
  }),
  operation({
    id: "importPoints",
    summary: "Imports any number of points, one JSON object a line.",
    permission: "write",
    errors: [...errors, "UNSUPPORTED_MEDIA_TYPE"],
    rest: { method: "post", path: `${PATH}/import`, query: ["wait", "on_error", "progress"] },
    success: "progress",
    lasting: true,
    lines: PointSchema,
    failure: "Import failed",
    request: ImportPointsSchema,
    result: ImportReportSchema,
    run: ({ points }, request, rules, { signal }) => points.import(request, rules, signal),
  }),
  operation({
    id: "countPoints",
    summary: "Counts points, all of them or those that match a filter.",
    permission: "read",
    rest: { method: "post", path: `${PATH}/count` },
    rpc: "Points.Count",
    failure: "Count failed",
    request: CountPointsSchema,
    result: CountSchema,
    run: ({ points }, request, _rules, { signal }) => points.count(request, signal),
  }),
  operation({
    id: "scrollPoints",
    summary: "Returns points page by page, in the order of their ids or of a payload field.",
    permission: "read",
    rest: { method: "post", path: `${PATH}/scroll` },
    rpc: "Points.Scroll",
    failure: "Scroll failed",
    request: ScrollPointsSchema,
    result: ScrollSchema,
    run: ({ scroll }, request, rules, { signal }) => scroll.scroll(request, rules, signal),
  }),
];

const PAYLOAD = `${PATH}/payload`;

const payload = {
  permission: "write",
  failure: "Payload operation failed",
  result: UpdateResultSchema,
} as const;
const query = ["wait"] as const;

export const payloadOperations = [
  operation({
    ...payload,
    id: "setPayload",
    summary: "Sets keys of the payloads of points, and keeps their other keys.",
    rest: { method: "post", path: PAYLOAD, query },
    rpc: "Points.SetPayload",
    request: SetPointPayloadSchema,
    run: ({ points }, request, rules, { signal }) => points.write(request, setPayload, rules, signal),
  }),
  operation({
    ...payload,
    id: "overwritePayload",
    summary: "Replaces the payloads of points.",
    rest: { method: "put", path: PAYLOAD, query },
    rpc: "Points.OverwritePayload",
    request: SetPointPayloadSchema,
    run: ({ points }, request, rules, { signal }) => points.write(request, overwritePayload, rules, signal),
  }),
  operation({
    ...payload,
    id: "deletePayload",
    summary: "Deletes keys of the payloads of points.",
    rest: { method: "post", path: `${PAYLOAD}/delete`, query },
    rpc: "Points.DeletePayload",
    request: DeletePointPayloadSchema,
    run: ({ points }, request, rules, { signal }) => points.write(request, deletePayload, rules, signal),
  }),
  operation({
    ...payload,
    id: "clearPayload",
    summary: "Removes the payloads of points.",
    rest: { method: "post", path: `${PAYLOAD}/clear`, query },
    rpc: "Points.ClearPayload",
    request: DeletePointsSchema,
    run: ({ points }, request, rules, { signal }) => points.write(request, clearPayload, rules, signal),
  }),
];
