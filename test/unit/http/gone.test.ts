// A client that goes away before it has its answer: whoever works on that answer can know.
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import Type from "typebox";
import { operation, type Services } from "../../../src/api/operation.ts";
import { createApp } from "../../../src/http/app.ts";
import { RequestLog } from "../../../src/log/requests.ts";
import { createLogger } from "../../../src/log.ts";
import { MemoryLimit } from "../../../src/memory-limit.ts";
import { Traffics } from "../../../src/metrics/traffic.ts";
import type { Wanted } from "../../../src/schema/caller.ts";
import { budgetsWithin } from "../../../src/serve/budgets.ts";

describe("an operation over HTTP", () => {
  let server: Server;
  afterEach(() => server.close());

  /** @param run what the only operation of the server does with the word of whether it is wanted */
  async function serve(run: (wanted: Wanted) => Promise<boolean>): Promise<number> {
    const only = operation({
      id: "getServerInfo",
      permission: "none",
      rest: { method: "get", path: "/work" },
      failure: "Work failed",
      errors: [],
      request: Type.Object({}),
      result: Type.Boolean(),
      run: (_services, _request, _rules, { wanted }) => run(wanted),
    });
    const app = createApp(
      {
        operations: [only],
        services: {} as Services,
        ready: () => true,
        log: createLogger({ level: "silent" }),
        budgets: budgetsWithin(MemoryLimit.unlimited()),
        requests: new RequestLog(createLogger({ level: "silent" }), { access: false, slowMs: 0 }),
        searchMs: 0,
        traffic: new Traffics(),
        extendedApi: false,
        maxBodyBytes: 1024,
        access: { authEnabled: false, identify: async () => null, isSetupCode: () => false },
        guard: { allowedHosts: [], corsOrigins: [] },
      },
      { surface: "rest", dialect: "native" },
    );
    server = createServer(app.callback());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  }

  it("is told when its client has gone", async () => {
    let ended = () => {};
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const port = await serve(async (wanted) => {
      client.destroy();
      while (!wanted!.aborted) await setImmediate();
      ended();
      return true;
    });
    const client = request({ port, path: "/work" }).on("error", () => {});
    client.end();
    await end;
  });

  it("is wanted to the end by a client that waits", async () => {
    let told: Wanted;
    const port = await serve(async (wanted) => {
      told = wanted;
      return !wanted!.aborted;
    });
    const answer = await fetch(`http://127.0.0.1:${port}/work`);
    expect(((await answer.json()) as { result: boolean }).result).to.equal(true);
    expect(told!.aborted).to.equal(false);
  });
});
