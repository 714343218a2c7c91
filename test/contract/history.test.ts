// The figures of the last hour and the slow requests, which the server keeps for the console.
import { expect } from "chai";
import { bearer, createToken, guard } from "../support/guarded.ts";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";
import { until } from "../support/until.ts";

interface Line {
  readonly chart: string;
  readonly name: string;
  readonly values: readonly (number | null)[];
}

describe("the last hour of a server", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ slowRequestMs: 1 });
  });
  afterEach(() => server.close());

  const history = async (since = 0) =>
    (await server.call("GET", `/status/history?since=${since}`)).body.result as {
      times: number[];
      lines: Line[];
    };

  it("GET /status/history has rates by route, status and collection, times and levels, each with its samples", async () => {
    await createCollection(server);
    await server.call("GET", "/collections/c");
    await server.call("GET", "/collections/none");
    await until(async () => (await history()).lines.some(({ name }) => name === "404"));
    const { times, lines } = await history();
    const found = lines.map(({ chart, name }) => `${chart}: ${name}`);
    expect(found).to.include.members([
      "routes: PUT /collections/{collection_name}",
      "routes: GET /collections/{collection_name}",
      "errors: GET /collections/{collection_name}",
      "statuses: 200",
      "statuses: 404",
      "collections: c",
      "collection_latency: c",
      "latency: p50",
      "latency: p99",
      "memory: used of the limit",
      "vectors: vectors",
      "vectors: cap",
    ]);
    expect(found.filter((name) => name.includes("/status"))).to.deep.equal([]);
    for (const { chart, name, values } of lines)
      expect(values, `${chart}: ${name}`).to.have.length(times.length);
    const statuses = lines.find(({ chart, name }) => chart === "statuses" && name === "404")!;
    const rate = statuses.values.find((value) => value !== null)!;
    expect(rate, "one in two seconds").to.be.within(0.2, 0.6);
    expect(await history(times.at(-1)).then(({ times: later }) => later.length)).to.be.at.most(1);
  });

  it("GET /status/requests has the slow requests with operation, collection, time and status", async () => {
    await server.call("PUT", "/collections/c", { vectors: { size: 2, distance: "Dot" } });
    const { slow_ms, requests } = (await server.call("GET", "/status/requests")).body.result;
    expect(slow_ms).to.equal(1);
    const [{ at, ms, ...slow }] = requests;
    expect(slow).to.deep.equal({
      api: "rest",
      method: "PUT",
      route: "/collections/{collection_name}",
      collection: "c",
      status: 200,
    });
    expect(ms).to.be.at.least(1);
    expect(Date.parse(at)).to.be.closeTo(Date.now(), 10_000);
  });

  it("both need the permission read", async () => {
    const admin = await guard(server);
    const { api_key } = await createToken(server, admin, { permission: "write" });
    const { api_key: reader } = await createToken(server, admin, { permission: "read" });
    for (const path of ["/status/history", "/status/requests", "/status/collections"]) {
      expect((await server.call("GET", path)).status).to.equal(401);
      expect((await server.call("GET", path, undefined, bearer(api_key))).status).to.equal(403);
      expect((await server.call("GET", path, undefined, bearer(reader))).status).to.equal(200);
    }
  });
});
