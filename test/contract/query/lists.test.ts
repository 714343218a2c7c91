// Queries that rank points without comparing vectors: fusion, orders and samples. Combinations of parts that are
// refused.
import { expect } from "chai";
import { createCollection, startTestServer, type TestServer } from "../../support/rest.ts";

const QUERY = "/collections/c/points/query";

interface Shown {
  id: number;
  score: number;
  order_value?: number;
}

describe("queries without vectors:", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await createCollection(server, { size: 2, distance: "Dot" });
    const points = Array.from({ length: 8 }, (_, i) => ({
      id: i + 1,
      vector: [i + 1, -i],
      payload: { n: 10 - i, ...(i > 5 && { late: true }) },
    }));
    await server.call("PUT", "/collections/c/points", { points });
    await server.call("PUT", "/collections/c/index", { field_name: "n", field_schema: "integer" });
  });
  after(() => server.close());

  async function found(query: object): Promise<Shown[]> {
    const { body, text } = await server.call("POST", QUERY, { with_payload: false, ...query });
    if (!body.result) throw new Error(text);
    return body.result.points;
  }

  const ids = async (query: object) => (await found(query)).map(({ id }) => id);
  const right = { query: [1, 0], limit: 3 };
  const left = { query: [-1, 0], limit: 3 };

  describe("fusion", () => {
    it("fusion adds 1 / (rank + k) of each list", async () => {
      const both = await found({ prefetch: [right, { ...right, limit: 1 }], query: { fusion: "rrf" } });
      expect(both.map(({ id, score }) => [id, Math.fround(score)])).to.deep.equal([
        [8, 1],
        [7, Math.fround(1 / 3)],
        [6, 0.25],
      ]);
    });

    it("fusion uses the given k and weights", async () => {
      const rrf = { k: 10, weights: [3, 0] };
      const answer = await found({ prefetch: [right, left], query: { rrf } });
      const expected = [0, 1, 2].map((rank) => Math.fround(1 / ((rank + 1) / 3 + 9)));
      expect(answer.map(({ id }) => id).slice(0, 3)).to.deep.equal([8, 7, 6]);
      expect(answer.slice(0, 3).map(({ score }) => Math.fround(score))).to.deep.equal(expected);
      expect(answer.slice(3).map(({ score }) => score)).to.deep.equal([0, 0, 0]);
    });

    it("fusion adds the normalised scores of each list", async () => {
      const answer = await found({ prefetch: [right, { ...left, limit: 1 }], query: { fusion: "dbsf" } });
      expect(answer.map(({ id }) => id)).to.deep.equal([8, 7, 1, 6]);
      const scores = answer.map(({ score }) => score);
      expect(scores[0]).to.be.closeTo(0.5 + 1 / 6, 1e-6);
      expect(scores[1]).to.be.closeTo(0.5, 1e-6);
      expect(scores[2]).to.equal(0.5);
    });

    it("fusion returns points whose score equals the threshold", async () => {
      expect(await ids({ prefetch: right, query: { fusion: "rrf" }, score_threshold: 0.25 })).to.deep.equal([
        8, 7, 6,
      ]);
    });
  });

  describe("order_by", () => {
    it("order_by returns points in the order of a field, with the value", async () => {
      expect(await found({ query: { order_by: "n" }, limit: 2 })).to.deep.equal([
        { id: 8, version: 2, score: 1, order_value: 3 },
        { id: 7, version: 2, score: 1, order_value: 4 },
      ]);
    });

    it("order_by returns points in either direction, beginning at a value", async () => {
      const order_by = { key: "n", direction: "desc", start_from: 8 };
      expect(await ids({ query: { order_by }, limit: 3 })).to.deep.equal([3, 4, 5]);
    });

    it("order_by orders the points of prefetches", async () => {
      expect(await ids({ prefetch: [right, left], query: { order_by: "n" } })).to.deep.equal([
        8, 7, 6, 3, 2, 1,
      ]);
    });
  });

  describe("sample", () => {
    it("a sample returns different points in each request, each with score 1", async () => {
      const answer = await found({ query: { sample: "random" }, limit: 5, offset: 3 });
      expect(new Set(answer.map(({ id }) => id)).size).to.equal(5);
      expect(answer.map(({ score }) => score)).to.deep.equal([1, 1, 1, 1, 1]);
      expect(await ids({ query: { sample: "random" }, limit: 20 })).to.have.lengthOf(8);
    });

    it("a sample is drawn from the points that match the filter, or from points of prefetches", async () => {
      const filter = { must: { key: "late", match: { value: true } } };
      expect((await ids({ query: { sample: "random" }, filter })).sort()).to.deep.equal([7, 8]);
      const sampled = await ids({ prefetch: right, query: { sample: "random" } });
      expect(sampled.sort()).to.deep.equal([6, 7, 8]);
    });
  });

  describe("an invalid combination of parts", () => {
    const cases: [what: string, query: object, error: RegExp][] = [
      ["a prefetch without a query", { prefetch: right }, /^prefetch: a query is needed/],
      ["a threshold without a query", { score_threshold: 1 }, /^score_threshold: without a query/],
      [
        "a threshold of an order",
        { query: { order_by: "n" }, score_threshold: 1 },
        /^score_threshold: order_by/,
      ],
      ["a fusion with a vector name", { prefetch: right, query: { fusion: "rrf" }, using: "a" }, /^using:/],
      ["a fusion without prefetches", { query: { fusion: "dbsf" } }, /^query\.fusion: needs prefetches/],
      [
        "another number of weights",
        { prefetch: right, query: { rrf: { weights: [1, 2] } } },
        /^query\.rrf\.weights: expected one for each of the 1 prefetches, got 2$/,
      ],
      ["two kinds of queries", { query: { nearest: 1, sample: "random" } }, /^query: give either nearest or/],
      ["an object of no kind", { query: { near: 1 } }, /^query: expected a vector, a point id or an object/],
      ["no examples", { query: { recommend: {} } }, /^recommend: at least one/],
      ["no positive example", { query: { recommend: { negative: [1] } } }, /^recommend: .* positive/],
      [
        "a sparse vector",
        { query: { indices: [1], values: [1] } },
        /^query: Conversion between sparse and regular vectors failed/,
      ],
      ["a multivector", { query: [[1, 2]] }, /^query: .* multivectors/],
      [
        "a text",
        { query: { nearest: { text: "a", model: "b" } } },
        /^query\.nearest\.model: no model 'b' is here/,
      ],
      [
        "a vector of another size",
        { query: [1, 2, 3] },
        /^Dimension mismatch for vector '': expected 2, got 3$/,
      ],
      ["a limit of 0", { query: 1, limit: 0 }, /^limit must be 1\.\.10000$/],
      ["a limit over 10,000", { query: 1, limit: 10_001 }, /^limit must be 1\.\.10000$/],
      [
        "more than a thousand examples",
        { query: { recommend: { positive: new Array(1001).fill(1) } } },
        /^query\.recommend\.positive: expected at most 1000 items, got 1001$/,
      ],
      ["a field without an index", { query: { order_by: "late" } }, /late/],
      ["a name of no vector", { query: 1, using: "x" }, /^using: collection 'c' has no vector named 'x'/],
      [
        "a bad filter below",
        { prefetch: { query: 1, filter: { musst: [] } }, query: 1 },
        /^Invalid filter at/,
      ],
    ];
    for (const [what, query, error] of cases) {
      it(`an invalid combination of parts is refused: ${what}`, async () => {
        const { status, body } = await server.call("POST", QUERY, query);
        expect(body.status.error).to.match(error);
        expect(status).to.equal(400);
      });
    }

    for (const [what, query, error] of [
      ["an id that is not there", { query: { recommend: { positive: [1, 99] } } }, "Point not found: 99"],
      [
        "several ids that are not there",
        { query: { recommend: { positive: [1, 99], negative: [98, 99] } } },
        "Point not found: 99, 98",
      ],
      [
        "a collection to look up in that is not there",
        { query: 1, lookup_from: { collection: "x" } },
        "Collection not found: x",
      ],
    ] as const) {
      it(`an invalid combination of parts is refused because of a missing ${what}`, async () => {
        const { status, body } = await server.call("POST", QUERY, query);
        expect([status, body.status.error]).to.deep.equal([404, error]);
      });
    }

    it("an invalid combination of parts is refused when all its parts together request too many points", async () => {
      const searches = Array.from({ length: 1000 }, () => ({
        query: [1, 2],
        limit: 8,
        params: { quantization: { oversampling: 100 } },
      }));
      const { status, body } = await server.call("POST", `${QUERY}/batch`, { searches });
      expect(status).to.equal(400);
      expect(body.status.error).to.contain("800000 points, at most 100000");
    });
  });
});
