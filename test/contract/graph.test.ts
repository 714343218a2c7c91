// The HNSW graph over REST: the neighbourhood of a point, and the steps of a search. The decision: both read the graph
// that searches use.
import { expect } from "chai";
import { startTestServer, type TestServer } from "../support/rest.ts";
import { dataSet } from "../unit/engine/vectors.ts";

const COUNT = 1200;
const { rows, queries } = dataSet("clusters", COUNT, 3);
const SIZE = rows[0]!.length;

interface Node {
  readonly id: number;
  readonly level: number;
  readonly hop: number;
  readonly distance: number;
  readonly deleted: boolean;
}

describe("the graph of a collection:", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    const hnsw_config = { full_scan_threshold: 10, m: 8 };
    const vectors_config = {
      a: { size: SIZE, distance: "Euclid", hnsw_config },
      b: { size: 1, distance: "Dot" },
    };
    await call("PUT", "/collections/c", { vectors_config });
    await call("PUT", "/collections/empty", { vectors_config: { size: 2, distance: "Euclid" } });
    const points = (vectorOf: (row: number[], id: number) => unknown, from: number) =>
      rows.slice(from, from + 1000).map((row, i) => ({ id: from + i, vector: vectorOf([...row], from + i) }));
    for (const from of [0, 1000]) {
      const named = points((a, id) => ({ a, ...(id < 5 && { b: [id] }) }), from);
      await call("PUT", "/collections/c/points", { points: named });
    }
    for (const { vectors } of server.database.collection("c").segments.all) await vectors.indexed();
  });
  after(() => server.close());

  async function call(method: string, path: string, body?: unknown) {
    const { status, text, body: answer } = await server.call(method, path, body);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return answer.result;
  }

  const around = (body: object, collection = "c") =>
    call("POST", `/collections/${collection}/graph/neighborhood`, body);
  const walk = (body: object, collection = "c") =>
    call("POST", `/collections/${collection}/graph/walk`, body);

  async function refusal(path: string, body: unknown): Promise<[number, string]> {
    const answer = await server.call("POST", path, body);
    return [answer.status, answer.body.status.error];
  }

  describe("POST /collections/{name}/graph/neighborhood", () => {
    it("POST .../graph/neighborhood returns the point first, then the points it links to, with their distances", async () => {
      const { indexed, layers, layer, m, nodes } = await around({ point: 7, vector: "a", hops: 1 });
      expect({ indexed, layer, m }).to.deep.equal({ indexed: true, layer: 0, m: 8 });
      expect(layers).to.be.within(2, 10);
      expect(nodes[0]).to.deep.include({ id: 7, hop: 0, distance: 0, deleted: false });
      expect(nodes.length).to.be.within(4, 17);
      for (const { id, hop, distance } of nodes.slice(1) as Node[]) {
        expect(hop).to.equal(1);
        expect(distance).to.be.closeTo(Math.hypot(...rows[7]!.map((x, i) => x - rows[id]![i]!)), 1e-3);
      }
    });

    it("POST .../graph/neighborhood returns the stored links between the returned points", async () => {
      const { nodes, links } = await around({ point: 7, vector: "a" });
      const own = (from: number) =>
        links.filter(([one]: number[]) => one === from).map(([, to]: number[]) => nodes[to!].id);
      for (const place of [0, 1, 2]) {
        const alone = await around({ point: nodes[place].id, vector: "a", hops: 1, limit: 500 });
        const all = alone.nodes.slice(1).map(({ id }: Node) => id);
        const shown = new Set(nodes.map(({ id }: Node) => id));
        expect(own(place)).to.have.members(all.filter((id: number) => shown.has(id)));
      }
    });

    it("POST .../graph/neighborhood returns at most as many hops and points as requested", async () => {
      const near = await around({ point: 7, vector: "a", hops: 3, limit: 500 });
      expect(Math.max(...near.nodes.map(({ hop }: Node) => hop))).to.equal(3);
      expect((await around({ point: 7, vector: "a", limit: 10 })).nodes.length).to.equal(10);
    });

    it("POST .../graph/neighborhood returns only points of the requested layer", async () => {
      const all = await around({ point: 7, vector: "a", hops: 3, limit: 500 });
      const high = all.nodes.find(({ level }: Node) => level > 0);
      const { nodes, layer } = await around({ point: high.id, vector: "a", layer: 1 });
      expect(layer).to.equal(1);
      expect(nodes.length).to.be.above(1);
      expect(nodes.every(({ level }: Node) => level >= 1)).to.equal(true);
    });

    it("POST .../graph/neighborhood returns only the point itself if it is not in a graph", async () => {
      const alone = await around({ point: 3, vector: "b" });
      expect(alone).to.deep.equal({
        indexed: false,
        layers: 0,
        layer: 0,
        m: 16,
        nodes: [{ id: 3, level: 0, hop: 0, distance: -9, deleted: false }],
        links: [],
      });
    });

    it("POST .../graph/neighborhood returns deleted points, and a duplicate before the point with the same vector", async () => {
      await call("PUT", "/collections/twins", {
        vectors_config: { size: 256, distance: "Dot", hnsw_config: { full_scan_threshold: 10 } },
      });
      const vectorOf = (i: number) => Array.from({ length: 256 }, (_, j) => Math.sin(i * 7 + j));
      const points = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((id) => ({ id, vector: vectorOf(id) }));
      await call("PUT", "/collections/twins/points", {
        points: [...points, { id: 99, vector: vectorOf(4) }],
      });
      for (const { vectors } of server.database.collection("twins").segments.all) await vectors.indexed();
      const { nodes, links } = await around({ point: 99 }, "twins");
      expect(nodes.slice(0, 2).map(({ id, hop }: Node) => [id, hop])).to.deep.equal([
        [99, 0],
        [4, 0],
      ]);
      expect(links[0]).to.deep.equal([0, 1]);
      await call("POST", "/collections/twins/points/delete", { points: [5] });
      const after = await around({ point: 4 }, "twins");
      expect(after.nodes.find(({ id }: Node) => id === 5).deleted).to.equal(true);
    });

    it("POST .../graph/neighborhood refuses missing points, and values out of range with their names", async () => {
      const path = "/collections/c/graph/neighborhood";
      expect(await refusal(path, { point: 5000, vector: "a" })).to.deep.equal([404, "Point not found: 5000"]);
      expect(await refusal(path, { point: 9, vector: "b" })).to.deep.equal([
        404,
        "Point 9 has no vector named 'b'",
      ]);
      expect(await refusal("/collections/none/graph/neighborhood", { point: 1 })).to.deep.equal([
        404,
        "Collection not found: none",
      ]);
      expect((await refusal("/collections/empty/graph/neighborhood", { point: 1 }))[0]).to.equal(404);
      expect(await refusal(path, { point: 1 })).to.deep.equal([
        400,
        "vector: collection 'c' has no unnamed vector; it has 'a', 'b'",
      ]);
      for (const [field, value, rule] of [
        ["hops", 4, "hops must be 1..3"],
        ["hops", 0, "hops must be 1..3"],
        ["limit", 1, "limit must be 2..500"],
        ["limit", 501, "limit must be 2..500"],
        ["layer", -1, "layer must be 0..16"],
        ["layer", 17, "layer must be 0..16"],
      ] as const)
        expect(await refusal(path, { point: 1, vector: "a", [field]: value })).to.deep.equal([400, rule]);
      expect((await refusal(path, { vector: "a" }))[0]).to.equal(400);
      expect((await refusal(path, { point: -1, vector: "a" }))[0]).to.equal(400);
    });
  });

  describe("POST /collections/{name}/graph/walk", () => {
    const search = async (vector: unknown, collection: string, params: object) => {
      const hits = await call("POST", `/collections/${collection}/points/search`, {
        vector,
        params,
        limit: 10,
      });
      return hits.map(({ id, score }: { id: number; score: number }) => ({ id, score }));
    };

    it("POST .../graph/walk finds the hits of a search, and returns the steps from the top layer down", async () => {
      const query = [...queries[0]!];
      const { segments, result } = await walk({ query, vector: "a", ef: 40 });
      expect(result).to.deep.equal(await search({ name: "a", vector: query }, "c", { hnsw_ef: 40 }));
      expect(segments.length).to.equal(1);
      const [{ indexed, served, steps, truncated }] = segments;
      expect({ indexed, served, truncated }).to.deep.equal({
        indexed: true,
        served: "walk",
        truncated: false,
      });
      expect(steps[0].layer).to.be.above(0);
      expect(steps.at(-1).layer).to.equal(0);
      const kept = new Set<number>();
      for (const { evaluated } of steps)
        for (const { id, kept: isKept } of evaluated) if (isKept) kept.add(id);
      expect(result.filter(({ id }: Node) => !kept.has(id)).length).to.be.at.most(1);
    });

    it("POST .../graph/walk accepts the id of a point as the query, and finds that point", async () => {
      const { result } = await walk({ query: 17, vector: "a", limit: 3 });
      expect(result[0]).to.deep.equal({ id: 17, score: 0 });
      expect(result.length).to.equal(3);
    });

    it("POST .../graph/walk returns the steps of each segment", async () => {
      const small = await startTestServer({ segments: { maxSlots: 500 } });
      const hnsw_config = { full_scan_threshold: 10, m: 8 };
      await small.call("PUT", "/collections/c", {
        vectors_config: { size: SIZE, distance: "Cosine", hnsw_config },
      });
      const points = rows.map((row, id) => ({ id, vector: [...row] }));
      for (const from of [0, 1000]) {
        await small.call("PUT", "/collections/c/points", { points: points.slice(from, from + 1000) });
      }
      const all = small.database.collection("c").segments.all;
      for (const { vectors } of all) await vectors.indexed();
      const query = [...queries[1]!];
      const walked = await small.call("POST", "/collections/c/graph/walk", { query });
      const found = await small.call("POST", "/collections/c/points/search", { vector: query, limit: 10 });
      expect(walked.body.result.segments.length).to.equal(all.length);
      expect(all.length).to.be.above(2);
      expect(walked.body.result.result).to.deep.equal(
        found.body.result.map(({ id, score }: { id: number; score: number }) => ({ id, score })),
      );
      await small.close();
    });

    it("POST .../graph/walk returns no steps for a segment without a graph, and no segments for a collection without points", async () => {
      const { segments, result } = await walk({ query: [2], vector: "b" });
      expect(segments).to.deep.equal([{ indexed: false, served: "exact", steps: [], truncated: false }]);
      expect(result.map(({ id }: Node) => id)).to.deep.equal([4, 3, 2, 1, 0]);
      expect(await walk({ query: [1, 2] }, "empty")).to.deep.equal({ segments: [], result: [] });
    });

    it("POST .../graph/walk refuses missing points, and values out of range with their names", async () => {
      const path = "/collections/c/graph/walk";
      expect(await refusal(path, { query: 5000, vector: "a" })).to.deep.equal([404, "Point not found: 5000"]);
      expect((await refusal("/collections/none/graph/walk", { query: 1 }))[0]).to.equal(404);
      expect((await refusal(path, { query: [1, 2], vector: "a" }))[1]).to.contain(`expected ${SIZE}, got 2`);
      expect((await refusal(path, { query: [[1]], vector: "a" }))[1]).to.contain("multivectors");
      expect((await refusal(path, { query: [1], vector: "z" }))[1]).to.contain("no vector named 'z'");
      expect(await refusal(path, { query: 1, vector: "a", limit: 0 })).to.deep.equal([
        400,
        "limit must be 1..1000",
      ]);
      expect(await refusal(path, { query: 1, vector: "a", ef: 0 })).to.deep.equal([
        400,
        "ef must be 1..10000",
      ]);
      expect((await refusal(path, { vector: "a" }))[0]).to.equal(400);
    });
  });
});
