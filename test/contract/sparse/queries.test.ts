// Queries among sparse vectors over every transport, compared with plain sums.
import { expect } from "chai";
import { AS_QDRANT, startTestServer, type TestServer } from "../../support/rest.ts";
import { type PlainSparse, plainIdf, plainScore, plainSearch } from "../../support/sparse-oracle.ts";
import { type Call, Contract } from "../../support/transports/contract.ts";

const c = { collection_name: "c" };
/** Negative values, zeros, a sum of zero, an empty vector, the largest index. */
const ROWS: Record<number, PlainSparse> = {
  1: { indices: [1, 5], values: [1, 2] },
  2: { indices: [5], values: [-3] },
  3: { indices: [1, 7, 9], values: [0.1, 0.2, 0.3] },
  4: { indices: [], values: [] },
  5: { indices: [7, 4294967295], values: [0, 8] },
  6: { indices: [1, 5], values: [2, -1] },
  7: { indices: [100], values: [1] },
};
const rows = new Map(Object.entries(ROWS).map(([id, row]) => [Number(id), row]));
const QUERY = { indices: [5, 1, 7], values: [1, 2, 0.5] };
const NEAREST = plainSearch(rows, QUERY, 10);

// biome-ignore lint/suspicious/noExplicitAny: the answer of a call, as JSON.
const plain = (answer: unknown): any => JSON.parse(JSON.stringify(answer));
const scores = (points: { id: number; score: number }[]) => points.map(({ id, score }) => ({ id, score }));
const rounded = (points: { id: number; score: number }[]) =>
  points.map(({ id, score }) => ({ id, score: Math.fround(score) }));

