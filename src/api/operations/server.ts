// Operations about the server itself. All but one need no credential and answer while the log is still being replayed.
import Type from "typebox";
import { ClusterSchema, HealthSchema, ServerInfoSchema } from "../../schema/server.ts";
import { operation } from "../operation.ts";

const common = { permission: "none", always: true, errors: [], request: Type.Object({}) } as const;
const health = { ...common, success: "text", failure: "Health check failed", result: HealthSchema } as const;

export const serverOperations = [
  operation({
    ...common,
    id: "getServerInfo",
    summary: "Returns the name and the version of the server.",
    rest: { method: "get", path: "/" },
    success: "bare",
    failure: "Health check failed",
    result: ServerInfoSchema,
    run: ({ server }) => server.info(),
  }),
  // Tools for Qdrant ask this to see whether somebody is there; one server is no cluster.
  operation({
    id: "getCluster",
    summary: "Says that this server is not part of a cluster.",
    permission: "read",
    rest: { method: "get", path: "/cluster" },
    failure: "Cluster status failed",
    request: Type.Object({}),
    result: ClusterSchema,
    run: async () => ({ status: "disabled" as const }),
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
    rest: { method: "get", path: "/readyz" },
    run: ({ server }) => server.readyz(),
  }),
];
