// Vectors whose distances are not finite as 32-bit floats. The decision: they are refused when they are written or
// searched for, by a limit for each distance.
import { expect } from "chai";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

describe("a vector that is too large for its distance", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());
  afterEach(() => server.call("DELETE", "/collections/c"));

  const put = (vector: number[]) =>
    server.call("PUT", "/collections/c/points", { points: [{ id: 1, vector }] });
  const search = (vector: number[]) =>
    server.call("POST", "/collections/c/points/search", { vector, limit: 3 });

  for (const [distance, large] of [
    ["Euclid", 7e18],
    ["Dot", 7e18],
    ["Manhattan", 5e37],
  ] as const) {
    it(`a very large vector is refused by ${distance} with the reason, and changes nothing`, async () => {
      await createCollection(server, { size: 2, distance });
      const { status, body } = await put([large, large]);
      expect(status).to.equal(400);
      expect(body.status.error).to.match(/points\[0\]\.vector: .* is .*e\+\d+, .*scale the vectors down/);
      const info = await server.call("GET", "/collections/c");
      expect(info.body.result.points_count).to.equal(0);
    });

    it(`a very large vector is refused as a query by ${distance}`, async () => {
      await createCollection(server, { size: 2, distance });
      await put([1, 2]);
      const { status, body } = await search([-large, large]);
      expect([status, body.status.error]).to.satisfy(([code, error]: [number, string]) => {
        return code === 400 && error.includes("scale the vectors down");
      });
    });

    it(`a very large vector is accepted by ${distance}, with a finite distance, when it is at the limit`, async () => {
      await createCollection(server, { size: 2, distance });
      const most = large * 0.85;
      expect((await put([most, most])).status).to.equal(200);
      const { body } = await search([-most, -most]);
      expect(Math.abs(body.result[0].score)).to.be.below(3.4e38);
    });
  }

  it("a very large vector is accepted by Cosine whatever its numbers are", async () => {
    await createCollection(server, { size: 2, distance: "Cosine" });
    expect((await put([3e38, 3e38])).status).to.equal(200);
    expect((await search([1e38, 1e38])).body.result[0].score).to.be.closeTo(1, 1e-6);
  });
});
