// Operations about the server itself. They need no credential and answer while the log is still being replayed.
import Type from "typebox";
import { HealthSchema, ServerInfoSchema } from "../../schema/server.ts";
import { operation } from "../operation.ts";

const common = { permission: "none", always: true, request: Type.Object({}) } as const;
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
    rest: { method: "get", path: "/readyz" },
    run: ({ server }) => server.readyz(),
  }),
];
