// The operations that the specification answers with 501. The decision: they are implemented, and available natively
// only with a setting.
import { expect } from "chai";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import { AS_QDRANT, createCollection, startTestServer, type TestServer } from "../../support/rest.ts";

const BUILT = OPERATIONS.filter(({ extended, run }) => extended && run);
const STATUS = "/collections/c/status";

describe("an operation of the extended API", () => {
  let server: TestServer;
  afterEach(() => server.close());

  it("an operation of the extended API is available on the port of the console whatever the setting is", async () => {
    server = await startTestServer();
    for (const { rest } of BUILT) {
      const path = rest.path.replace(/\{\w+\}/g, "x");
      const method = rest.method.toUpperCase();
      const { status } = await fetch(`${server.uiUrl}/api/proxy${path}`, { method });
      expect(status, `${method} ${path}`).not.to.equal(501);
    }
  });

  it("an operation of the extended API answers 501 natively without the setting, and the error names the setting", async () => {
    server = await startTestServer();
    for (const { rest } of BUILT) {
      const method = rest.method.toUpperCase();
      const { status, body } = await server.call(method, rest.path.replace(/\{\w+\}/g, "c"));
      const error =
        `Not implemented: ${method} ${rest.path}; the setting extended_api (AZIMUTH_EXTENDED_API=true) opens it, as does azimuth serve --extended-api; ` +
        "the console and clients of Qdrant (--qdrant-port) have it in any case";
      expect([status, body.status.error]).to.deep.equal([501, error]);
    }
    expect(BUILT.length).to.be.greaterThan(5);
  });

  it("an operation of the extended API is available natively with the setting", async () => {
    server = await startTestServer({ extendedApi: true });
    await createCollection(server);
    expect((await server.call("GET", STATUS)).status).to.equal(200);
  });

  it("an operation of the extended API is available in the qdrant dialect without the setting", async () => {
    server = await startTestServer();
    await createCollection(server);
    expect((await server.call("GET", STATUS, undefined, AS_QDRANT)).status).to.equal(200);
  });
});
