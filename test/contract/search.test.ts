// Similarity search over REST: exact scores for each distance, limits, thresholds and batches.
import { expect } from "chai";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const SEARCH = "/collections/c/points/search";

interface Scored {
  id: number;
  score: number;
}

describe("search", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  async function fill(distance: string): Promise<void> {
    await createCollection(server, { size: 2, distance });
    const points = [
      { id: 1, vector: [3, 4], payload: { n: 1 } },
      { id: 2, vector: [0, 1] },
      { id: 3, vector: [-3, -4] },
      { id: 4, vector: [0, 0] },
    ];
    await server.call("PUT", "/collections/c/points", { points });
  }

  async function found(search: object): Promise<[number, number][]> {
    const { body } = await server.call("POST", SEARCH, search);
    return body.result.map(({ id, score }: Scored) => [id, score]);
  }

  for (const [distance, expected] of [
    [
      "Cosine",
      [
        [1, 1],
        [2, 0.8],
        [4, 0],
        [3, -1],
      ],
    ],
    [
      "Dot",
      [
        [1, 25],
        [2, 4],
        [4, 0],
        [3, -25],
      ],
    ],
    [
      "Euclid",
      [
        [1, 0],
        [2, 4.2426405],
        [4, 5],
        [3, 10],
      ],
    ],
    [
      "Manhattan",
      [
        [1, 0],
        [2, 6],
        [4, 7],
        [3, 14],
      ],
    ],
  ] as const) {
    it(`a search returns exact scores by ${distance}, the best first`, async () => {
      await fill(distance);
      expect(await found({ vector: [3, 4] })).to.deep.equal(expected);
    });
  }

  it("a search returns id, version, score and payload, and the vector on request", async () => {
    await fill("Dot");
    const { body } = await server.call("POST", SEARCH, { vector: [3, 4], limit: 1, with_vector: true });
    expect(body.result).to.deep.equal([{ id: 1, version: 2, score: 25, payload: { n: 1 }, vector: [3, 4] }]);
  });

  it("a search leaves the payload out with with_payload false", async () => {
    await fill("Dot");
    const { body } = await server.call("POST", SEARCH, { vector: [3, 4], limit: 1, with_payload: false });
    expect(body.result).to.deep.equal([{ id: 1, version: 2, score: 25 }]);
  });

  it("a search returns pages by limit and offset", async () => {
    await fill("Dot");
    expect(await found({ vector: [3, 4], limit: 2, offset: 1 })).to.deep.equal([
      [2, 4],
      [4, 0],
    ]);
    expect(await found({ vector: [3, 4], offset: 4 })).to.deep.equal([]);
    expect(await found({ vector: [3, 4], offset: 4_000_000_000, limit: 10_000 })).to.deep.equal([]);
  });

  it("a search returns 10 points by default", async () => {
    await createCollection(server, { size: 1, distance: "Dot" });
    const points = Array.from({ length: 20 }, (_, id) => ({ id, vector: [id] }));
    await server.call("PUT", "/collections/c/points", { points });
    expect((await found({ vector: [1] })).map(([id]) => id)).to.deep.equal([
      19, 18, 17, 16, 15, 14, 13, 12, 11, 10,
    ]);
  });

  it("a search returns only hits whose score is at the threshold or better, in the direction of the distance", async () => {
    await fill("Dot");
    expect(await found({ vector: [3, 4], score_threshold: 4 })).to.deep.equal([
      [1, 25],
      [2, 4],
    ]);
    await server.call("DELETE", "/collections/c");
    await fill("Manhattan");
    expect(await found({ vector: [3, 4], score_threshold: 6 })).to.deep.equal([
      [1, 0],
      [2, 6],
    ]);
  });

  it("a search returns an empty list from an empty collection", async () => {
    await createCollection(server, { size: 2, distance: "Dot" });
    expect(await found({ vector: [1, 2] })).to.deep.equal([]);
  });

  it("a search answers a batch in its order, and an empty batch with an empty list", async () => {
    await fill("Dot");
    const searches = [
      { vector: [3, 4], limit: 1 },
      { vector: [-3, -4], limit: 2 },
    ];
    const { body } = await server.call("POST", `${SEARCH}/batch`, { searches });
    expect(body.result.map((hits: Scored[]) => hits.map(({ id }) => id))).to.deep.equal([[1], [3, 4]]);
    expect((await server.call("POST", `${SEARCH}/batch`, { searches: [] })).body.result).to.deep.equal([]);
  });

  it("a search treats null like a missing option", async () => {
    await fill("Dot");
    const search = { vector: [3, 4], limit: 1, filter: null, params: null, score_threshold: null };
    expect(await found(search)).to.deep.equal([[1, 25]]);
  });

  it("a search finds only points that match a filter", async () => {
    await fill("Dot");
    const search = { vector: [3, 4], filter: { must_not: [{ has_id: [1] }] } };
    expect((await found(search)).map(([id]) => id)).to.deep.equal(
      (await found({ vector: [3, 4] })).slice(1).map(([id]) => id),
    );
  });

  it("a search writes scores in the shortest form of the 32-bit float", async () => {
    await createCollection(server, { size: 1, distance: "Dot" });
    await server.call("PUT", "/collections/c/points", { points: [{ id: 1, vector: [0.1] }] });
    expect((await server.call("POST", SEARCH, { vector: [1] })).text).to.contain('"score":0.1,');
  });
});
