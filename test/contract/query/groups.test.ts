// Groups of results, and queries in the form of older operations: search groups, recommend, discover. The decision: a
// group query searches on until it has enough groups.
import { expect } from "chai";
import { AS_QDRANT, createCollection, startTestServer, type TestServer } from "../../support/rest.ts";

const POINTS = "/collections/c/points";

interface Group {
  id: string | number;
  hits: { id: number; score: number }[];
  lookup?: { id: number; payload?: object };
}

describe("/collections/{name}/points:", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ extendedApi: true });
    await createCollection(server, { size: 1, distance: "Dot" });
    // The nearest hundred points are all of one group; points of the others follow in turn.
    const points = Array.from({ length: 160 }, (_, i) => ({
      id: i,
      vector: [1000 - i],
      payload: { doc: i < 100 ? "big" : i % 3, ...(i > 150 && { tags: ["a", `t${i % 2}`, 1.5] }) },
    }));
    await server.call("PUT", POINTS, { points });
    await server.call("PUT", "/collections/docs", { vectors_config: { size: 1, distance: "Dot" } });
    await server.call("PUT", "/collections/docs/points", {
      points: [
        { id: 0, vector: [1], payload: { title: "zero" } },
        { id: 2, vector: [1], payload: { title: "two" } },
      ],
    });
  });
  after(() => server.close());

  async function groups(body: object, path = "query/groups"): Promise<Group[]> {
    const answer = await server.call("POST", `${POINTS}/${path}`, { with_payload: false, ...body });
    if (!answer.body.result) throw new Error(answer.text);
    return answer.body.result.groups;
  }

  const shown = (found: Group[]) => found.map(({ id, hits }) => [id, hits.map((hit) => hit.id)]);

  describe("groups of results", () => {
    it("groups of results are found behind a larger and nearer group, and are filled", async () => {
      expect(shown(await groups({ query: [1], group_by: "doc", limit: 4, group_size: 3 }))).to.deep.equal([
        ["big", [0, 1, 2]],
        [1, [100, 103, 106]],
        [2, [101, 104, 107]],
        [0, [102, 105, 108]],
      ]);
    });

    it("groups of results have up to three points each by default", async () => {
      const found = await groups({ query: [1], group_by: "doc" });
      expect(found.map(({ hits }) => hits.length)).to.deep.equal([3, 3, 3, 3]);
    });

    it("groups of results contain a point once for each of its values, and skip values of other types", async () => {
      expect(shown(await groups({ query: [1], group_by: "tags", group_size: 9 }))).to.deep.equal([
        ["a", [151, 152, 153, 154, 155, 156, 157, 158, 159]],
        ["t1", [151, 153, 155, 157, 159]],
        ["t0", [152, 154, 156, 158]],
      ]);
    });

    it("groups of results may be requested in larger numbers than there are points", async () => {
      await server.call("PUT", "/collections/few", { vectors_config: { size: 1, distance: "Dot" } });
      const points = [{ id: 1, vector: [1], payload: { tags: ["a", "b", "c"] } }];
      await server.call("PUT", "/collections/few/points", { points });
      const body = { query: [1], group_by: "tags" };
      const { result } = (await server.call("POST", "/collections/few/points/query/groups", body)).body;
      expect(result.groups.map(({ id }: Group) => id)).to.deep.equal(["a", "b", "c"]);
    });

    it("groups of results are filled from prefetches whose limits grow", async () => {
      const prefetch = [{ query: [1], limit: 40 }];
      const found = await groups({ prefetch, query: [1], group_by: "doc", group_size: 2, limit: 4 });
      expect(shown(found)).to.deep.equal([
        ["big", [0, 1]],
        [1, [100, 103]],
        [2, [101, 104]],
        [0, [102, 105]],
      ]);
    });

    it("groups of results contain only points that pass filter and threshold", async () => {
      const filter = { must_not: { key: "doc", match: { value: "big" } } };
      const score_threshold = 1000 - 103;
      const found = await groups({ query: [1], group_by: "doc", filter, score_threshold });
      expect(shown(found)).to.deep.equal([
        [1, [100, 103]],
        [2, [101]],
        [0, [102]],
      ]);
    });

    it("groups of results have the point of another collection whose id is the value of the group", async () => {
      const filter = { must_not: { key: "doc", match: { value: "big" } } };
      const body = { query: [1], group_by: "doc", group_size: 1, filter, with_lookup: "docs" };
      const found = await groups(body);
      expect(found.map(({ lookup }) => lookup)).to.deep.equal([
        undefined,
        { id: 2, payload: { title: "two" } },
        { id: 0, payload: { title: "zero" } },
      ]);
      const with_lookup = { collection: "docs", with_payload: false, with_vectors: true };
      expect((await groups({ ...body, with_lookup }))[1]!.lookup).to.deep.equal({ id: 2, vector: [1] });
    });

    it("groups of results are built from prefetches whose limits grow until there are enough groups", async () => {
      const prefetch = { query: [-1], limit: 2 };
      const found = await groups({ prefetch, query: { fusion: "rrf" }, group_by: "doc", group_size: 3 });
      expect(shown(found)).to.deep.equal([
        [0, [159, 156, 153]],
        [2, [158, 155, 152]],
        [1, [157, 154, 151]],
        ["big", [99, 98, 97]],
      ]);
    });

    it("groups of results are in the order of ids when the query lists points", async () => {
      expect(shown(await groups({ group_by: "doc", limit: 2, group_size: 2 }))).to.deep.equal([
        ["big", [0, 1]],
        [1, [100, 103]],
      ]);
    });

    it("groups of results are returned by search/groups and recommend/groups, too", async () => {
      const more = { group_by: "doc", limit: 2, group_size: 1 };
      expect(shown(await groups({ vector: [1], ...more }, "search/groups"))).to.deep.equal([
        ["big", [0]],
        [1, [100]],
      ]);
      expect(shown(await groups({ positive: [0], ...more }, "recommend/groups"))).to.deep.equal([
        ["big", [1]],
        [1, [100]],
      ]);
    });

    for (const [what, body, error] of [
      ["a missing group_by", { query: [1] }, "group_by is required"],
      [
        "a lookup that is not there",
        { query: [1], group_by: "doc", with_lookup: "x" },
        "Collection not found: x",
      ],
      [
        "a group size of 0",
        { query: [1], group_by: "doc", group_size: 0 },
        "group_size: expected an integer of at least 1, got 0",
      ],
    ] as const) {
      it(`groups of results are refused with ${what}`, async () => {
        const answer = await server.call("POST", `${POINTS}/query/groups`, body);
        expect(answer.body.status.error).to.equal(error);
      });
    }
  });

  async function ids(path: string, body: object): Promise<number[]> {
    const answer = await server.call("POST", `${POINTS}/${path}`, { limit: 2, ...body });
    return answer.body.result.map(({ id }: { id: number }) => id);
  }

  describe("recommend and discover", () => {
    it("recommend and discover return recommendations like a query", async () => {
      expect(await ids("recommend", { positive: [5, [3]] })).to.deep.equal([0, 1]);
      expect(await ids("recommend", { negative: [5], strategy: "sum_scores" })).to.deep.equal([159, 158]);
      const searches = [
        { positive: [5], limit: 1 },
        { positive: [[-1]], limit: 1 },
      ];
      const { body } = await server.call("POST", `${POINTS}/recommend/batch`, { searches });
      expect(body.result.map(([hit]: [{ id: number }]) => hit.id)).to.deep.equal([0, 159]);
    });

    it("recommend and discover return discoveries by a target, by a context, and by both", async () => {
      expect(await ids("discover", { target: [1] })).to.deep.equal([0, 1]);
      const context = [{ positive: [1], negative: [-1] }];
      expect(await ids("discover", { target: [-1], context })).to.deep.equal([159, 158]);
      expect(await ids("discover", { context })).to.have.lengthOf(2);
      const { body } = await server.call("POST", `${POINTS}/discover/batch`, { searches: [{ target: 3 }] });
      expect(body.result[0]).to.have.lengthOf(10);
      const neither = await server.call("POST", `${POINTS}/discover`, {});
      expect(neither.body.status.error).to.equal("discover: target or context is required");
    });

    it("recommend and discover score a target without a context as a search does natively, and as a discovery in the qdrant dialect", async () => {
      const scores = async (path: string, body: object, headers = {}) => {
        const answer = await server.call("POST", `${POINTS}/${path}`, { ...body, limit: 2 }, headers);
        return answer.body.result.map(({ score }: { score: number }) => score);
      };
      const target = [1];
      const near = await scores("search", { vector: target });
      expect(await scores("discover", { target })).to.deep.equal(near);
      const sigmoid = (x: number) => 0.5 * (x / (1 + Math.abs(x)) + 1);
      const discovered = await scores("discover", { target }, AS_QDRANT);
      for (const i of [0, 1]) expect(discovered[i]).to.be.closeTo(sigmoid(near[i]), 1e-6);
      const query = { discover: { target, context: [] } };
      const { points } = (await server.call("POST", `${POINTS}/query`, { query, limit: 2 }, AS_QDRANT)).body
        .result;
      expect(points.map(({ score }: { score: number }) => score)).to.deep.equal(discovered);
    });
  });
});
