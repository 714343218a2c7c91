// Queries among sparse vectors over every transport, compared with plain sums.
import { expect } from "chai";
import { type PlainSparse, plainIdf, plainScore, plainSearch } from "../../support/sparse-oracle.ts";
import { NEAREST, QUERY, ROWS, rows } from "../../support/sparse-world.ts";
import { type Call, Contract } from "../../support/transports/contract.ts";

const c = { collection_name: "c" };
// biome-ignore lint/suspicious/noExplicitAny: the answer of a call, as JSON.
const plain = (answer: unknown): any => JSON.parse(JSON.stringify(answer));
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
