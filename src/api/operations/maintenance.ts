// Operations for whoever runs the server: how it is, and what keeps it in order. Extensions of our own.
import Type from "typebox";
import { CheckpointSchema, MetricsSchema, PurgeSchema, StatusSchema } from "../../schema/status.ts";
import { operation } from "../operation.ts";

const request = Type.Object({});

export const maintenanceOperations = [
  operation({
    id: "getStatus",
    summary: "Returns the state of the server, its collections and its storage.",
    permission: "read",
    rest: { method: "get", path: "/status" },
    failure: "Status failed",
    request,
    result: StatusSchema,
    run: ({ server }) => server.status(),
  }),
  operation({
    id: "getMetrics",
    summary: "Returns metrics in the text format of Prometheus.",
    permission: "read",
    always: true,
    rest: { method: "get", path: "/metrics" },
    success: "metrics",
    failure: "Metrics failed",
    request,
    result: MetricsSchema,
    run: ({ server }) => server.metrics(),
  }),
  operation({
    id: "takeCheckpoint",
    summary: "Takes a checkpoint now, so that the next start replays less of the log.",
    permission: "write",
    rest: { method: "post", path: "/checkpoint" },
    lasting: true,
    failure: "Checkpoint failed",
    request,
    result: CheckpointSchema,
    run: ({ server }) => server.checkpoint(),
  }),
  operation({
    id: "purge",
    summary: "Removes deleted data from all files for good.",
    permission: "write",
    rest: { method: "post", path: "/purge" },
    lasting: true,
    failure: "Purge failed",
    request,
    result: PurgeSchema,
    run: ({ server }) => server.purge(),
  }),
];
