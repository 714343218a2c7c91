// Queries in the qdrant dialect, where payloads, thresholds and limits mean something else than natively.
import { expect } from "chai";
import { createCollection, startTestServer, type TestServer } from "../../support/rest.ts";

const POINTS = "/collections/c/points";
const QDRANT = { "api-key": "any" };

interface Shown {
  id: number;
  payload?: object;
}

describe("queries in the qdrant dialect", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await createCollection(server, { size: 1, distance: "Euclid" });
    const points = Array.from({ length: 20 }, (_, id) => ({ id, vector: [id], payload: { n: id } }));
    await server.call("PUT", POINTS, { points });
  });
  after(() => server.close());

  async function found(path: string, body: object): Promise<Shown[]> {
    const { body: answer, text } = await server.call("POST", `${POINTS}/${path}`, body, QDRANT);
    if (!answer.result) throw new Error(text);
    return answer.result.points ?? answer.result;
  }

  const ids = async (path: string, body: object) => (await found(path, body)).map(({ id }) => id);

  it("queries in the qdrant dialect return no payload by default", async () => {
    expect((await found("query", { query: [0], limit: 1 }))[0]).not.to.have.property("payload");
    expect((await found("search", { vector: [0], limit: 1 }))[0]).not.to.have.property("payload");
    const [point] = await found("query", { query: [0], limit: 1, with_payload: { include: ["n"] } });
    expect(point!.payload).to.deep.equal({ n: 0 });
  });

  it("queries in the qdrant dialect leave out hits whose score equals the threshold of a search", async () => {
    expect(await ids("query", { query: [0], score_threshold: 2 })).to.deep.equal([0, 1]);
    expect(await ids("search", { vector: [0], limit: 9, score_threshold: 2 })).to.deep.equal([0, 1]);
    const prefetch = { query: [0], limit: 5 };
    expect(await ids("query", { prefetch, query: [1], score_threshold: 1 })).to.deep.equal([1]);
  });

  it("queries in the qdrant dialect return hits whose score equals the threshold of a fusion or a formula", async () => {
    const prefetch = { query: [0], limit: 5 };
    const fused = { prefetch, query: { fusion: "rrf" }, score_threshold: 0.25 };
    expect(await ids("query", fused)).to.deep.equal([0, 1, 2]);
    const scored = { prefetch, query: { formula: "$score" }, score_threshold: 3 };
    expect(await ids("query", scored)).to.deep.equal([4, 3]);
  });

  it("queries in the qdrant dialect return all points when the limit exceeds the valid range of the native dialect", async () => {
    const limit = 999_999_999;
    expect(await ids("query", { limit })).to.have.lengthOf(20);
    expect(await ids("query", { query: [0], limit })).to.have.lengthOf(20);
    expect(await ids("search", { vector: [0], limit })).to.have.lengthOf(20);
    const filter = { must: [{ key: "n", match: { value: 3 } }] };
    expect(await ids("query", { limit, filter, prefetch: [] })).to.deep.equal([3]);
  });

  it("queries in the qdrant dialect include groups, recommendations, facets and matrices", async () => {
    expect(await ids("recommend", { positive: [5], limit: 2 })).to.have.members([4, 6]);
    const groups = { query: [0], group_by: "n", limit: 2, group_size: 1 };
    const { body } = await server.call("POST", `${POINTS}/query/groups`, groups, QDRANT);
    expect(body.result.groups.map(({ id }: { id: number }) => id)).to.deep.equal([0, 1]);
    const pairs = await server.call("POST", `${POINTS}/search/matrix/pairs`, { sample: 4 }, QDRANT);
    expect(pairs.body.result.pairs).to.have.lengthOf(12);
  });
});
