// Searches that ask for a recall, over REST: who rules, and what the response says.
// The decision: the vectors are random and the graph is sparse, so the ef of two recalls differ clearly. The tests of
// the measured graph share it, because building and measuring it takes a second and no test changes it.
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "chai";
import { AS_QDRANT, startTestServer, type TestServer } from "../support/rest.ts";
import { seededRandom } from "../unit/engine/fixtures.ts";

const C = "/collections/c";
const SEARCH = `${C}/points/search`;
const SIZE = 24;
const COUNT = 6_000;
const HNSW = { full_scan_threshold: 10, m: 8, ef_construct: 16 };
const HALF = { must: [{ key: "half", match: { value: true } }] };

const random = seededRandom(24);
const vectorOf = () => Array.from({ length: SIZE }, () => random() - 0.5);

async function fill(server: TestServer, hnsw: object, count: number): Promise<void> {
  const vectors = { size: SIZE, distance: "Euclid" };
  await server.call("PUT", C, { vectors, hnsw_config: { ...HNSW, ...hnsw } });
  for (let from = 0; from < count; from += 1_000) {
    const ids = Array.from({ length: 1_000 }, (_, i) => from + i);
    const points = ids.map((id) => ({ id, vector: vectorOf(), payload: { half: id % 2 === 0 } }));
    await server.call("PUT", `${C}/points`, { points });
  }
}

/**
 * Waits until the whole graph is measured. A server in this process has no thread for indexing, so this builds the
 * graph.
 */
async function untilMeasured(server: TestServer): Promise<void> {
  const { segments } = server.database.collection("c");
  for (const { vectors } of segments.all) await vectors.indexed();
  const tables = async () => (await server.call("GET", C)).body.result.recall?.[""] ?? [];
  while ((await tables())[0]?.points !== COUNT) await wait(20);
}

