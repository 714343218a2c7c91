// Searches that take longer than a server lets them, on one that lets them take nothing.
import { expect } from "chai";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

describe("a search that takes too long", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ searchTimeout: 1e-6 });
    await createCollection(server);
  });
  afterEach(() => server.close());

  const POINTS = "/collections/c/points";
  const payload = { text: "x".repeat(1000) };

  it("is ended, whether it counts, pages or searches, and told what to do; writes take what they take", async () => {
    for (let batch = 0; batch < 5; batch++) {
      const points = Array.from({ length: 1000 }, (_, i) => ({
        id: batch * 1000 + i,
        vector: [1, 2, 3, i],
        payload,
      }));
      expect((await server.call("PUT", POINTS, { points })).status).to.equal(200);
    }
    const filter = { must: [{ key: "text", match: { value: "y" } }] };
    for (const [path, body] of [
      ["count", { filter }],
      ["scroll", { filter }],
      ["search", { vector: [1, 0, 0, 0], limit: 10, filter, params: { exact: true } }],
      ["query", { query: [1, 0, 0, 0], filter, params: { exact: true } }],
    ] as const) {
      const { status, body: answer } = await server.call("POST", `${POINTS}/${path}`, body);
      expect(status, path).to.equal(500);
      expect(answer.status.error).to.match(/failed: it took longer than .* --search-timeout$/i);
    }
  });
});
