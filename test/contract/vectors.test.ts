// Updating and deleting single vectors of points over REST. The decision: other vectors and the payload stay.
import { expect } from "chai";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const POINTS = "/collections/c/points";
const VECTORS = `${POINTS}/vectors`;
const PAYLOAD = '{"n":12345678901234567890, "f":1.0}';

describe("vector operations:", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());
  beforeEach(async () => {
    await createCollection(server, { a: { size: 2, distance: "Dot" }, b: { size: 2, distance: "Cosine" } });
    await server.call(
      "PUT",
      POINTS,
      `{"points":[{"id":1,"vector":{"a":[1,0],"b":[3,4]},"payload":${PAYLOAD}},
        {"id":2,"vector":{"b":[1,0]},"payload":{"k":2}},{"id":3,"vector":{}}]}`,
    );
  });
  afterEach(() => server.call("DELETE", "/collections/c"));

  async function vectors(): Promise<unknown[]> {
    const { body } = await server.call("POST", POINTS, { ids: [1, 2, 3], with_vector: true });
    return body.result.map(({ vector }: { vector: unknown }) => vector);
  }

  const OLD = [{ a: [1, 0], b: [0.6, 0.8] }, { b: [1, 0] }, {}];

  async function refuses(method: string, path: string, body: unknown, status: number, error: string) {
    const answer = await server.call(method, path, body);
    expect([answer.status, answer.body.status.error]).to.deep.equal([status, error]);
    expect(await vectors()).to.deep.equal(OLD);
  }

  describe("PUT .../points/vectors", () => {
    it("PUT .../points/vectors changes the given vectors, and keeps the others and the payload", async () => {
      const points = [
        { id: 1, vector: { a: [0, 7] } },
        { id: 3, vector: { a: [5, 5], b: [0, 2] } },
      ];
      const { body } = await server.call("PUT", VECTORS, { points });
      expect(body.result.status).to.equal("Completed");
      expect(await vectors()).to.deep.equal([{ a: [0, 7], b: [0.6, 0.8] }, OLD[1], { a: [5, 5], b: [0, 1] }]);
      expect((await server.call("GET", `${POINTS}/1`)).text).to.contain(`"payload":${PAYLOAD}`);
      expect((await server.call("GET", `${POINTS}/3`)).body.result.payload).to.deep.equal({});
    });

    it("PUT .../points/vectors changes what searches find", async () => {
      await server.call("PUT", VECTORS, { points: [{ id: 3, vector: { a: [9, 9] } }] });
      const search = { vector: { name: "a", vector: [1, 1] } };
      const { body } = await server.call("POST", `${POINTS}/search`, search);
      expect(body.result.map(({ id, score }: { id: number; score: number }) => [id, score])).to.deep.equal([
        [3, 18],
        [1, 1],
      ]);
    });

    it("PUT .../points/vectors changes an unnamed vector", async () => {
      await server.call("DELETE", "/collections/c");
      await createCollection(server, { size: 2, distance: "Dot" });
      await server.call("PUT", POINTS, { points: [{ id: 1, vector: [1, 2], payload: { k: 1 } }] });
      await server.call("PUT", VECTORS, { points: [{ id: 1, vector: [3, 4] }] });
      const { body } = await server.call("GET", `${POINTS}/1`);
      expect(body.result).to.deep.equal({ id: 1, payload: { k: 1 }, vector: [3, 4] });
      await server.call("POST", `${VECTORS}/delete`, { points: [1], vector: [""] });
      expect((await server.call("GET", `${POINTS}/1`)).body.result.vector).to.deep.equal({});
    });

    it("PUT .../points/vectors combines several updates of one point; for equal names the last one is used", async () => {
      const points = [{ a: [1, 1] }, { b: [0, 1] }, { a: [2, 2] }].map((vector) => ({ id: 2, vector }));
      await server.call("PUT", VECTORS, { points });
      expect((await vectors())[1]).to.deep.equal({ a: [2, 2], b: [0, 1] });
    });

    it("PUT .../points/vectors keeps points that do not match update_filter", async () => {
      const points = [1, 2].map((id) => ({ id, vector: { a: [6, 6] } }));
      const update_filter = { must: [{ key: "k", match: { value: 2 } }] };
      await server.call("PUT", VECTORS, { points, update_filter });
      expect(await vectors()).to.deep.equal([OLD[0], { a: [6, 6], b: [1, 0] }, {}]);
    });

    const REFUSED: readonly [points: unknown, status: number, error: string][] = [
      [
        [
          { id: 1, vector: { a: [1, 1] } },
          { id: 9, vector: { a: [1, 1] } },
        ],
        404,
        "Point not found: 9",
      ],
      [[], 400, "points: expected points to update, got none"],
      [[{ id: 1, vector: {} }], 400, "points[0].vector: expected vectors to update, got none"],
      [[{ id: 1 }], 400, "points[0].vector is required"],
      [
        [{ id: 1, vector: { x: [1] } }],
        400,
        "points[0].vector: collection 'c' has no vector named 'x'; it has 'a', 'b'",
      ],
      [[{ id: 1, vector: { a: [1] } }], 400, "Dimension mismatch for vector '1': expected 2, got 1"],
      [[{ id: 1, vector: { a: [] } }], 400, "Dimension mismatch for vector '1': expected 2, got 0"],
      [
        [{ id: 1, vector: { a: { indices: [1], values: [1] } } }],
        400,
        "points[0].vector.a: Conversion between sparse and regular vectors failed",
      ],
    ];
    for (const [points, status, error] of REFUSED) {
      it(`PUT .../points/vectors writes nothing when it refuses: ${error}`, () =>
        refuses("PUT", VECTORS, { points }, status, error));
    }
  });

  describe("POST .../points/vectors/delete", () => {
    const remove = (body: unknown) => server.call("POST", `${VECTORS}/delete`, body);

    it("POST .../points/vectors/delete removes vectors, keeps the others and the payload, and ignores missing ones", async () => {
      const { body } = await remove({ points: [1, 2], vector: ["a"] });
      expect(body.result.status).to.equal("Completed");
      expect(await vectors()).to.deep.equal([{ b: [0.6, 0.8] }, { b: [1, 0] }, {}]);
      expect((await server.call("GET", `${POINTS}/1`)).text).to.contain(`"payload":${PAYLOAD}`);
    });

    it("POST .../points/vectors/delete removes the points from searches of these vectors", async () => {
      await remove({ points: [1], vectors: ["a"] });
      const search = { vector: { name: "a", vector: [1, 1] } };
      expect((await server.call("POST", `${POINTS}/search`, search)).body.result).to.deep.equal([]);
    });

    it("POST .../points/vectors/delete removes vectors by a filter, and by ids and a filter together", async () => {
      await remove({ filter: { must: [{ key: "k", match: { value: 2 } }] }, points: [1], vector: ["b"] });
      expect(await vectors()).to.deep.equal([{ a: [1, 0] }, {}, {}]);
    });

    it("POST .../points/vectors/delete does not write points that have none of the vectors", async () => {
      const before = (
        await server.call("POST", `${POINTS}/search`, { vector: { name: "b", vector: [1, 0] } })
      ).body.result;
      await remove({ filter: { must: [{ has_id: [2] }] }, vector: ["a"] });
      const after = await server.call("POST", `${POINTS}/search`, { vector: { name: "b", vector: [1, 0] } });
      expect(after.body.result).to.deep.equal(before);
    });

    const REFUSED: readonly [body: unknown, status: number, error: string][] = [
      [{ points: [1, 9], vector: ["a"] }, 404, "Point not found: 9"],
      [{ points: [1], vector: [] }, 400, "vector: expected vector names to delete, got none"],
      [{ points: [1] }, 400, "vector: expected vector names to delete, got none"],
      [{ vector: ["a"] }, 400, "points or filter is required"],
      [
        { points: [1], vector: ["a", "x"] },
        400,
        "vector: collection 'c' has no vector named 'x'; it has 'a', 'b'",
      ],
    ];
    for (const [body, status, error] of REFUSED) {
      it(`POST .../points/vectors/delete writes nothing when it refuses: ${error}`, () =>
        refuses("POST", `${VECTORS}/delete`, body, status, error));
    }
  });
});