describe("a search that asks for a recall", () => {
  let server: TestServer;
  const found = (params: object, body: object = {}, headers = {}) => {
    const request = { vector: vectorOf(), limit: 10, with_payload: false, params, ...body };
    return server.call("POST", SEARCH, request, headers);
  };
  const configured = (hnsw_config: object) => server.call("PATCH", C, { hnsw_config });

  describe("in a graph that is measured", () => {
    before(async () => {
      server = await startTestServer({ extendedApi: true, vectors: COUNT });
      await fill(server, {}, COUNT);
      await server.call("PUT", `${C}/index`, { field_name: "half", field_schema: "bool" });
      await untilMeasured(server);
    });
    after(() => server.close());

    it("a search that asks for a recall says what is expected, with which ef, and when it was measured", async () => {
      const { body } = await found({ recall: 0.8 });
      expect(body.recall).to.have.all.keys("asked", "expected", "ef", "measured");
      expect(body.recall.asked).to.equal(0.8);
      expect(body.recall.expected).to.be.within(0.8, 0.9);
      expect(body.recall.ef).to.be.within(10, 2048);
      expect(Date.parse(body.recall.measured)).to.be.within(Date.now() - 600_000, Date.now());
    });

    it("a search that asks for a higher recall keeps more candidates", async () => {
      const [low, high] = [await found({ recall: 0.6 }), await found({ recall: 0.8 })];
      expect(high.body.recall.ef).to.be.above(low.body.recall.ef);
    });

    it("a search that asks for a recall finds as much as it asks for", async () => {
      let hits = 0;
      const queries = 200;
      const vectors = Array.from({ length: queries }, vectorOf);
      const all = async (params: object) => {
        const searches = vectors.map((vector) => ({ vector, limit: 10, params }));
        return (await server.call("POST", `${SEARCH}/batch`, { searches })).body.result;
      };
      const [exact, asked] = [await all({ exact: true }), await all({ recall: 0.8 })];
      for (const [i, points] of asked.entries())
        hits += points.filter(({ score }: { score: number }) => score <= exact[i].at(-1).score).length;
      expect(hits / (10 * queries)).to.be.within(0.79, 0.9);
    });

    it("a search that asks for a recall of 1 is exact", async () => {
      const { body } = await found({ recall: 1, explain: true });
      expect(body.recall).to.deep.equal({ asked: 1, expected: 1, ef: null });
      expect(body.explain).to.include({ strategy: "exact" });
    });

    it("a search that asks for no recall has one of .95 natively, which only the header and explain say", async () => {
      const { body, headers } = await found({});
      expect(body).to.not.have.property("recall");
      expect(headers.get("x-recall")).to.match(/^asked=0\.95, expected=(0\.9\d*|1)(, ef=\d+)?$/);
      expect((await found({ explain: true })).body.recall.asked).to.equal(0.95);
    });

    it("a search that asks for an ef has no recall", async () => {
      const { body, headers } = await found({ hnsw_ef: 40, explain: true });
      expect(body).to.not.have.property("recall");
      expect(headers.has("x-recall")).to.equal(false);
      expect(body.explain.ef).to.equal(40);
    });

    it("a search in Qdrant's dialect has a recall only if it asks for one", async () => {
      const plain = await found({}, {}, AS_QDRANT);
      expect(plain.body).to.not.have.property("recall");
      expect(plain.headers.has("x-recall")).to.equal(false);
      const { body } = await found({ recall: 0.8 }, {}, AS_QDRANT);
      expect(body.recall.asked).to.equal(0.8);
      expect(body.result).to.have.length(10);
    });

    it("a search with a filter has the recall of its share of the points", async () => {
      const { body } = await found({ recall: 0.8 }, { filter: HALF });
      expect(body.recall.expected).to.be.within(0.8, 1);
      expect(body.result).to.have.length(10);
      const none = await found({ recall: 0.8 }, { filter: { must: [{ has_id: [1, 2, 3] }] } });
      expect(none.body.recall).to.deep.equal({ asked: 0.8, expected: 1, ef: null });
    });

    it("searches of a batch have a recall each, and null where none is asked for", async () => {
      const search = (params: object) => ({ vector: vectorOf(), limit: 10, params });
      const searches = [
        search({ recall: 0.6 }),
        search({ hnsw_ef: 20 }),
        search({ recall: 0.8 }),
        search({}),
      ];
      const { body } = await server.call("POST", `${SEARCH}/batch`, { searches });
      expect(body.recall.map((recall: { asked: number } | null) => recall?.asked ?? null)).to.deep.equal([
        ...[0.6, null, 0.8],
        null,
      ]);
      const plain = await server.call("POST", `${SEARCH}/batch`, { searches: [search({}), search({})] });
      expect(plain.body).to.not.have.property("recall");
    });

    it("queries, recommendations, discoveries and groups have the recall that they ask for", async () => {
      const params = { recall: 0.8 };
      const point = { positive: 1, negative: 2 };
      for (const [path, body] of [
        ["query", { query: vectorOf() }],
        ["query", { query: { nearest: vectorOf(), mmr: { diversity: 0.5 } } }],
        ["recommend", { positive: [1, 2] }],
        ["discover", { target: vectorOf(), context: [] }],
        ["search/groups", { vector: vectorOf(), group_by: "half", group_size: 2 }],
        ["query/groups", { query: vectorOf(), group_by: "half", group_size: 2 }],
        ["recommend/groups", { positive: [1], group_by: "half", group_size: 2 }],
      ] as const) {
        const answer = await server.call("POST", `${C}/points/${path}`, { ...body, limit: 5, params });
        expect(answer.status, path).to.equal(200);
        expect(answer.body.recall?.asked, path).to.equal(0.8);
        expect(answer.body.recall.expected, path).to.be.least(0.8);
      }
      // Every point is scored.
      const context = { context: [point], limit: 5, params };
      const answer = await server.call("POST", `${C}/points/discover`, context);
      expect(answer.body.recall).to.deep.equal({ asked: 0.8, expected: 1, ef: null });
    });

    it("a query with prefetches says nothing of their recall", async () => {
      const prefetch = [{ query: vectorOf(), params: { recall: 0.6 } }, { query: vectorOf() }];
      const body = { prefetch, query: { fusion: "rrf" } };
      const answer = await server.call("POST", `${C}/points/query`, body);
      expect(answer.status).to.equal(200);
      expect(answer.body).to.not.have.property("recall");
    });

    it("each prefetch finds what its own recall asks for", async () => {
      const idsOf = ({ body }: Awaited<ReturnType<typeof found>>) =>
        (body.result.points ?? body.result).map(({ id }: { id: number }) => id);
      let differing = 0;
      for (let i = 0; i < 20; i++) {
        const vector = vectorOf();
        const alone = async (recall: number) => idsOf(await found({ recall }, { vector }));
        const below = async (recall: number) => {
          const prefetch = [{ query: vector, limit: 10, params: { recall } }];
          return idsOf(
            await server.call("POST", `${C}/points/query`, { prefetch, query: vector, limit: 10 }),
          );
        };
        const [low, all] = [await below(0.6), await below(1)];
        expect(low).to.deep.equal(await alone(0.6));
        expect(all).to.deep.equal(await alone(1));
        if (low.join() !== all.join()) differing++;
      }
      expect(differing).to.be.above(0);
    });

    it("a list of points that asks for a recall has all of them", async () => {
      const answer = await server.call("POST", `${C}/points/query`, { limit: 5, params: { recall: 0.9 } });
      expect(answer.body.recall).to.deep.equal({ asked: 0.9, expected: 1, ef: null });
    });

    it("the info of a collection has the measured recall by ef, filter and number of points", async () => {
      const { recall } = (await server.call("GET", C)).body.result;
      const [table] = recall[""];
      expect(table.points).to.equal(COUNT);
      expect(table.queries).to.be.least(64);
      const { walks } = table.curves.find(
        (curve: { share: number; k: number }) => curve.share === 1 && curve.k === 10,
      );
      for (const [i, { ef, recall: mean, low }] of walks.entries()) {
        expect(low).to.be.most(mean);
        if (i > 0) expect(ef).to.be.above(walks[i - 1].ef);
        if (i > 0) expect(mean).to.be.least(walks[i - 1].recall - 0.02);
      }
      const qdrant = await server.call("GET", C, undefined, AS_QDRANT);
      expect(qdrant.body.result).to.not.have.property("recall");
    });

    it("the metrics have the expected recall of each vector and count the measurements", async () => {
      const { text } = await server.call("GET", "/metrics");
      expect(text).to.match(/^azimuth_recall_expected\{collection="c",vector="",recall="0.95"\} (0\.9|1)/m);
      expect(text).to.match(/^azimuth_recall_calibrations_total [1-9]/m);
    });
  });

  describe("in other collections", () => {
    beforeEach(async () => {
      server = await startTestServer();
    });
    afterEach(() => server.close());

    it("a search that asks for a recall before it is measured says that it is unknown", async () => {
      await fill(server, { full_scan_threshold: 10 }, 2_000);
      const [segment] = server.database.collection("c").segments.all;
      await segment!.vectors.indexed();
      const { body, headers } = await found({ recall: 0.9 });
      expect(body.recall).to.include({ asked: 0.9, expected: null });
      expect(headers.get("x-recall")).to.equal(`asked=0.9, expected=unknown, ef=${body.recall.ef}`);
    });

    it("a search that asks for a recall expects 1 where there is no graph", async () => {
      await fill(server, { full_scan_threshold: 10_000 }, 1_000);
      expect((await found({ recall: 0.9 })).body.recall).to.deep.equal({ asked: 0.9, expected: 1, ef: null });
    });

    it("the recall of a collection rules searches in both dialects, and info shows it only when it is set", async () => {
      await fill(server, { recall: 0.8 }, 1_000);
      const shown = async () => (await server.call("GET", C)).body.result.config.hnsw_config;
      expect(await shown()).to.include({ recall: 0.8, ef_search: 64 });
      expect((await found({})).body.recall.asked).to.equal(0.8);
      expect((await found({}, {}, AS_QDRANT)).body.recall.asked).to.equal(0.8);
      await configured({ recall: null });
      expect(await shown()).to.not.have.property("recall");
      expect((await found({})).body).to.not.have.property("recall");
    });

    it("an ef_search that is set rules natively, too, until a recall is set", async () => {
      await fill(server, { ef_search: 40 }, 1_000);
      const ruling = async () => (await found({})).headers.get("x-recall");
      expect(await ruling()).to.equal(null);
      await configured({ recall: 0.9 });
      expect(await ruling()).to.match(/^asked=0\.9,/);
    });
  });
});
