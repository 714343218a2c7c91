// Recalls that are refused, over REST. The decision: each answer names the path of the wrong field, in batches and
// prefetches, too, and nothing is changed.
import { expect } from "chai";
import { refuses } from "../support/refusal.ts";
import { AS_QDRANT, createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const C = "/collections/c";
const SEARCH = `${C}/points/search`;

describe("a recall that is refused", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  for (const [recall, expected] of [
    [0.4, "0.4"],
    [1.1, "1.1"],
    ["high", '"high"'],
    [true, "true"],
  ] as const) {
    it(`a recall of ${expected} is refused in searches and configurations`, async () => {
      await createCollection(server);
      await server.call("PUT", `${C}/points`, { points: [{ id: 1, vector: [1, 2, 3, 4] }] });
      const search = { vector: [1, 2, 3, 4], params: { recall } };
      const range = `expected a number from 0.5 to 1, got ${expected}`;
      await refuses(server, { method: "POST", path: SEARCH, body: search }, 400, `params.recall: ${range}`);
      const change = { hnsw_config: { recall } };
      await refuses(server, { method: "PATCH", path: C, body: change }, 400, `hnsw_config.recall: ${range}`);
    });
  }

  it("a query that has prefetches and asks for a recall itself is refused, and told where to ask", async () => {
    await createCollection(server);
    await server.call("PUT", `${C}/points`, { points: [{ id: 1, vector: [1, 2, 3, 4] }] });
    const vector = [1, 2, 3, 4];
    const above = { prefetch: [{ query: vector }], query: { fusion: "rrf" }, params: { recall: 0.9 } };
    const text = (path: string) =>
      `${path}params.recall: a query with prefetches compares all points that they find; ask for the recall 0.9 in ` +
      "the params of each prefetch";
    const query = { method: "POST", path: `${C}/points/query` } as const;
    await refuses(server, { ...query, body: above }, 400, text(""));
    const nested = { prefetch: [{ query: vector }, above], query: { fusion: "rrf" } };
    await refuses(server, { ...query, body: nested }, 400, text("prefetch[1]."));
    const batch = { ...query, path: `${query.path}/batch`, body: { searches: [{}, above] } };
    await refuses(server, batch, 400, text("searches[1]."));
  });

  it("a search that asks for both an ef and a recall is refused", async () => {
    await createCollection(server);
    await server.call("PUT", `${C}/points`, { points: [{ id: 1, vector: [1, 2, 3, 4] }] });
    const body = { vector: [1, 2, 3, 4], params: { hnsw_ef: 64, recall: 0.9 } };
    const text =
      "params: hnsw_ef 64 and recall 0.9 exclude each other: recall chooses the number of candidates";
    await refuses(server, { method: "POST", path: SEARCH, body }, 400, text);
    const qdrant = await server.call("POST", SEARCH, body, AS_QDRANT);
    expect(qdrant.status).to.equal(400);
    expect(qdrant.body.status.error).to.contain(text);
    const query = { method: "POST", path: `${C}/points/query` } as const;
    const step = { query: body.vector, params: body.params };
    for (const [path, asked] of [
      ["prefetch[0].", { prefetch: [step], query: body.vector }],
      ["prefetch.prefetch.", { prefetch: { prefetch: step, query: body.vector }, query: body.vector }],
    ] as const)
      await refuses(server, { ...query, body: asked }, 400, path + text);
  });
});
