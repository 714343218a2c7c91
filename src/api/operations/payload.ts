// Operations on the payloads of points that are there.
import {
  DeletePointPayloadSchema,
  DeletePointsSchema,
  SetPointPayloadSchema,
  UpdateResultSchema,
} from "../../schema/point-write.ts";
import { operation } from "../operation.ts";

const PATH = "/collections/{collection_name}/points/payload";

const common = {
  permission: "write",
  failure: "Payload operation failed",
  result: UpdateResultSchema,
} as const;
const query = ["wait"] as const;

export const payloadOperations = [
  operation({
    ...common,
    id: "setPayload",
    summary: "Sets keys of the payloads of points, and keeps their other keys.",
    rest: { method: "post", path: PATH, query },
    request: SetPointPayloadSchema,
    run: ({ points }, request, rules, { signal }) => points.setPayload(request, rules, signal),
  }),
  operation({
    ...common,
    id: "overwritePayload",
    summary: "Replaces the payloads of points.",
    rest: { method: "put", path: PATH, query },
    request: SetPointPayloadSchema,
    run: ({ points }, request, rules, { signal }) => points.overwritePayload(request, rules, signal),
  }),
  operation({
    ...common,
    id: "deletePayload",
    summary: "Deletes keys of the payloads of points.",
    rest: { method: "post", path: `${PATH}/delete`, query },
    request: DeletePointPayloadSchema,
    run: ({ points }, request, rules, { signal }) => points.deletePayload(request, rules, signal),
  }),
  operation({
    ...common,
    id: "clearPayload",
    summary: "Removes the payloads of points.",
    rest: { method: "post", path: `${PATH}/clear`, query },
    request: DeletePointsSchema,
    run: ({ points }, request, rules, { signal }) => points.clearPayload(request, rules, signal),
  }),
];
