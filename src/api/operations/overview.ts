// Operations that show the whole server at once: made for the console, and open to all callers who may read.
import Type from "typebox";
import { CollectionOverviewSchema } from "../../schema/collection.ts";
import { HistoryRequestSchema, HistorySchema, SlowRequestsSchema } from "../../schema/history.ts";
import { operation } from "../operation.ts";

const common = { permission: "read", request: Type.Object({}) } as const;

export const overviewOperations = [
  operation({
    ...common,
    id: "collectionOverview",
    summary: "Lists all collections with their figures, and those that can be restored.",
    rest: { method: "get", path: "/status/collections" },
    failure: "Status failed",
    result: CollectionOverviewSchema,
    run: ({ collections }, _request, _rules, { signal }) => collections.overview(signal),
  }),
  operation({
    ...common,
    always: true,
    id: "getHistory",
    summary: "Returns the figures of the last hour, sampled every two seconds.",
    rest: { method: "get", path: "/status/history", query: ["since"] },
    failure: "Status failed",
    request: HistoryRequestSchema,
    result: HistorySchema,
    run: ({ history }, request) => history.history(request),
  }),
  operation({
    ...common,
    always: true,
    id: "listSlowRequests",
    summary: "Lists the last slow requests: operation, collection, time and result.",
    rest: { method: "get", path: "/status/requests" },
    failure: "Status failed",
    result: SlowRequestsSchema,
    run: ({ history }) => history.slowRequests(),
  }),
];
