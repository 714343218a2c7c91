// RPCs that Qdrant's clients know and this server does not have. The decision: the credential is checked first, and
// then the error says that the RPC is not implemented.
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { SERVICES } from "../../../src/grpc/rpcs.ts";
import { createToken, guard, type Headers } from "../../support/guarded.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";
import { OverGrpc, type Served } from "../../support/transports/over-grpc.ts";

const UNSERVED = SERVICES.flatMap((service) =>
  Object.entries(service.rpcs).flatMap(([method, rpc]) =>
    "unsupported" in rpc ? [{ served: { service, method } satisfies Served, rpc }] : [],
  ),
);
const NOBODY = "Invalid or missing authorization token";

describe("an RPC that is not implemented", () => {
  let server: TestServer;
  let admin: Headers;
  let reader: Headers;
  before(async () => {
    server = await startTestServer();
    admin = await guard(server);
    const { api_key } = await createToken(server, admin, { permission: "read" });
    reader = { "api-key": api_key };
  });
  after(() => server.close());

  for (const [dialect, prefix] of [
    ["azimuth.v1", ""],
    ["qdrant", "Forbidden: "],
  ] as const) {
    it(`an RPC that is not implemented is refused in ${dialect} with UNIMPLEMENTED for permitted callers only`, async () => {
      const client = new OverGrpc(server.grpcAddress, dialect);
      const ask = ({ service, method }: Served, headers: Headers) => {
        const empty = service.definition[method]!.requestDeserialize(Buffer.alloc(0));
        return client.start({ service, method }, empty, headers).answered.then(
          () => "answered",
          ({ code, message }) => [code, message],
        );
      };
      for (const { served, rpc } of UNSERVED) {
        const { method } = served;
        const lacking = rpc.permission === "write" ? "write" : "admin";
        expect(await ask(served, {}), method).to.deep.equal([status.UNAUTHENTICATED, NOBODY]);
        const denied = `${prefix}Permission denied: requires ${lacking}`;
        expect(await ask(served, reader), method).to.deep.equal([status.PERMISSION_DENIED, denied]);
        const why = `Not implemented: ${rpc.unsupported}`;
        expect(await ask(served, admin), method).to.deep.equal([status.UNIMPLEMENTED, why]);
      }
      expect(UNSERVED).to.have.lengthOf(3);
      client.close();
    });
  }
});
