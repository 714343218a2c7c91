// Clients that disconnect before they have their answer, and the cancel signal of their operation.
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import Type from "typebox";
import type { Operation } from "../../../src/api/operation.ts";
import { Traffics } from "../../../src/metrics/traffic.ts";
import type { CancelSignal } from "../../../src/scheduling/cancel.ts";
import { appOfOne } from "../../support/one-operation.ts";
import { until } from "../../support/until.ts";

describe("an operation over HTTP", () => {
  let server: Server;
  afterEach(() => server.close());

  /** @param run the only operation of the server, which gets the cancel signal */
  async function serve(
    run: (signal: CancelSignal) => Promise<boolean>,
    permission: "read" | "write" = "read",
    traffic = new Traffics(),
  ): Promise<number> {
    const work: Operation["run"] = (_services, _request, _rules, { signal }) => run(signal);
    const app = appOfOne(work, Type.Boolean(), permission, traffic);
    server = createServer(app.callback());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  }

  it("an operation over HTTP is cancelled when its client has disconnected", async () => {
    let ended = () => {};
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const port = await serve(async (signal) => {
      client.destroy();
      await until(() => signal!.aborted);
      ended();
      return true;
    });
    const client = request({ port, path: "/work" }).on("error", () => {});
    client.end();
    await end;
  });

  it("an operation over HTTP is not cancelled while its client waits", async () => {
    let told: CancelSignal;
    const port = await serve(async (signal) => {
      told = signal;
      return !signal!.aborted;
    });
    const answer = await fetch(`http://127.0.0.1:${port}/work`);
    expect(((await answer.json()) as { result: boolean }).result).to.equal(true);
    expect(told!.aborted).to.equal(false);
  });

  for (const [permission, failed] of [
    ["write", 0],
    ["read", 1],
  ] as const) {
    it(`an operation over HTTP counts as ${failed ? "given up" : "done"} if it is a ${permission} that was done when its client disconnected`, async () => {
      const traffic = new Traffics();
      const run = async (signal: CancelSignal) => {
        client.destroy();
        await until(() => signal!.aborted);
        return true;
      };
      const port = await serve(run, permission, traffic);
      const client = request({ port, path: "/work" }).on("error", () => {});
      client.end();
      const counted = () => traffic.rest.all.filter(({ byStatus }) => byStatus.size > 0);
      await until(() => counted().length > 0);
      expect(counted().map((series) => series.failed)).to.deep.equal([failed]);
    });
  }
});
