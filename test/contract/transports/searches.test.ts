// Searches in the form of older clients (search, recommend, discover, batches and groups), and scrolls, over every
// transport.
import { expect } from "chai";
import { type Call, Contract } from "../../support/transports/contract.ts";
import { BIG_ID, c, fillSample, UUID, vectorOf } from "../../support/transports/sample.ts";

const near = vectorOf(3.5);
const filter = { must: [{ key: "even", match: { value: true } }] };

describe("searches over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  /** @returns the responses after those of the requests that fill the collection */
  async function asked(script: (ask: Call) => Promise<void>, run: "same" | "sameAsQdrant" = "same") {
    let filled = 0;
    const answers = await contract[run](async (call) => {
      filled = 0;
      await fillSample(async (...request) => {
        filled++;
        return call(...request);
      });
      await script((operation, request) => call(operation, { ...c, ...request }));
    });
    return answers.slice(filled);
  }

  it("searches over every transport find the nearest points, with every option", async () => {
    const answers = await asked(async (ask) => {
      await ask("searchPoints", { vector: near, limit: 5 });
      await ask("searchPoints", { vector: { name: "", vector: near }, limit: 3, offset: 2 });
      await ask("searchPoints", { vector: near, limit: 5, filter, with_payload: ["n"], with_vectors: true });
      await ask("searchPoints", { vector: near, limit: 24, score_threshold: 0.5, with_payload: false });
      const quantization = { ignore: false, rescore: true, oversampling: 2.5 };
      const params = { hnsw_ef: 64, exact: true, quantization, indexed_only: false, acorn: { enable: true } };
      await ask("searchPoints", { vector: near, limit: 5, params });
      await ask("searchPoints", { vector: [1, 2], limit: 5 });
      await ask("searchPoints", { vector: near, limit: 0 });
      await ask("searchPoints", { vector: near, limit: 1_000_000 });
      await ask("searchPoints", { vector: { name: "other", vector: near }, limit: 1 });
      await ask("searchPoints", { vector: near, limit: 5, params: { hnsw_ef: 10_000_000 } });
    });
    expect(answers.slice(0, 5).map(({ length }) => length)).to.deep.equal([5, 3, 5, answers[3].length, 5]);
    expect(answers.slice(5).every((answer) => answer instanceof Error)).to.equal(true);
  });

  it("searches over every transport answer a batch in its order", async () => {
    const answers = await asked(async (ask) => {
      await ask("searchBatch", {
        searches: [
          { vector: near, limit: 2 },
          { vector: near, limit: 2, filter },
          { vector: vectorOf(9), limit: 1, with_vectors: true, with_payload: false },
        ],
      });
      await ask("searchBatch", { searches: [] });
      await ask("searchBatch", {
        searches: [
          { vector: near, limit: 2 },
          { vector: [1], limit: 2 },
        ],
      });
      await ask("recommendBatch", {
        searches: [
          { positive: [1], limit: 2 },
          { positive: [BIG_ID], limit: 2 },
        ],
      });
      await ask("discoverBatch", {
        searches: [
          { target: 5, limit: 2 },
          { target: near, limit: 1 },
        ],
      });
    });
    expect(answers[0].map(({ length }: { length: number }) => length)).to.deep.equal([2, 2, 1]);
  });

  it("searches over every transport recommend and discover by ids and by vectors", async () => {
    const answers = await asked(async (ask) => {
      for (const strategy of ["average_vector", "best_score", "sum_scores"])
        await ask("recommendPoints", {
          positive: [1, UUID, near],
          negative: [BIG_ID, vectorOf(8)],
          strategy,
          limit: 4,
        });
      await ask("recommendPoints", {
        positive: [2],
        limit: 3,
        offset: 1,
        filter,
        score_threshold: 0.1,
        using: "",
      });
      await ask("discoverPoints", { target: 3, context: [{ positive: 1, negative: near }], limit: 4 });
      await ask("discoverPoints", { context: [{ positive: near, negative: BIG_ID }], limit: 4, filter });
      await ask("recommendPoints", { positive: [404], limit: 3 });
      await ask("recommendPoints", { negative: [1], limit: 3 });
      await ask("discoverPoints", { limit: 4 });
      await ask("recommendPoints", { positive: [1], limit: 3, lookup_from: { collection: "absent" } });
    });
    expect(answers.slice(0, 6).every((answer) => answer.length > 0)).to.equal(true);
  });

  it("searches over every transport find groups, with points of another collection by the value of the group", async () => {
    const answers = await asked(async (ask) => {
      await ask("createCollection", {
        collection_name: "cities",
        vectors_config: { size: 1, distance: "Dot" },
      });
      await ask("upsertPoints", {
        collection_name: "cities",
        points: [0, 1, 2, 3].map((id) => ({ id, vector: [1], payload: { name: `city ${id}` } })),
      });
      const groups = { group_by: "city", group_size: 2, limit: 3 };
      await ask("searchGroups", { vector: near, ...groups });
      await ask("searchGroups", {
        vector: near,
        ...groups,
        group_by: "tags",
        filter,
        with_payload: ["tags"],
      });
      await ask("searchGroups", { vector: near, ...groups, group_by: "big", score_threshold: 0.2 });
      const with_lookup = { collection: "cities", with_payload: true, with_vectors: true };
      await ask("searchGroups", { vector: near, ...groups, group_by: "list[].a", with_lookup });
      await ask("recommendGroups", { positive: [1], negative: [near], strategy: "best_score", ...groups });
      await ask("queryGroups", { query: near, ...groups, prefetch: [{ query: vectorOf(2), limit: 20 }] });
      await ask("queryGroups", { query: { recommend: { positive: [3] } }, ...groups, with_lookup });
      await ask("searchGroups", { vector: near, ...groups, group_by: "" });
      await ask("searchGroups", { vector: near, ...groups, with_lookup: { collection: "absent" } });
    });
    expect(answers[3].groups).to.have.lengthOf(3);
    expect(answers[5].groups.some(({ lookup }: { lookup?: object }) => lookup)).to.equal(true);
  });

  it("searches over every transport count values of facets, and return matrices of distances", async () => {
    const answers = await asked(async (ask) => {
      for (const key of ["city", "even", "n", "big", "uuid"])
        await ask("facet", {
          key,
          limit: 5,
          filter: { must: [{ key: "n", range: { lt: 20 } }] },
          exact: true,
        });
      await ask("facet", { key: "text" });
      await ask("facet", { key: "nowhere" });
      const some = { must: [{ key: "n", range: { lt: 6 } }] };
      await ask("matrixPairs", { sample: 6, limit: 2, filter: some });
      await ask("matrixOffsets", { sample: 6, limit: 2, filter: some, using: "" });
      await ask("matrixPairs", { sample: 1 });
    });
    expect(answers[3].hits[0].value).to.be.a("bigint");
  });
});

