// Queries of every kind over every transport, with equal results and errors.
import { expect } from "chai";
import { Contract } from "../../support/transports/contract.ts";
import { BIG_ID, c, fillSample, UUID, vectorOf } from "../../support/transports/sample.ts";

const near = vectorOf(3.5);
const far = vectorOf(11);
const filter = { must: [{ key: "n", range: { lt: 18 } }] };
const prefetch = [
  { query: near, limit: 10 },
  { query: { nearest: BIG_ID }, limit: 10, filter, params: { exact: true }, score_threshold: -0.5 },
];
const origin = { lon: 5, lat: 45 };
const naive = { a: 1, b: 0.5, c: 0.25 };

/** Queries by their kind. */
const QUERIES: Readonly<Record<string, object>> = {
  nothing: {},
  "a vector": { query: near },
  "a point": { query: UUID },
  "a point of 64 bits": { query: BIG_ID },
  nearest: { query: { nearest: near } },
  "nearest, but not like each other": {
    query: { nearest: near, mmr: { diversity: 0.7, candidates_limit: 12 } },
  },
  recommend: { query: { recommend: { positive: [1, near], negative: [BIG_ID], strategy: "best_score" } } },
  discover: { query: { discover: { target: near, context: [{ positive: 1, negative: far }] } } },
  context: {
    query: {
      context: [
        { positive: near, negative: far },
        { positive: 3, negative: 4 },
      ],
    },
  },
  "order by": { query: { order_by: { key: "n", direction: "desc", start_from: 15 } } },
  "reciprocal ranks": { prefetch, query: { fusion: "rrf" } },
  "reciprocal ranks with weights": { prefetch, query: { rrf: { k: 7, weights: [2, 0.5] } } },
  "distributions of scores": { prefetch, query: { fusion: "dbsf" } },
  feedback: {
    query: {
      relevance_feedback: {
        target: near,
        feedback: [
          { example: 3, score: 0.875 },
          { example: far, score: 0.125 },
        ],
        strategy: { naive },
      },
    },
  },
  "several storeys": {
    prefetch: [
      { prefetch, query: far, limit: 6 },
      { query: near, limit: 3 },
    ],
    query: { fusion: "rrf" },
  },
  "a page": {
    query: near,
    limit: 4,
    offset: 5,
    filter,
    with_payload: ["n"],
    with_vectors: true,
    score_threshold: -1,
  },
  "a score": { prefetch, query: { formula: "$score" } },
  "scores of several": {
    prefetch,
    query: {
      formula: { sum: ["$score[0]", { mult: [2, "$score[1]"] }] },
      defaults: { "$score[0]": 0.5, "$score[1]": 0 },
    },
  },
  arithmetic: {
    prefetch,
    query: {
      formula: {
        div: { left: { pow: { base: "n", exponent: 2 } }, right: { sqrt: { abs: "x" } }, by_zero_default: 7 },
      },
    },
  },
  "more arithmetic": {
    prefetch,
    query: {
      formula: { sum: [{ exp: { neg: "n" } }, { log10: { sum: ["n", 1] } }, { ln: { sum: ["x", 2.5] } }] },
    },
  },
  "conditions as numbers": {
    prefetch,
    query: { formula: { mult: [10, { key: "even", match: { value: true } }] } },
  },
  "a filter as a number": { prefetch, query: { formula: { must_not: [{ has_id: [1, BIG_ID] }] } } },
  "distances on the globe": {
    prefetch,
    query: { formula: { neg: { geo_distance: { origin, to: "place" } } } },
  },
  moments: {
    prefetch,
    query: { formula: { sum: [{ datetime: "2024-02-01T00:00:00Z" }, { neg: { datetime_key: "at" } }] } },
  },
  decays: {
    prefetch,
    query: {
      formula: {
        sum: [
          { exp_decay: { x: "n", target: 5, scale: 3, midpoint: 0.25 } },
          { gauss_decay: { x: { geo_distance: { origin, to: "place" } }, scale: 100000 } },
          { lin_decay: { x: "x" } },
        ],
      },
    },
  },
  "variables with defaults": { prefetch, query: { formula: "absent", defaults: { absent: 3.5 } } },
};

/** Invalid queries by their fault. */
const REFUSED: Readonly<Record<string, object>> = {
  "a vector of another size": { query: [1, 2] },
  "a point that is not there": { query: 404 },
  "a vector that is not there": { query: near, using: "absent" },
  "fusion of nothing": { query: { fusion: "rrf" } },
  "a variable without a value": { prefetch, query: { formula: "absent" } },
  "weights of another number": { prefetch, query: { rrf: { weights: [1] } } },
  "a limit of 0": { query: near, limit: 0 },
  "an order by a field without an index": { query: { order_by: { key: "nowhere" } } },
  "a sparse vector": { query: { nearest: { indices: [1], values: [1] } } },
  "a text": { query: { nearest: { text: "hello", model: "m" } } },
  "several vectors": {
    query: {
      nearest: [
        [1, 2, 3, 4],
        [1, 2, 3, 4],
      ],
    },
  },
  "another collection that is not there": { query: 5, lookup_from: { collection: "absent" } },
  "diversity above 1": { query: { nearest: near, mmr: { diversity: 2 } } },
};

describe("queries over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  it("queries over every transport find the same points for every kind of query", async () => {
    const answers = await contract.same(async (call) => {
      await fillSample(call);
      for (const query of Object.values(QUERIES)) await call("queryPoints", { ...c, limit: 6, ...query });
    });
    const found = answers.slice(-Object.keys(QUERIES).length);
    Object.keys(QUERIES).forEach((name, i) => {
      expect(found[i]?.points?.length, `${name}: ${found[i]?.message}`).to.be.greaterThan(0);
    });
  });

  it("queries over every transport are refused with the same errors", async () => {
    const answers = await contract.same(async (call) => {
      await fillSample(call);
      for (const query of Object.values(REFUSED)) await call("queryPoints", { ...c, ...query });
    });
    const refused = answers.slice(-Object.keys(REFUSED).length);
    Object.keys(REFUSED).forEach((name, i) => {
      expect(refused[i], name).to.be.instanceOf(Error);
    });
  });

  it("queries over every transport are answered in batches", async () => {
    const answers = await contract.same(async (call) => {
      await fillSample(call);
      await call("queryBatch", { ...c, searches: Object.values(QUERIES) });
      await call("queryBatch", { ...c, searches: [{ query: near }, { query: [1] }] });
      await call("queryBatch", { ...c, searches: [] });
    });
    expect(answers.at(-3)).to.have.lengthOf(Object.keys(QUERIES).length);
  });

  it("queries over every transport return another sample in each request", async () => {
    const [, , answer] = await contract.same(
      async (call) => {
        await fillSample(call, false);
        await call("queryPoints", { ...c, query: { sample: "random" }, limit: 5 });
      },
      { generated: ["points"] },
    );
    expect(answer.points).to.have.lengthOf(5);
  });

  it("queries over every transport use vectors of points of another collection", async () => {
    const other = "others";
    const answers = await contract.same(async (call) => {
      await fillSample(call);
      await call("createCollection", {
        collection_name: other,
        vectors_config: { v: { size: 4, distance: "Dot" } },
      });
      await call("upsertPoints", { collection_name: other, points: [{ id: 77, vector: { v: near } }] });
      await call("queryPoints", {
        ...c,
        query: 77,
        lookup_from: { collection: other, vector: "v" },
        limit: 3,
      });
      await call("queryPoints", { ...c, query: 77, lookup_from: { collection: other }, limit: 3 });
    });
    expect(answers.at(-2).points).to.have.lengthOf(3);
  });
});
