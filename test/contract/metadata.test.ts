// The metadata of a collection: the response has the numbers exactly as the client sent them, also after a restart, a
// change or a recovery.
import { expect } from "chai";
import { startTestServer, type TestServer } from "../support/rest.ts";

/** Numbers beyond 2^53, within 64 bits with and without a sign, and beyond 64 bits. */
const NUMBERS =
  '{"odd":9007199254740993,"least":-9223372036854775808,"most":18446744073709551615,"list":[1,9007199254740995],' +
  '"in":{"it":36893488147419103233},"float":1.5,"large":1e+300,"small":7,"text":"9007199254740993"}';
const CONFIG = `{"vectors_config":{"size":2,"distance":"Dot"},"metadata":${NUMBERS}}`;

describe("metadata of a collection", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ checkpoints: true, extendedApi: true });
    expect((await server.call("PUT", "/collections/c", CONFIG)).status).to.equal(200);
  });
  afterEach(() => server.close());

  async function expectAll(metadata = NUMBERS): Promise<void> {
    expect((await server.call("GET", "/collections/c")).text).to.contain(`"metadata":${metadata}`);
  }

  async function restart(): Promise<void> {
    // A copy of the data directory is what a crash leaves.
    const next = await startTestServer({ copyOf: server.dataDir, checkpoints: true, extendedApi: true });
    await server.close();
    server = next;
  }

  it("metadata of a collection is returned with all digits of its numbers", () => expectAll());

  it("metadata of a collection is unchanged after a restart from the log", async () => {
    await restart();
    await expectAll();
  });

  it("metadata of a collection is unchanged after a restart from a checkpoint", async () => {
    await server.database.checkpoint();
    await restart();
    await expectAll();
    await server.database.checkpoint();
    await restart();
    await expectAll();
  });

  it("metadata of a collection keeps all digits of its numbers when a part of it or other options are changed", async () => {
    const part = '{"metadata":{"odd":9007199254740997,"new":-9007199254740993}}';
    expect((await server.call("PATCH", "/collections/c", part)).status).to.equal(200);
    const other = '{"hnsw_config":{"ef_search":99}}';
    expect((await server.call("PATCH", "/collections/c", other)).status).to.equal(200);
    const changed = NUMBERS.replace("740993", "740997").replace(/}$/, ',"new":-9007199254740993}');
    await expectAll(changed);
    await restart();
    await expectAll(changed);
  });

  it("metadata of a collection is unchanged after a recovery from a snapshot", async () => {
    const { body } = await server.call("POST", "/collections/c/snapshots");
    await server.call("PATCH", "/collections/c", '{"metadata":{"odd":1}}');
    const { status } = await server.call("PUT", `/collections/c/snapshots/${body.result.name}/recover`);
    expect(status).to.equal(200);
    await expectAll();
    await restart();
    await expectAll();
  });

  it("metadata of a collection may be nested as deep as a request may", async () => {
    const levels = 120;
    const deep = `${'{"a":'.repeat(levels)}9007199254740993${"}".repeat(levels)}`;
    expect((await server.call("PATCH", "/collections/c", `{"metadata":{"deep":${deep}}}`)).status).to.equal(
      200,
    );
    await server.database.checkpoint();
    await restart();
    expect((await server.call("GET", "/collections/c")).text).to.contain(`"deep":${deep}`);
  });

  it("metadata of a collection is refused when it is too large, also when long integers make it so", async () => {
    const long = `{"metadata":{"x":[${"9007199254740993,".repeat(50_000)}0]}}`;
    const { status, body } = await server.call("PATCH", "/collections/c", long);
    expect(status).to.equal(400);
    expect(body.status.error).to.match(/metadata: expected at most \d+ characters as JSON/);
  });
});
