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
    rest: { method: "get", path: "/" },
    success: "bare",
    failure: "Health check failed",
    result: ServerInfoSchema,
    run: ({ server }) => server.info(),
  }),
  // Tools for Qdrant ask this to see whether somebody is there; one server is no cluster.
  operation({
    id: "getCluster",
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
    rest: { method: "get", path: "/healthz" },
    run: ({ server }) => server.healthz(),
  }),
  operation({
    ...health,
    id: "livez",
    rest: { method: "get", path: "/livez" },
    run: ({ server }) => server.healthz(),
  }),
  operation({
    ...health,
    id: "readyz",
    errors: ["NOT_READY"],
    rest: { method: "get", path: "/readyz" },
    run: ({ server }) => server.readyz(),
  }),
];
