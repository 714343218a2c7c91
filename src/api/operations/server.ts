// Operations on the server itself: its name, version and state, for all callers, and its maintenance, for operators.
import Type from "typebox";
import { HealthSchema, ReadyRequestSchema, ServerInfoSchema } from "../../schema/server.ts";
import { BackupRequestSchema, BackupSchema } from "../../schema/snapshot.ts";
import { CheckpointSchema, MetricsSchema, PurgeSchema, StatusSchema } from "../../schema/status.ts";
import { operation } from "../operation.ts";

/** Operations that need no credential and run while the log is still being replayed. */
const common = { permission: "none", always: true, errors: [], request: Type.Object({}) } as const;
const health = { ...common, success: "text", failure: "Health check failed", result: HealthSchema } as const;

export const serverOperations = [
  operation({
    ...common,
    id: "getServerInfo",
    summary: "Returns the name and the version of the server.",
    rest: { method: "get", path: "/" },
    rpc: "Server.HealthCheck",
    success: "bare",
    failure: "Health check failed",
    result: ServerInfoSchema,
    run: ({ server }) => server.info(),
  }),
  operation({
    ...health,
    id: "healthz",
    summary: "Answers when the server runs.",
    rest: { method: "get", path: "/healthz" },
    run: ({ server }) => server.healthz(),
  }),
  operation({
    ...health,
    id: "livez",
    summary: "Answers when the process is alive.",
    rest: { method: "get", path: "/livez" },
    run: ({ server }) => server.healthz(),
  }),
  operation({
    ...health,
    id: "readyz",
    summary: "Answers 200 when all collections can be read and written.",
    errors: ["NOT_READY"],
    rest: { method: "get", path: "/readyz", query: ["max_lag"] },
    request: ReadyRequestSchema,
    run: ({ server }, request) => server.readyz(request),
  }),
];

const request = Type.Object({});

export const maintenanceOperations = [
  operation({
    id: "getStatus",
    summary: "Returns the state of the server, its collections and its storage.",
    permission: "read",
    rest: { method: "get", path: "/status" },
    rpc: "Maintenance.Status",
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
    changesData: false,
    summary: "Takes a checkpoint now, so that the next start replays less of the log.",
    permission: "write",
    rest: { method: "post", path: "/checkpoint" },
    rpc: "Maintenance.Checkpoint",
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
    rpc: "Maintenance.Purge",
    lasting: true,
    failure: "Purge failed",
    request,
    result: PurgeSchema,
    run: ({ server }) => server.purge(),
  }),
  operation({
    id: "downloadBackup",
    summary: "Downloads a backup of all data as a tar archive, with all writes acknowledged before.",
    permission: "read_admin",
    rest: { method: "get", path: "/backup", query: ["follower"] },
    success: "stream",
    lasting: true,
    failure: "Backup failed",
    errors: ["NOT_IMPLEMENTED", "INTERNAL"],
    request: BackupRequestSchema,
    result: BackupSchema,
    run: ({ backups }, request, _rules, admitted) => backups.download(admitted, request),
  }),
];
