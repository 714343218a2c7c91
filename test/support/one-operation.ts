// The HTTP application for a table with one row, GET /work.
import type Koa from "koa";
import Type, { type TSchema } from "typebox";
import { type Operation, operation } from "../../src/api/operation.ts";
import { createApp } from "../../src/http/app.ts";
import { createLogger } from "../../src/log/logger.ts";
import { RequestLog } from "../../src/log/requests.ts";
import { MemoryLimit } from "../../src/memory/memory-limit.ts";
import { Traffics } from "../../src/metrics/traffic.ts";
import { budgetsWithin } from "../../src/serve/listeners.ts";
import { SERVICES_ALONE } from "./replication-alone.ts";

/** @param run the function of the operation @param traffic the counters of requests @param more other columns */
export function appOfOne(
  run: NonNullable<Operation["run"]>,
  result: TSchema = Type.Unknown(),
  permission: Operation["permission"] = "none",
  traffic = new Traffics(),
  more: Partial<Pick<Operation, "success" | "lasting">> = {},
): Koa {
  const only = operation({
    id: "getServerInfo",
    summary: "Does some work.",
    permission,
    rest: { method: "get", path: "/work" },
    failure: "Work failed",
    errors: [],
    request: Type.Object({}),
    result,
    run,
    ...more,
  });
  return createApp(
    {
      operations: [only],
      services: SERVICES_ALONE,
      ready: () => true,
      log: createLogger({ level: "silent" }),
      budgets: budgetsWithin(MemoryLimit.unlimited()),
      requests: new RequestLog(createLogger({ level: "silent" }), { access: false, slowMs: 0 }),
      searchMs: 0,
      traffic,
      extendedApi: false,
      maxBodyBytes: 1024,
      access: {
        authEnabled: false,
        hasAdmin: false,
        identify: async () => null,
        identifySession: () => null,
        isSetupCode: () => false,
      },
      guard: { allowedHosts: [], corsOrigins: [] },
    },
    { surface: "rest", dialect: "native" },
  );
}
