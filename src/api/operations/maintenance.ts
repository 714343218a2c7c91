// Operations for whoever runs the server: how it is, and what keeps it in order. Extensions of our own.
import Type from "typebox";
import { CheckpointSchema, MetricsSchema, PurgeSchema, StatusSchema } from "../../schema/status.ts";
import { operation } from "../operation.ts";

const request = Type.Object({});

export const maintenanceOperations = [
  operation({
    id: "getStatus",
    permission: "read",
    rest: { method: "get", path: "/status" },
    failure: "Status failed",
    request,
    result: StatusSchema,
    run: ({ server }) => server.status(),
  }),
  operation({
    id: "getMetrics",
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
    permission: "write",
    rest: { method: "post", path: "/purge" },
    lasting: true,
    failure: "Purge failed",
    request,
    result: PurgeSchema,
    run: ({ server }) => server.purge(),
  }),
];
