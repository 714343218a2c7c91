// `params.explain`: the response says how a search was executed, in figures that the test counts again. The decision:
// explaining a search does not change its result.
import { expect } from "chai";
import {
  COUNT,
  countOf,
  EF,
  FILTERS,
  type FilterName,
  is,
  POINTS,
  SIZE,
  VECTOR,
} from "../support/explain-world.ts";
import { AS_QDRANT, startTestServer, type TestServer } from "../support/rest.ts";
import { itOnceIn } from "../support/weekly.ts";

const SEARCH = "/collections/c/points/search";
const QUERY = "/collections/c/points/query";

describe("params.explain", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ extendedApi: true, vectors: 10_000 });
    for (const [name, rest] of Object.entries({
      c: {},
      coded: { quantization_config: { scalar: { type: "int8" } } },
    })) {
      const vectors = { size: SIZE, distance: "Cosine" };
      await ask("PUT", `/collections/${name}`, {
        vectors_config: vectors,
        hnsw_config: { full_scan_threshold: 10 },
        ...rest,
      });
      await ask("PUT", `/collections/${name}/index`, { field_name: "city", field_schema: "keyword" });
      await ask("PUT", `/collections/${name}/index`, { field_name: "tags[].name", field_schema: "keyword" });
      await ask("PUT", `/collections/${name}/points`, { points: POINTS });
      const { segments } = server.database.collection(name);
      await segments.indexing.settled();
      for (const segment of segments.all) await segment.vectors.indexed();
    }
  });
  after(() => server.close());

  // biome-ignore lint/suspicious/noExplicitAny: the tests read responses at every depth.
  async function ask(method: string, path: string, body: unknown, headers = {}): Promise<any> {
    const { status, text, body: answer } = await server.call(method, path, body, headers);
    expect(status, text.slice(0, 500)).to.equal(200);
    return answer;
  }

  async function explained(filter: FilterName, params: object = {}, path = SEARCH) {
    const body = {
      vector: VECTOR,
      limit: EF,
      filter: FILTERS[filter],
      params: { hnsw_ef: EF, explain: true, ...params },
    };
    return (await ask("POST", path, body)).explain;
  }

  describe("the report of a search", () => {
    it("params.explain reports a search that walked the graph", async () => {
      const explain = await explained("none");
      expect(explain).to.include({ strategy: "hnsw", ef: EF, exact: false, filter: null });
      expect(explain.visited).to.be.within(EF, COUNT / 2);
      expect(explain.rescored).to.be.within(1, explain.visited);
      expect(explain.segments).to.have.length(1);
      expect(explain.segments[0]).to.include({ points: COUNT, slots: COUNT, indexed: COUNT, searches: 1 });
    });

    it("params.explain reports a search that walked the graph among the points of a payload index", async () => {
      const explain = await explained("indexed");
      expect(explain).to.include({ strategy: "filtered_hnsw", ef: EF });
      expect(explain.visited).to.be.below(COUNT);
      const matching = countOf("indexed");
      expect(explain.filter).to.deep.equal({
        served_by: [{ condition: "city", check: "value", index: "keyword", settles: true }],
        ...{ matching, known: matching, open: 0, checked: 0 },
      });
    });

    it("params.explain reports a search that compared the few matching points without the graph", async () => {
      const explain = await explained("a few ids");
      expect(explain).to.include({ strategy: "payload_first", visited: 3, rescored: 3, ef: null });
      expect(explain.filter).to.include({ matching: 3, known: 3, open: 0, checked: 0 });
      expect(explain.filter.served_by[0]).to.include({ condition: "has_id", index: "id", settles: true });
    });

    it("params.explain reports a search that checked the nearest candidates against the filter", async () => {
      const explain = await explained("not indexed");
      expect(explain.strategy).to.equal("search_first");
      expect(explain.filter).to.include({ matching: null, known: 0, open: COUNT });
      expect(explain.filter.checked).to.be.within(EF, COUNT / 2);
      expect(explain.filter.served_by).to.deep.equal([
        { condition: "price", check: "range", index: null, settles: false },
      ]);
    });

    it("params.explain reports a search that checked all points because too few of the candidates matched", async () => {
      const explain = await explained("not indexed and rare");
      expect(explain).to.include({ strategy: "payload_first" });
      expect(explain.segments[0].searches).to.be.above(1);
      expect(explain.filter).to.include({ matching: 3, known: 0, open: COUNT });
      expect(explain.filter.checked).to.be.above(COUNT);
    });

    it("params.explain reports a search that read payloads only where the indexes leave points open", async () => {
      const explain = await explained("both and few");
      expect(explain.filter).to.include({ matching: 2, known: 0, open: 3, checked: 3 });
      const served = explain.filter.served_by.map(({ index }: { index: string }) => index);
      expect(served).to.deep.equal(["keyword", "id", null]);
      expect((await explained("both")).filter).to.include({ open: countOf("indexed") });
    });

    it("params.explain reports a search that compared nothing because no point matches", async () => {
      const explain = await explained("nothing");
      expect(explain).to.include({ strategy: "no_match", visited: 0, rescored: 0, ef: null });
      expect(explain.filter).to.include({ matching: 0 });
    });

    it("params.explain reports a search that was exact and compared all matching points", async () => {
      for (const name of Object.keys(FILTERS) as FilterName[]) {
        const explain = await explained(name, { exact: true });
        expect(explain.exact).to.equal(true);
        if (["not indexed", "both", "nothing"].includes(name)) continue;
        expect(explain.segments[0].strategy, name).to.equal("exact");
        if (name !== "not indexed and rare") expect(explain.visited, name).to.equal(countOf(name));
        expect(explain.rescored, name).to.be.at.most(explain.visited);
      }
    });

    it("params.explain reports a search that compared codes and rescored the best candidates", async () => {
      const path = "/collections/coded/points/search";
      const walked = await explained("none", { quantization: { oversampling: 4 } }, path);
      expect(walked).to.include({ strategy: "hnsw", ef: 4 * EF, rescored: 4 * EF });
      const exact = await explained("none", { exact: true }, path);
      expect(exact).to.include({ strategy: "exact", visited: COUNT, ef: null });
      expect(exact.rescored).to.be.within(EF, COUNT / 2);
    });

    it("params.explain reports a search with all conditions in the order of the filter, including those after one that no point satisfies", async () => {
      const nested = { key: "tags", filter: { must: [{ is_empty: { key: "name" } }] } };
      const should = [is("price", 1), { nested }];
      const filter = { must_not: [is("city", "Rome")], should, must: [is("city", "nowhere")] };
      const body = { vector: VECTOR, limit: 3, filter, params: { explain: true } };
      const { explain } = await ask("POST", SEARCH, body);
      expect(explain.strategy).to.equal("no_match");
      expect(explain.filter.served_by).to.deep.equal([
        { condition: "city", check: "value", index: "keyword", settles: true },
        { condition: "price", check: "value", index: null, settles: false },
        { condition: "tags[].name", check: "is_empty", index: null, settles: false },
        { condition: "city", check: "value", index: "keyword", settles: true },
      ]);
    });

    it("params.explain reports a search that used payload indexes for a nested filter", async () => {
      const nested = { key: "tags", filter: { must: [is("name", "t3")], must_not: [is("name", "t4")] } };
      const body = { vector: VECTOR, limit: 3, filter: { must: [{ nested }] }, params: { explain: true } };
      const { explain } = await ask("POST", SEARCH, body);
      expect(explain.filter.served_by).to.deep.equal([
        { condition: "tags[].name", check: "value", index: "keyword", settles: false },
        { condition: "tags[].name", check: "value", index: null, settles: false },
      ]);
      expect(explain.filter.open).to.equal(POINTS.filter(({ id }) => id % 7 === 3).length);
    });

    it("params.explain reports a search in an empty collection", async () => {
      await ask("PUT", "/collections/empty", { vectors_config: { size: SIZE, distance: "Dot" } });
      const explain = await explained("indexed", {}, "/collections/empty/points/search");
      expect(explain).to.deep.include({ strategy: "empty", segments: [], visited: 0, filter: null });
    });
  });

  it("params.explain counts matching points exactly wherever it returns a number", async () => {
    for (const name of Object.keys(FILTERS) as FilterName[])
      for (const exact of [true, false]) {
        const { filter } = await explained(name, { exact });
        if (filter && filter.matching !== null) expect(filter.matching, name).to.equal(countOf(name));
      }
  });

  it("params.explain divides the time of a search into parts that add up to the whole", async () => {
    for (const name of Object.keys(FILTERS) as FilterName[]) {
      const { time_ms, segments } = await explained(name);
      const { plan, search, payload, total } = time_ms;
      for (const ms of [plan, search, payload]) expect(ms, name).to.be.within(0, total);
      expect(plan + search + payload).to.be.closeTo(total, 0.01);
      for (const segment of segments) expect(segment.time_ms).to.be.within(0, plan + search + 0.01);
    }
  });

  const itSampled = itOnceIn(5);
  for (const name of Object.keys(FILTERS) as FilterName[])
    for (const params of [{}, { exact: true }, { hnsw_ef: 100 }, { indexed_only: true }])
      itSampled(
        `params.explain does not change the results of a search: ${name} ${JSON.stringify(params)}`,
        async () => {
          const body = { vector: VECTOR, limit: 7, offset: 1, filter: FILTERS[name], with_payload: true };
          const plain = await ask("POST", SEARCH, { ...body, params });
          const { result } = await ask("POST", SEARCH, { ...body, params: { ...params, explain: true } });
          expect(result, name).to.deep.equal(plain.result);
          const { vector: query, ...others } = body;
          const asked = { ...others, query, params: { ...params, explain: true } };
          expect((await ask("POST", QUERY, asked)).result.points, name).to.deep.equal(plain.result);
        },
      );

  it("params.explain adds nothing to the response unless it is true", async () => {
    for (const explain of [undefined, null, false]) {
      const answer = await ask("POST", SEARCH, { vector: VECTOR, params: { explain } });
      expect(Object.keys(answer)).to.deep.equal(["usage", "time", "status", "result"]);
    }
    const { status, body } = await server.call("POST", SEARCH, { vector: VECTOR, params: { explain: 1 } });
    expect([status, body.status.error]).to.deep.equal([400, "params.explain: expected a boolean, got 1"]);
  });

  it("params.explain adds an explanation for each search of a batch that sets it", async () => {
    const asked = [true, undefined, true, false, true];
    // With a width of its own a search does not depend on what is measured meanwhile.
    const hnsw_ef = 64;
    const searches = asked.map((explain, i) => ({
      ...{ limit: i === 3 ? 4 : 3, filter: i === 3 ? FILTERS.indexed : null, params: { hnsw_ef, explain } },
    }));
    const plain = searches.map((search) => ({ ...search, params: { hnsw_ef } }));
    for (const [path, member] of [
      [SEARCH, "vector"],
      [QUERY, "query"],
    ] as const) {
      const with_ = (all: object[]) => ({ searches: all.map((one) => ({ ...one, [member]: VECTOR })) });
      const { result, explain } = await ask("POST", `${path}/batch`, with_(searches));
      expect(explain.map((one: unknown) => one !== null)).to.deep.equal(asked.map((one) => one === true));
      const alone = await explained("none", { hnsw_ef });
      for (const one of explain) if (one) expect(one.visited).to.equal(alone.visited);
      const before = await ask("POST", `${path}/batch`, with_(plain));
      expect(result).to.deep.equal(before.result);
      expect(before).not.to.have.property("explain");
    }
  });

  it("params.explain explains recommend and discover, too, alone and in a batch", async () => {
    const params = { explain: true };
    const asked = [
      [QUERY, { query: 5 }],
      [QUERY, { query: { nearest: VECTOR } }],
      [QUERY, { query: { recommend: { positive: [1, 2], negative: [3] } } }],
      ["/collections/c/points/recommend", { positive: [1, 2], limit: 3 }],
      ["/collections/c/points/discover", { target: 4, limit: 3 }],
    ] as const;
    for (const [path, body] of asked) {
      const { explain } = await ask("POST", path, { ...body, params });
      expect(explain.strategy, JSON.stringify(body)).to.equal("hnsw");
    }
    const { explain } = await ask("POST", "/collections/c/points/recommend/batch", {
      searches: [{ positive: [1], limit: 3, params }],
    });
    expect(explain).to.have.length(1);
  });

  it("params.explain is refused for queries that it can explain only partly", async () => {
    const params = { explain: true };
    const prefetch = { query: VECTOR, limit: 5 };
    const refused = [
      [QUERY, { query: { fusion: "rrf" }, prefetch: [prefetch], params }, "a query with prefetches"],
      [QUERY, { query: VECTOR, prefetch: [{ ...prefetch, params }] }, "prefetch.params.explain: a prefetch"],
      [QUERY, { query: { sample: "random" }, params }, "not a sample query"],
      [QUERY, { params }, "not a by_id query"],
      [
        QUERY,
        { query: { recommend: { positive: [1], strategy: "best_score" } }, params },
        "not a scored query",
      ],
      [
        `${SEARCH}/groups`,
        { vector: VECTOR, group_by: "city", limit: 2, params },
        "groups take several searches",
      ],
      [`${QUERY}/groups`, { query: VECTOR, group_by: "city", params }, "groups take several searches"],
    ] as const;
    for (const [path, body, words] of refused) {
      const { status, body: answer } = await server.call("POST", path, body);
      expect(status, words).to.equal(400);
      expect(answer.status.error).to.contain("params.explain: ").and.contain(words);
    }
  });

  it("params.explain is ignored in the qdrant dialect", async () => {
    for (const [path, body] of [
      [SEARCH, { vector: VECTOR, limit: 3 }],
      [`${QUERY}/groups`, { query: VECTOR, group_by: "city" }],
    ] as const) {
      const answer = await ask("POST", path, { ...body, params: { explain: true } }, AS_QDRANT);
      expect(Object.keys(answer).sort()).to.deep.equal(["result", "status", "time"]);
    }
  });
});