describe("queries among sparse vectors over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  async function fill(call: Call, modifier = "none"): Promise<void> {
    const sparse_vectors = { text: { modifier } };
    await call("createCollection", {
      ...c,
      vectors_config: { image: { size: 1, distance: "Dot" } },
      sparse_vectors,
    });
    const points = Object.entries(ROWS).map(([id, text]) => ({
      id: Number(id),
      vector: { text, image: [Number(id)] },
      payload: { odd: Number(id) % 2 === 1, n: Number(id) },
    }));
    await call("upsertPoints", { ...c, points });
  }

  /** The answer of the last call, the same over every transport. */
  async function answerTo(operation: string, request: object, modifier?: string) {
    const answers = await contract.same(async (call) => {
      await fill(call, modifier);
      await call(operation, { ...c, ...request });
    });
    return plain(answers.at(-1));
  }

  const query = { query: { nearest: QUERY }, using: "text" };

  it("queries among sparse vectors return every point that shares an index, by the sum of the products", async () => {
    const { points } = await answerTo("queryPoints", query);
    expect(rounded(points)).to.deep.equal(NEAREST);
    expect(points.map(({ id }: { id: number }) => id)).to.not.include.members([4, 7]);
  });

  it("queries among sparse vectors may be searches, batches and lists of queries", async () => {
    const vector = { name: "text", vector: QUERY };
    expect(rounded(await answerTo("searchPoints", { vector, limit: 10 }))).to.deep.equal(NEAREST);
    const [first, second] = await answerTo("searchBatch", {
      searches: [
        { vector, limit: 2 },
        { vector: { ...vector, vector: { indices: [], values: [] } }, limit: 5 },
      ],
    });
    expect(rounded(first)).to.deep.equal(NEAREST.slice(0, 2));
    expect(second).to.deep.equal([]);
    const [of] = await answerTo("queryBatch", { searches: [{ ...query, limit: 3, offset: 1 }] });
    expect(rounded(of.points)).to.deep.equal(NEAREST.slice(1, 4));
  });

  it("queries among sparse vectors have filters, thresholds and offsets", async () => {
    const filter = { must: [{ key: "odd", match: { value: true } }] };
    const { points } = await answerTo("queryPoints", { ...query, filter });
    expect(rounded(points)).to.deep.equal(NEAREST.filter(({ id }) => id % 2 === 1));
    const above = await answerTo("queryPoints", { ...query, score_threshold: 0 });
    expect(rounded(above.points)).to.deep.equal(NEAREST.filter(({ score }) => score >= 0));
  });

  it("queries among sparse vectors take the vector of a point, which they do not find", async () => {
    const { points } = await answerTo("queryPoints", { query: 1, using: "text" });
    const expected = plainSearch(rows, ROWS[1]!, 10).filter(({ id }) => id !== 1);
    expect(rounded(points)).to.deep.equal(expected);
  });

  it("queries among sparse vectors recommend by the mean of the examples", async () => {
    const recommend = {
      positive: [
        { indices: [1], values: [2] },
        { indices: [5], values: [4] },
      ],
    };
    const { points } = await answerTo("queryPoints", { query: { recommend }, using: "text" });
    const mean = { indices: [1, 5], values: [1, 2] };
    expect(rounded(points)).to.deep.equal(plainSearch(rows, mean, 10));
    const negative = [{ indices: [5, 7], values: [1, 1] }];
    const answer = await answerTo("queryPoints", {
      query: { recommend: { ...recommend, negative } },
      using: "text",
    });
    const away = { indices: [1, 5, 7], values: [2, 3, -1] };
    expect(rounded(answer.points)).to.deep.equal(plainSearch(rows, away, 10));
  });

  it("queries among sparse vectors by the best score or the sum find points that share no index, too", async () => {
    const recommend = {
      positive: [QUERY],
      negative: [{ indices: [7], values: [1] }],
      strategy: "sum_scores",
    };
    const { points } = await answerTo("queryPoints", { query: { recommend }, using: "text" });
    const of = (row: PlainSparse) =>
      (plainScore(QUERY, row) ?? 0) - (plainScore({ indices: [7], values: [1] }, row) ?? 0);
    const expected = [...rows].map(([id, row]) => ({ id, score: Math.fround(of(row)) }));
    expected.sort((a, b) => b.score - a.score || a.id - b.id);
    expect(rounded(points)).to.deep.equal(expected);
    const best = await answerTo("queryPoints", {
      query: { recommend: { positive: [QUERY], strategy: "best_score" } },
      using: "text",
    });
    expect(best.points).to.have.length(rows.size);
    expect(best.points.find(({ id }: { id: number }) => id === 4).score).to.equal(0.5);
  });

  it("queries among sparse vectors discover, compare with pairs, and choose unlike results", async () => {
    const pair = { positive: { indices: [1], values: [1] }, negative: { indices: [5], values: [1] } };
    const discover = await answerTo("queryPoints", {
      query: { discover: { target: QUERY, context: [pair] } },
      using: "text",
    });
    expect(discover.points).to.have.length(rows.size);
    expect(discover.points[0].id).to.equal(6);
    const context = await answerTo("queryPoints", { query: { context: [pair] }, using: "text" });
    expect(context.points.at(-1).id).to.equal(1);
    const nearest = { nearest: QUERY, mmr: { diversity: 0.5, candidates_limit: 10 } };
    const diverse = await answerTo("queryPoints", { query: nearest, using: "text" });
    expect(diverse.points.map(({ id }: { id: number }) => id)).to.have.members(NEAREST.map(({ id }) => id));
    expect(diverse.points[0].id).to.equal(NEAREST[0]!.id);
  });

  it("queries among sparse vectors are fused with those among dense ones, and rescored", async () => {
    const prefetch = [
      { query: { nearest: QUERY }, using: "text", limit: 3 },
      { query: [1], using: "image", limit: 3 },
    ];
    const fused = await answerTo("queryPoints", { prefetch, query: { fusion: "rrf" } });
    expect(fused.points).to.have.length(5);
    const rescored = await answerTo("queryPoints", {
      prefetch: { query: [1], using: "image", limit: 4 },
      ...query,
    });
    expect(rounded(rescored.points)).to.deep.equal(NEAREST.filter(({ id }) => id >= 4));
    const formula = await answerTo("queryPoints", {
      prefetch: prefetch[0],
      query: { formula: { sum: ["$score", 1] } },
    });
    expect(formula.points[0].score).to.equal(Math.fround(NEAREST[0]!.score + 1));
  });

  it("queries among sparse vectors are grouped", async () => {
    const { groups } = await answerTo("queryGroups", { ...query, group_by: "n", group_size: 1, limit: 3 });
    expect(groups.map(({ id }: { id: number }) => id)).to.deep.equal(NEAREST.slice(0, 3).map(({ id }) => id));
  });

  it("queries among sparse vectors weigh each index by how rare it is, if the modifier says idf", async () => {
    const { points } = await answerTo("queryPoints", query, "idf");
    const weighted = plainIdf(rows.values(), { indices: [1, 5, 7], values: [2, 1, 0.5] });
    expect(rounded(points)).to.deep.equal(plainSearch(rows, weighted, 10));
  });

  it("queries among sparse vectors weigh each index by the points that match a corpus", async () => {
    const filter = { must: [{ key: "odd", match: { value: true } }] };
    const params = { idf: { corpus: filter } };
    const { points } = await answerTo("queryPoints", { ...query, params }, "idf");
    const odd = [...rows].filter(([id]) => id % 2 === 1).map(([, row]) => row);
    const weighted = plainIdf(odd, { indices: [1, 5, 7], values: [2, 1, 0.5] });
    expect(rounded(points)).to.deep.equal(plainSearch(rows, weighted, 10));
    const global = await answerTo("queryPoints", { ...query, params: { idf: "global" } }, "idf");
    const all = plainIdf(rows.values(), { indices: [1, 5, 7], values: [2, 1, 0.5] });
    expect(rounded(global.points)).to.deep.equal(plainSearch(rows, all, 10));
  });

  it("queries among sparse vectors accept the options of graphs, which have no effect", async () => {
    const params = { hnsw_ef: 5, exact: true, indexed_only: true };
    const { points } = await answerTo("queryPoints", { ...query, params });
    expect(rounded(points)).to.deep.equal(NEAREST);
  });
});

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
    expect(scores(answer.result.points)).to.have.length(NEAREST.length);
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
