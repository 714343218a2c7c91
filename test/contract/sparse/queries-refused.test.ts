// Queries among sparse vectors that are refused, explained, or say what they find.
import { expect } from "chai";
import { AS_QDRANT, startTestServer, type TestServer } from "../../support/rest.ts";
import { NEAREST, QUERY, rows } from "../../support/sparse-world.ts";

describe("queries among sparse vectors", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await server.call("PUT", "/collections/c", {
      vectors: { image: { size: 1, distance: "Dot" } },
      sparse_vectors: { text: {}, weighted: { modifier: "idf" } },
    });
    const points = [...rows].map(([id, text]) => ({ id, vector: { text, weighted: text } }));
    await server.call("PUT", "/collections/c/points?wait=true", { points });
  });
  after(() => server.close());

  async function refusals(body: object, path = "query"): Promise<[number, string][]> {
    const native = await server.call("POST", `/collections/c/points/${path}`, body);
    const dialect = await server.call("POST", `/collections/c/points/${path}`, body, AS_QDRANT);
    return [native, dialect].map(({ status, body: { status: said } }) => [status, said.error]);
  }

  const VALIDATION = "Validation error in JSON body: ";
  const NO_CONVERSION = "Conversion between sparse and regular vectors failed";
  for (const [what, body, native, dialect] of [
    [
      "lists of different lengths",
      { query: { indices: [1, 2], values: [1] }, using: "text" },
      "query.values: must be the same length as indices",
      [
        422,
        `${VALIDATION}[internal.query.values: Validation error: must be the same length as indices [{}]]`,
      ],
    ],
    [
      "an index twice",
      { query: { nearest: { indices: [1, 1], values: [1, 2] } }, using: "text" },
      "query.nearest.indices: must be unique",
      [422, `${VALIDATION}[internal.query.nearest.indices: Validation error: must be unique [{}]]`],
    ],
    [
      "a dense vector",
      { query: [1], using: "text" },
      `query: ${NO_CONVERSION}`,
      [400, `Wrong input: ${NO_CONVERSION}`],
    ],
    [
      "a sparse vector among dense ones",
      { query: QUERY, using: "image" },
      `query: ${NO_CONVERSION}`,
      [400, `Wrong input: ${NO_CONVERSION}`],
    ],
    [
      "no name",
      { query: QUERY },
      /^using: .* no unnamed vector/,
      [
        400,
        "Wrong input: Collection requires specified vector name in the request, available names: image, text, weighted",
      ],
    ],
    [
      "a negative index",
      { query: { indices: [-1], values: [1] }, using: "text" },
      "query.indices[0]: expected an integer from 0 to 4294967295, got -1",
      [400, "Format error in JSON body: data did not match any variant of untagged enum QueryInterface"],
    ],
    [
      "statistics for a vector that has no modifier",
      { query: QUERY, using: "text", params: { idf: "global" } },
      /^params\.idf: Validation failed: search param `idf` requires/,
      [
        400,
        'Wrong input: Validation failed: search param `idf` requires a sparse vector with the `idf` modifier, which vector "text" is not',
      ],
    ],
  ] as const) {
    it(`queries among sparse vectors are refused with ${what}`, async () => {
      const [ours, theirs] = await refusals(body);
      expect(ours![0], ours![1]).to.equal(400);
      if (native instanceof RegExp) expect(ours![1]).to.match(native);
      else expect(ours![1]).to.equal(native);
      expect(theirs).to.deep.equal(dialect);
    });
  }

  it("queries among sparse vectors are refused with a share or an oversampling out of range", async () => {
    for (const sparse of [
      { drop: -0.1 },
      { drop: 1.1 },
      { oversampling: 0.5 },
      { drop: "x" },
      { other: 1 },
    ]) {
      const [native] = await refusals({ query: QUERY, using: "text", params: { sparse } });
      expect(native![0], JSON.stringify(sparse)).to.equal(400);
      expect(native![1]).to.match(/params\.sparse\.(drop|oversampling|other)/);
    }
  });

  it("queries among sparse vectors find exactly what is asked for, and say so", async () => {
    const body = { query: QUERY, using: "text", params: { recall: 0.9 } };
    const answer = (await server.call("POST", "/collections/c/points/query", body)).body;
    expect(answer.recall).to.deep.equal({ asked: 0.9, expected: 1, ef: null });
    expect(answer.result.points).to.have.length(NEAREST.length);
  });

  it("queries among sparse vectors explain what they read, and the part of each index in a score", async () => {
    for (const using of ["text", "weighted"]) {
      const body = { query: QUERY, using, params: { explain: true } };
      const { explain, result } = (await server.call("POST", "/collections/c/points/query", body)).body;
      expect(explain.sparse).to.include.keys("terms", "postings", "windows", "windows_skipped", "strategy");
      expect(explain.sparse.terms).to.equal(3);
      expect(explain.hits.map(({ id }: { id: number }) => id)).to.deep.equal(
        result.points.map(({ id }: { id: number }) => id),
      );
      for (const [i, { terms }] of explain.hits.entries()) {
        const sum = terms.reduce(
          (all: number, { score }: { score: number }) => Math.fround(all + Math.fround(score)),
          0,
        );
        expect(sum).to.equal(Math.fround(result.points[i].score));
        for (const { index, df, idf } of terms) {
          expect(df).to.equal([...rows.values()].filter(({ indices }) => indices.includes(index)).length);
          expect(idf !== undefined).to.equal(using === "weighted");
        }
      }
    }
  });

  it("queries among sparse vectors have no graph and no map, which is said", async () => {
    for (const [path, body] of [
      ["graph/neighborhood", { point: 1, vector: "text" }],
      ["graph/walk", { query: QUERY, vector: "text" }],
    ] as const) {
      const { status, body: answer } = await server.call("POST", `/collections/c/${path}`, body);
      if (status === 404) continue;
      expect(status, answer.status.error).to.equal(400);
    }
  });
});
