// The choice of the dialect of a response, and the envelopes of both. The decision: the listener decides first, then
// the setting, then headers of the request.
import { expect } from "chai";
import { AS_QDRANT, startTestServer, type TestServer, type TestServerOptions } from "../../support/rest.ts";

describe("the dialect of a response", () => {
  let server: TestServer;
  const start = async (options: TestServerOptions = {}) => {
    server = await startTestServer(options);
  };
  afterEach(() => server.close());

  /** Recognises the dialect by the keys of the envelope. */
  async function dialectAt(url: string, headers: Record<string, string> = {}): Promise<string> {
    const response = await fetch(`${url}/collections`, { headers });
    return "usage" in ((await response.json()) as object) ? "native" : "qdrant";
  }

  const QDRANT_HEADERS: Record<string, string>[] = [
    { "api-key": "x" },
    { "API-Key": "" },
    { "user-agent": "qdrant-js/1.18.0" },
    { "user-agent": "python-client/1.18.0 python/3.12" },
  ];
  const NATIVE_HEADERS: Record<string, string>[] = [
    {},
    { authorization: "Bearer x" },
    { "user-agent": "curl/8.5.0" },
    { "user-agent": "my-qdrant-js" },
  ];

  for (const headers of QDRANT_HEADERS) {
    it(`the dialect of a response is qdrant for a request with ${JSON.stringify(headers)}`, async () => {
      await start();
      expect(await dialectAt(server.url, headers)).to.equal("qdrant");
    });
  }

  for (const headers of NATIVE_HEADERS) {
    it(`the dialect of a response is native for a request with ${JSON.stringify(headers)}`, async () => {
      await start();
      expect(await dialectAt(server.url, headers)).to.equal("native");
    });
  }

  it("the dialect of a response is always qdrant on a listener for it", async () => {
    await start({ qdrantPort: true });
    expect(await dialectAt(server.qdrantUrl)).to.equal("qdrant");
    expect(await dialectAt(server.url)).to.equal("native");
  });

  it("the dialect of a response is the one of the setting, whatever the request contains", async () => {
    await start({ dialect: "native", qdrantPort: true });
    expect(await dialectAt(server.url, AS_QDRANT)).to.equal("native");
    expect(await dialectAt(server.qdrantUrl)).to.equal("qdrant");
    await server.close();
    await start({ dialect: "qdrant" });
    expect(await dialectAt(server.url)).to.equal("qdrant");
  });

  it("the dialect of a response is decided by the request also if no route was found", async () => {
    await start();
    for (const path of ["/nope", "/collections/%ff"]) {
      const { body } = await server.call("GET", path, undefined, AS_QDRANT);
      expect(Object.keys(body)).to.deep.equal(["status", "time"]);
    }
  });
});

describe("the header X-Azimuth-Dialect", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  it("the header X-Azimuth-Dialect is set in responses to requests that were read in the qdrant dialect", async () => {
    for (const path of ["/", "/collections", "/collections/absent", "/nope"]) {
      const { headers } = await server.call("GET", path, undefined, { "api-key": "x" });
      expect(headers.get("x-azimuth-dialect"), path).to.equal("qdrant");
    }
  });

  it("the header X-Azimuth-Dialect is absent in the native dialect", async () => {
    const { headers } = await server.call("GET", "/collections");
    expect(headers.get("x-azimuth-dialect")).to.equal(null);
  });
});

describe("the qdrant dialect", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const get = (path: string) => server.call("GET", path, undefined, AS_QDRANT);

  it("the qdrant dialect returns results without usage", async () => {
    const { status, body } = await get("/collections");
    expect(status).to.equal(200);
    expect(body).to.have.all.keys("result", "status", "time");
    expect(body.status).to.equal("ok");
    expect(body.time).to.be.a("number");
  });

  it("the qdrant dialect returns a version that Qdrant's clients 1.18 to 1.20 accept", async () => {
    expect((await get("/")).body.version).to.match(/^1\.19\.\d+$/);
    expect((await server.call("GET", "/")).body.version).to.equal("0.1.0");
  });

  it("the qdrant dialect reports all shards as ready", async () => {
    expect((await get("/readyz")).text).to.equal("all shards are ready");
    expect((await get("/healthz")).text).to.equal("healthz check passed");
  });

  it("the qdrant dialect reports that the server is not ready during the start", async () => {
    await server.close();
    server = await startTestServer({ starting: true });
    const { status, headers, body } = await get("/collections");
    expect(status).to.equal(503);
    expect(headers.get("retry-after")).to.equal("1");
    expect(body.status.error).to.equal("Shard temporarily unavailable: Engine not initialized");
  });

  it("the qdrant dialect returns no fields of a collection that Qdrant's clients do not know", async () => {
    const vector = { size: 1, distance: "Dot", hnsw_config: { m: 8, ef_search: 9 } };
    const vectors = { a: vector, b: { ...vector, quantization_config: "Disabled" } };
    await server.call("PUT", "/collections/c", { vectors });
    const { config } = (await get("/collections/c")).body.result;
    const shown = { size: 1, distance: "Dot", hnsw_config: { m: 8 } };
    expect(config.params.vectors).to.deep.equal({ a: shown, b: shown });
    expect(config.hnsw_config).to.deep.equal({ m: 16, ef_construct: 100, full_scan_threshold: 10_000 });
  });

  it("the qdrant dialect writes the status of a write in lower case", async () => {
    await server.call("PUT", "/collections/c", { vectors: { size: 1, distance: "Dot" } }, AS_QDRANT);
    const points = { points: [{ id: 1, vector: [1] }] };
    const path = "/collections/c/points";
    const status = async (query: string) =>
      (await server.call("PUT", path + query, points, AS_QDRANT)).body.result.status;
    expect(await status("?wait=true")).to.equal("completed");
    expect(await status("?wait=false")).to.equal("acknowledged");
  });

  it("the qdrant dialect returns no quantization for a collection that has none", async () => {
    for (const [given, shown] of [
      [undefined, null],
      ["Disabled", null],
      [{ binary: {} }, { binary: {} }],
    ]) {
      const vectors = { size: 1, distance: "Dot" };
      await server.call("PUT", "/collections/c", { vectors, quantization_config: given }, AS_QDRANT);
      const { config } = (await get("/collections/c")).body.result;
      expect(config.quantization_config).to.deep.equal(shown);
      await server.call("DELETE", "/collections/c");
    }
  });
});
