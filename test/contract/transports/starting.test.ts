// Calls over gRPC while the log is replayed. The decision: calls are refused with UNAVAILABLE, which clients retry, and
// the health service tells load balancers.

import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import { SERVICES } from "../../../src/grpc/rpcs.ts";
import { healthProtocol } from "../../../src/grpc/wire/messages.ts";
import { ask } from "../../support/grpc.ts";
import { expected } from "../../support/matrix/oracle.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";
import { clientOf, OverGrpc, SERVED, type Served } from "../../support/transports/over-grpc.ts";

const { HealthService } = healthProtocol.services;

const [SERVING, NOT_SERVING] = [1, 2];
const SERVICE_NAMES = SERVICES.map(({ definition }) => Object.values(definition)[0]!.path.split("/")[1]!);

/** Returns an empty message for the call. */
function emptyOf({ service, method }: Served): object {
  return service.definition[method]!.requestDeserialize(Buffer.alloc(0));
}

/** Whether the operation admits a caller without a credential while authentication is off. */
function isLetIn(operation: string): boolean {
  const nobody = { presenter: "nobody", authEnabled: false, isUiPort: false, isLocal: true } as const;
  return expected({ operation, ...nobody }).kind === "let in";
}

/** Returns the health statuses of the server and of every service. */
async function healthOf({ grpcAddress }: TestServer): Promise<Set<number>> {
  const client = clientOf(HealthService, grpcAddress);
  const states = ["", ...SERVICE_NAMES].map((service) =>
    ask<{ status: number }>(client, "check", { service }),
  );
  const found = (await Promise.all(states)).map((answer) => answer.status);
  client.close();
  return new Set(found);
}

describe("gRPC while the log is being replayed", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ starting: true, extendedApi: true });
  });
  after(() => server.close());

  for (const [dialect, prefix] of [
    ["azimuth.v1", ""],
    ["qdrant", "Shard temporarily unavailable: "],
  ] as const) {
    it(`gRPC during a replay answers UNAVAILABLE to every call of ${dialect} that needs data`, async () => {
      const client = new OverGrpc(server.grpcAddress, dialect);
      const answered = new Set(OPERATIONS.filter(({ always }) => always).map(({ id }) => id));
      for (const [operation, served] of SERVED) {
        if (answered.has(operation) || !isLetIn(operation)) continue;
        if (dialect === "qdrant" && !served.service.isTheirs) continue;
        const [code, details] = await client.start(served, emptyOf(served)).answered.then(
          () => [status.OK, operation],
          (error) => [error.code, error.message],
        );
        expect([code, details], operation).to.deep.equal([
          status.UNAVAILABLE,
          `${prefix}Engine not initialized`,
        ]);
      }
      client.close();
    });
  }

  it("gRPC during a replay answers calls that need no data", async () => {
    const client = new OverGrpc(server.grpcAddress);
    expect(await client.call("getServerInfo", {})).to.include({ title: "azimuth - vector database" });
    expect(await client.call("getLicenseStatus", {})).to.include({ edition: "community" });
    client.close();
  });

  it("gRPC during a replay reports NOT_SERVING for the server and all services, and SERVING afterwards", async () => {
    expect([...(await healthOf(server))]).to.deep.equal([NOT_SERVING]);
    const started = await startTestServer();
    expect([...(await healthOf(started))]).to.deep.equal([SERVING]);
    await started.close();
  });
});
