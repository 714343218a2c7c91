// Searches that exceed the time limit, on a server whose limit is zero. The decision: the error advises a retry only if
// other requests were running.
import { expect } from "chai";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";
import { itWeekly } from "../support/weekly.ts";

describe("a search that exceeds its time limit", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ searchTimeout: 1e-6 });
    await createCollection(server);
  });
  afterEach(() => server.close());

  const POINTS = "/collections/c/points";
  const payload = { text: "x".repeat(1000) };

  it("a search that exceeds its time limit is ended with advice when it counts, scrolls or searches; a write has no limit", async () => {
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

  itWeekly(
    "a search that exceeds its time limit is ended with the advice to retry if other requests were running",
    async () => {
      await server.close();
      server = await startTestServer({ searchTimeout: 0.25 });
      await createCollection(server);
      const points = Array.from({ length: 4000 }, (_, id) => ({ id, vector: [1, 2, 3, id], payload }));
      expect((await server.call("PUT", POINTS, { points })).status).to.equal(200);
      const filter = { must: [{ key: "text", match: { value: "y" } }] };
      const answers = await Promise.all(
        Array.from({ length: 150 }, () => server.call("POST", `${POINTS}/count`, { filter })),
      );
      const refused = answers.filter(({ status }) => status === 429);
      // The first request may have run alone, and some may have been answered in time.
      expect(refused.length).to.be.at.least(50);
      for (const { body, headers } of refused) {
        expect(body.status).to.have.property("code", "TOO_MANY_REQUESTS");
        expect(body.status.error).to.contain("other searches were under way").and.contain("try again");
        expect(headers.get("retry-after")).to.equal("1");
      }
    },
  );
});
