// The health checks of a server that ends because its writer thread has died or a promise was rejected. Clients ask all
// the time over open connections. The decision: readiness ends before the log reports the failure.
import { Agent, get } from "node:http";
import { credentials, makeClientConstructor } from "@grpc/grpc-js";
import { expect } from "chai";
import type { HealthCheckResponse } from "../../src/grpc/gen/health.d.ts";
import { healthProtocol } from "../../src/grpc/wire/messages.ts";
import { ask } from "../support/grpc.ts";
import { type ServerProcess, startServer } from "../support/process.ts";
import { scratchFolder } from "../support/scratch.ts";

const { HealthService } = healthProtocol.services;
const { HealthCheckResponse_ServingStatus: ServingStatus } = healthProtocol.enums;
const PRELOAD = new URL("../support/end-thread.mjs", import.meta.url).href;
const FATAL = '"level":"fatal"';

/**
 * Asks until the server has ended. @returns the number of responses that said ready, before and after the log reported
 * the end
 */
async function probe(
  server: ServerProcess,
  isReady: () => Promise<boolean>,
): Promise<{ ready: number; readyAfter: number }> {
  const seen = { ready: 0, readyAfter: 0 };
  for (;;) {
    const isAfter = server.output().includes(FATAL);
    const ready = await isReady().catch(() => null);
    if (ready === true) seen.ready++;
    if (ready === true && isAfter) seen.readyAfter++;
    if (ready === null) return seen;
  }
}

describe("the health checks of a server", () => {
  if (process.platform === "win32") return;

  for (const [what, ended] of [
    ["whose writer thread has died", "0"],
    ["that a rejected promise ends which nobody handles", "rejection"],
  ] as const) {
    it(`${what} report ready before the log reports the failure and never afterwards, over REST and gRPC`, async () => {
      const server = await startServer(
        ["--data-dir", scratchFolder("azimuth-readiness-"), "--workers", "1", "--log-format", "json"],
        { NODE_OPTIONS: `--import ${PRELOAD}`, END_THREAD: ended },
      );
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const rest = () =>
        new Promise<boolean>((resolve, reject) => {
          get(`${server.url}/readyz`, { agent }, (response) => {
            response.resume().on("error", reject);
            response.on("end", () => resolve(response.statusCode === 200));
          }).on("error", reject);
        });
      const client = new (makeClientConstructor(HealthService, "Health"))(
        server.grpcAddress,
        credentials.createInsecure(),
      );
      const grpc = async () =>
        (await ask<HealthCheckResponse>(client, "check", { service: "" })).status === ServingStatus.SERVING;
      expect([await rest(), await grpc()]).to.deep.equal([true, true]);
      const probes = [probe(server, rest), probe(server, grpc)];
      await rest();
      const { code } = await server.stop("SIGUSR2");
      expect(code).to.equal(70);
      expect(server.output()).to.contain(FATAL);
      for (const { ready, readyAfter } of await Promise.all(probes)) {
        expect(ready).to.be.above(0);
        expect(readyAfter, server.output()).to.equal(0);
      }
      agent.destroy();
      client.close();
    });
  }
});
