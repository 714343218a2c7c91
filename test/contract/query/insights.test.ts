// Facets and distance matrices over REST. The decision: a facet counts values of an index, a matrix has the nearest
// points within a sample.
import { expect } from "chai";
import { createCollection, startTestServer, type TestServer } from "../../support/rest.ts";

const POINTS = "/collections/c/points";
const COUNT = 30;

describe("aggregates of points:", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ extendedApi: true });
    await createCollection(server, {
      a: { size: 2, distance: "Euclid" },
      b: { size: 1, distance: "Dot" },
    });
    const points = Array.from({ length: COUNT }, (_, i) => ({
      id: i,
      vector: { a: [i * i, -i], ...(i < 10 && { b: [i] }) },
      payload: { colour: i % 3 === 0 ? ["red", "red", "blue"] : "green", n: i % 2, flag: i > 20 },
    }));
    await server.call("PUT", POINTS, { points });
    for (const [field_name, field_schema] of [
      ["colour", "keyword"],
      ["n", "integer"],
      ["flag", "bool"],
    ]) {
      await server.call("PUT", "/collections/c/index", { field_name, field_schema });
    }
  });
  after(() => server.close());

  async function facet(body: object): Promise<[unknown, number][]> {
    const answer = await server.call("POST", "/collections/c/facet", body);
    if (!answer.body.result) throw new Error(answer.text);
    return answer.body.result.hits.map(({ value, count }: { value: unknown; count: number }) => [
      value,
      count,
    ]);
  }

  describe("facets", () => {
    it("facets count each value once for a point, the most frequent first, then by value", async () => {
      expect(await facet({ key: "colour" })).to.deep.equal([
        ["green", 20],
        ["blue", 10],
        ["red", 10],
      ]);
    });

    it("facets count integers and booleans, only in matching points, and up to the limit", async () => {
      expect(await facet({ key: "n" })).to.deep.equal([
        [0, 15],
        [1, 15],
      ]);
      const filter = { must: { key: "n", match: { value: 1 } } };
      expect(await facet({ key: "flag", filter, exact: true })).to.deep.equal([
        [false, 10],
        [true, 5],
      ]);
      expect(await facet({ key: "colour", limit: 1 })).to.deep.equal([["green", 20]]);
    });

    it("facets are refused for a field without an index", async () => {
      const { status, body } = await server.call("POST", "/collections/c/facet", { key: "other" });
      expect(status).to.equal(400);
      expect(body.status.error).to.contain("other");
    });
  });

  describe("matrices", () => {
    const distance = (i: number, j: number) => Math.hypot(i * i - j * j, i - j);

    it("distance matrices return the nearest points of the sample for each of its points, as pairs", async () => {
      const body = { using: "a", sample: COUNT, limit: 2 };
      const { pairs } = (await server.call("POST", `${POINTS}/search/matrix/pairs`, body)).body.result;
      expect(pairs.map(({ a }: { a: number }) => a)).to.deep.equal(
        Array.from({ length: COUNT }, (_, i) => [i, i]).flat(),
      );
      for (const { a, b, score } of pairs) {
        const others = Array.from({ length: COUNT }, (_, i) => i).filter((i) => i !== a);
        const nearest = others.map((i) => distance(a, i)).sort((x, y) => x - y);
        expect(score).to.be.closeTo(distance(a, b), 1e-3);
        expect(score).to.be.at.most(nearest[1]! + 1e-3);
      }
    });

    it("distance matrices return the same as rows and columns", async () => {
      const body = { using: "a", sample: COUNT, limit: 2 };
      const { pairs } = (await server.call("POST", `${POINTS}/search/matrix/pairs`, body)).body.result;
      const { ids, offsets_row, offsets_col, scores } = (
        await server.call("POST", `${POINTS}/search/matrix/offsets`, body)
      ).body.result;
      const same = scores.map((score: number, i: number) => ({
        a: ids[offsets_row[i]],
        b: ids[offsets_col[i]],
        score,
      }));
      expect(same).to.deep.equal(pairs);
    });

    it("distance matrices have a sample of ten points with the vector, in the order of ids, and three neighbours each, by default", async () => {
      const answer = await server.call("POST", `${POINTS}/search/matrix/offsets`, { using: "b" });
      expect(answer.body.result.ids).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(answer.body.result.scores).to.have.lengthOf(30);
    });

    it("distance matrices contain only points of the filter, and are empty for fewer than two points", async () => {
      const filter = { must: { has_id: [3, 5] } };
      const pairs = async (filter: object) =>
        (await server.call("POST", `${POINTS}/search/matrix/pairs`, { using: "b", filter })).body.result
          .pairs;
      expect(await pairs(filter)).to.deep.equal([
        { a: 3, b: 5, score: 15 },
        { a: 5, b: 3, score: 15 },
      ]);
      expect(await pairs({ must: { has_id: [3, 15] } })).to.deep.equal([]);
    });

    it("distance matrices are refused for a sample of one, and for an unknown vector name", async () => {
      const refusal = async (body: object) =>
        (await server.call("POST", `${POINTS}/search/matrix/pairs`, body)).body.status.error;
      expect(await refusal({ sample: 1 })).to.match(/^sample: expected an integer from 2 to 10000, got 1$/);
      expect(await refusal({})).to.match(/^using: collection 'c' has no unnamed vector/);
    });
  });
});