describe("scrolls over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  it("scrolls over every transport continue page by page, over ids of every type", async () => {
    const answers = await contract.same(async (call) => {
      await fillSample(call, false);
      let offset: unknown;
      do {
        const page = await call("scrollPoints", { ...c, limit: 5, ...(offset !== undefined && { offset }) });
        offset = page.next_page_offset;
      } while (offset !== null);
      for (const from of [BIG_ID, UUID]) await call("scrollPoints", { ...c, offset: from, limit: 1 });
    });
    const pages = answers.filter((answer) => answer.points).slice(0, 5);
    expect(pages.flatMap(({ points }) => points)).to.have.lengthOf(24);
  });

  it("scrolls over every transport return points in the order of a field, beginning at a value of its type", async () => {
    const answers = await contract.same(async (call) => {
      await fillSample(call);
      for (const order_by of [
        { key: "n" },
        { key: "n", direction: "desc", start_from: 7 },
        { key: "big", direction: "asc", start_from: 9007199254741000n },
        { key: "x", direction: "desc", start_from: 10.25 },
        { key: "at", start_from: "2024-01-20T00:00:00Z" },
        { key: "at", direction: "desc" },
        { key: "city" },
        { key: "nowhere" },
      ])
        await call("scrollPoints", { ...c, limit: 4, order_by, with_payload: ["n"] });
    });
    const orders = answers.slice(-8);
    expect(orders[2].points[0].order_value).to.equal(9007199254741000n);
    expect(orders[7].message).to.contain("nowhere");
  });
});
