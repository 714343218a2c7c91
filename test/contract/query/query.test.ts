// POST /collections/{name}/points/query: the parts of its hits, the points that it leaves out, pages and batches.
import { expect } from "chai";
import { createCollection, startTestServer, type TestServer } from "../../support/rest.ts";

const QUERY = "/collections/c/points/query";

interface Shown {
  id: number;
  score: number;
}

describe("POST /collections/{name}/points/query", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await createCollection(server, { size: 2, distance: "Dot" });
    const points = [
      { id: 1, vector: [3, 4], payload: { n: 1 } },
      { id: 2, vector: [0, 1], payload: { n: 2 } },
      { id: 3, vector: [-3, -4] },
      { id: 4, vector: [0, 0] },
    ];
    await server.call("PUT", "/collections/c/points", { points });
  });
  afterEach(() => server.close());

  async function found(query: object): Promise<[number, number][]> {
    const { body, text } = await server.call("POST", QUERY, query);
    if (!body.result) throw new Error(text);
    return body.result.points.map(({ id, score }: Shown) => [id, score]);
  }

  async function ids(query: object): Promise<number[]> {
    return (await found(query)).map(([id]) => id);
  }

  it("POST .../points/query returns id, version, score and payload of each point", async () => {
    const { body } = await server.call("POST", QUERY, { query: [3, 4], limit: 1, with_vector: true });
    const points = [{ id: 1, version: 2, score: 25, payload: { n: 1 }, vector: [3, 4] }];
    expect(body.result).to.deep.equal({ points });
  });

  it("POST .../points/query returns points by id, with score 1, when there is no query", async () => {
    expect(await found({ limit: 3 })).to.deep.equal([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
    expect(await ids({ query: null, offset: 2 })).to.deep.equal([3, 4]);
    expect(await ids({ filter: { must: { key: "n", match: { value: 2 } } } })).to.deep.equal([2]);
  });

  it("POST .../points/query finds the nearest points to a vector, given as a list or as `nearest`", async () => {
    const nearest = [
      [1, 25],
      [2, 4],
      [4, 0],
      [3, -25],
    ];
    expect(await found({ query: [3, 4] })).to.deep.equal(nearest);
    expect(await found({ query: { nearest: [3, 4] } })).to.deep.equal(nearest);
  });

  it("POST .../points/query finds the nearest points to a point, without that point", async () => {
    expect(await found({ query: 1, limit: 2 })).to.deep.equal([
      [2, 4],
      [4, 0],
    ]);
    expect(await ids({ query: { nearest: 2 }, limit: 2, offset: 1 })).to.deep.equal([4, 3]);
  });

  it("POST .../points/query returns pages by limit and offset", async () => {
    expect(await ids({ query: [3, 4], limit: 2, offset: 1 })).to.deep.equal([2, 4]);
    expect(await ids({ query: [3, 4], offset: 4 })).to.deep.equal([]);
  });

  it("POST .../points/query returns hits whose score is at the threshold or better", async () => {
    expect(await ids({ query: [3, 4], score_threshold: 4 })).to.deep.equal([1, 2]);
  });

  it("POST .../points/query returns only points that match the filter", async () => {
    const filter = { must: [{ key: "n", range: { gte: 2 } }] };
    expect(await ids({ query: [3, 4], filter })).to.deep.equal([2]);
  });

  it("POST .../points/query treats null like a missing option", async () => {
    const nothing = { prefetch: null, using: null, filter: null, params: null, score_threshold: null };
    const more = { limit: null, offset: null, with_payload: null, with_vector: null, lookup_from: null };
    expect(await ids({ query: [3, 4], ...nothing, ...more })).to.deep.equal([1, 2, 4, 3]);
  });

  it("POST .../points/query refuses feedback whose weights exceed a 32-bit float", async () => {
    const feedback = [
      { example: 1, score: 1e300 },
      { example: [1, 1], score: -1e300 },
    ];
    const relevance_feedback = { target: [1, 1], feedback, strategy: { naive: { a: 1, b: 2, c: 1 } } };
    const { status, body } = await server.call("POST", QUERY, { query: { relevance_feedback } });
    expect(status).to.equal(400);
    expect(body.status.error).to.match(/^query\.relevance_feedback: .* not finite/);
  });

  it("POST .../points/query answers a batch in its order, and an empty batch with an empty list", async () => {
    const searches = [{ query: [3, 4], limit: 1 }, { query: [-3, -4], limit: 2 }, { limit: 1 }];
    const { body } = await server.call("POST", `${QUERY}/batch`, { searches });
    const answers = body.result.map(({ points }: { points: Shown[] }) => points.map(({ id }) => id));
    expect(answers).to.deep.equal([[1], [3, 4], [1]]);
    const none = await server.call("POST", `${QUERY}/batch`, { searches: [] });
    expect(none.body.result).to.deep.equal([]);
  });

  it("POST .../points/query takes the vectors of ids from another collection on request", async () => {
    const vectors_config = { side: { size: 2, distance: "Dot" } };
    await server.call("PUT", "/collections/other", { vectors_config });
    const points = [{ id: 1, vector: { side: [-1, 0] } }];
    await server.call("PUT", "/collections/other/points", { points });
    const lookup_from = { collection: "other", vector: "side" };
    expect(await found({ query: 1, lookup_from })).to.deep.equal([
      [3, 3],
      [2, 0],
      [4, 0],
      [1, -3],
    ]);
  });

  it("POST .../points/query accepts a prefetch and a list of prefetches, and applies filters to them", async () => {
    const prefetch = { query: [-3, -4], limit: 2 };
    expect(await found({ prefetch, query: [3, 4] })).to.deep.equal([
      [4, 0],
      [3, -25],
    ]);
    const both = [prefetch, { query: [3, 4], limit: 1 }];
    expect(await ids({ prefetch: both, query: [3, 4] })).to.deep.equal([1, 4, 3]);
    const filter = { must_not: { has_id: [3] } };
    expect(await ids({ prefetch, query: [3, 4], filter })).to.deep.equal([2, 4]);
    const nested = { prefetch: { ...prefetch, filter }, query: [1, 0] };
    expect(await ids({ prefetch: nested, query: [3, 4] })).to.deep.equal([2, 4]);
  });

  it("POST .../points/query accepts prefetches within each other to 64 levels, and refuses 65", async () => {
    let prefetch: object = { query: [3, 4], limit: 2 };
    for (let level = 2; level <= 64; level++) {
      prefetch = { prefetch: level % 2 ? [prefetch] : prefetch, query: [3, 4] };
    }
    expect(await ids({ prefetch, query: [3, 4] })).to.deep.equal([1, 2]);
    const { status, body } = await server.call("POST", QUERY, {
      prefetch: { prefetch, query: [3, 4] },
      query: [3, 4],
    });
    expect([status, body.status.error]).to.deep.equal([
      400,
      "prefetch: expected at most 64 levels of prefetches",
    ]);
  });

  it("POST .../points/query leaves out the examples of all levels", async () => {
    expect(await ids({ prefetch: { query: 1, limit: 4 }, query: 2 })).to.deep.equal([4, 3]);
  });
});
