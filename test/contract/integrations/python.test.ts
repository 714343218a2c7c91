// Haystack, and the Python client that it and others build on: their requests as they send them.
import { expect } from "chai";
import { Integration, idsOf, PYTHON_CLIENT } from "../../support/integration.ts";

const DOCUMENTS = "/collections/Document";
const VECTORS = { size: 2, distance: "Cosine" };

describe("Haystack", () => {
  // Ids of documents are hashes: UUIDs without dashes.
  const ids = ["a", "b", "c"].map((letter) => letter.repeat(32));
  const [A, B, C] = ["a", "b", "c"].map(
    (x) => `${x.repeat(8)}-${x.repeat(4)}-${x.repeat(4)}-${x.repeat(4)}-${x.repeat(12)}`,
  );
  let haystack: Integration;
  beforeEach(async () => {
    haystack = await Integration.start(PYTHON_CLIENT);
    expect(await haystack.ok("GET", `${DOCUMENTS}/exists`)).to.deep.equal({ exists: false });
    expect(await haystack.ok("DELETE", DOCUMENTS)).to.equal(false);
    const nothing = { sparse_vectors: null, hnsw_config: null, optimizers_config: null, wal_config: null };
    await haystack.ok("PUT", DOCUMENTS, { vectors: VECTORS, on_disk_payload: false, ...nothing });
    const points = ids.map((id, i) => ({
      id,
      vector: [1, i],
      payload: { id, content: `text ${i}`, blob: null, meta: { page: i, lang: i === 1 ? "de" : "en" } },
    }));
    await haystack.ok("PUT", `${DOCUMENTS}/points?wait=true`, { points });
  });
  afterEach(() => haystack.close());

  const LANG = { must: [{ key: "meta.lang", match: { value: "en" } }] };

  it("Haystack counts with a filter of null and with a filter", async () => {
    const count = (filter: object | null) =>
      haystack.ok("POST", `${DOCUMENTS}/points/count`, { filter, exact: true });
    expect(await count(null)).to.deep.equal({ count: 3 });
    expect(await count(LANG)).to.deep.equal({ count: 2 });
  });

  it("Haystack continues a scroll after the last page", async () => {
    const found: unknown[] = [];
    let offset: string | null = null;
    do {
      const page: { points: { id: string; payload: object; vector: number[] }[]; next_page_offset: string } =
        await haystack.ok("POST", `${DOCUMENTS}/points/scroll`, {
          offset,
          limit: 2,
          filter: null,
          with_payload: true,
          with_vector: true,
        });
      found.push(...page.points.map(({ id, payload }) => [id, payload]));
      offset = page.next_page_offset;
    } while (offset !== null);
    expect(found.map((pair) => (pair as unknown[])[0])).to.deep.equal([A, B, C]);
    expect((found[0] as unknown[])[1]).to.deep.equal({
      id: ids[0],
      content: "text 0",
      blob: null,
      meta: { page: 0, lang: "en" },
    });
  });

  it("Haystack queries for documents, with and without groups", async () => {
    const body = { query: { nearest: [1, 0] }, filter: LANG, limit: 5, with_payload: true };
    const { points } = await haystack.ok("POST", `${DOCUMENTS}/points/query`, {
      ...body,
      using: null,
      score_threshold: null,
      with_vector: true,
    });
    expect(idsOf(points)).to.deep.equal([A, C]);
    const { groups } = await haystack.ok("POST", `${DOCUMENTS}/points/query/groups`, {
      ...body,
      filter: null,
      group_by: "meta.lang",
      group_size: 1,
    });
    expect(groups.map(({ id, hits }: never) => [id, idsOf(hits)])).to.deep.equal([
      ["en", [A]],
      ["de", [B]],
    ]);
  });

  it("Haystack creates a collection with dense and sparse vectors", async () => {
    const sparse_vectors = { "text-sparse": { index: { on_disk: false } } };
    await haystack.ok("PUT", "/collections/hybrid", { vectors: { "text-dense": VECTORS }, sparse_vectors });
    const { params } = (await haystack.ok("GET", "/collections/hybrid")).config;
    expect(params.sparse_vectors).to.deep.equal(sparse_vectors);
  });

  it("Haystack deletes its collection and creates it again", async () => {
    expect(await haystack.ok("DELETE", `${DOCUMENTS}?timeout=60`)).to.equal(true);
    await haystack.ok("PUT", `${DOCUMENTS}?timeout=60`, { vectors: VECTORS });
    expect((await haystack.ok("GET", DOCUMENTS)).points_count).to.equal(0);
  });
});

describe("the Python client of Qdrant", () => {
  let client: Integration;
  beforeEach(async () => {
    client = await Integration.start({ ...PYTHON_CLIENT, authorization: "Bearer of-a-provider" });
    await client.ok("PUT", "/collections/c?timeout=5", { vectors: VECTORS });
    const points = [
      { id: 1, vector: [1, 0], payload: { n: 1 } },
      { id: 2, vector: [0, 1], payload: { n: 2 } },
    ];
    const written = await client.ok("PUT", "/collections/c/points?wait=true&ordering=weak", { points });
    expect(written).to.have.all.keys("operation_id", "status");
  });
  afterEach(() => client.close());

  it("the Python client of Qdrant requires a server version near its own", async () => {
    const { title, version } = await client.bare("/");
    expect(title).to.be.a("string");
    expect(version).to.match(/^1\.(17|18|19)\.\d+$/);
  });

  it("the Python client of Qdrant requires these fields in the description of a collection", async () => {
    const info = await client.ok("GET", "/collections/c");
    expect(info).to.include.keys("status", "optimizer_status", "segments_count", "config", "payload_schema");
    const { params, hnsw_config, optimizer_config, wal_config } = info.config;
    expect(params.vectors).to.deep.equal(VECTORS);
    expect(hnsw_config).to.include.keys("m", "ef_construct", "full_scan_threshold");
    expect(optimizer_config).to.include.keys("default_segment_number", "flush_interval_sec");
    expect(wal_config).to.include.keys("wal_capacity_mb", "wal_segments_ahead");
  });

  it("the Python client of Qdrant wraps its queries, and sends null for missing options", async () => {
    const { points } = await client.ok("POST", "/collections/c/points/query?consistency=majority&timeout=9", {
      shard_key: null,
      prefetch: null,
      query: { nearest: [1, 0], mmr: null },
      using: null,
      filter: { must: null, should: null, min_should: null, must_not: [{ has_id: [2] }] },
      params: { hnsw_ef: null, exact: false, quantization: null, indexed_only: false, acorn: null },
      score_threshold: null,
      limit: 10,
      offset: null,
      with_vector: false,
      with_payload: true,
      lookup_from: null,
    });
    const [{ version, ...point }] = points;
    expect(version).to.be.a("number");
    expect(point).to.deep.equal({ id: 1, score: 1, payload: { n: 1 } });
    expect(points).to.have.length(1);
  });

  it("the Python client of Qdrant queries by id, in batches, and for all points", async () => {
    const searches = [{ query: 1, limit: 1 }, { query: { nearest: [0, 1] }, limit: 1 }, {}];
    const results = await client.ok("POST", "/collections/c/points/query/batch", { searches });
    expect(results.map(({ points }: never) => idsOf(points))).to.deep.equal([[2], [2], [1, 2]]);
  });

  it("the Python client of Qdrant uploads without waiting, in columns and in rows", async () => {
    // biome-ignore format: two columns
    const batch = { ids: [3, 4], vectors: { "": [[1, 1], [2, 1]] }, payloads: null };
    const columns = await client.ok("PUT", "/collections/c/points?wait=false", { batch });
    expect(columns.status).to.equal("acknowledged");
    const points = [{ id: 5, vector: { "": [1, 2] }, payload: null }];
    await client.ok("PUT", "/collections/c/points?wait=true", {
      points,
      shard_key: null,
      update_filter: null,
    });
    expect(await client.ok("POST", "/collections/c/points/count", { exact: true })).to.deep.equal({
      count: 5,
    });
  });

  it("the Python client of Qdrant changes payloads and vectors of ids and of points that match a filter", async () => {
    const set = { payload: { seen: true }, points: null, filter: { must: [{ has_id: [1] }] }, key: null };
    await client.ok("POST", "/collections/c/points/payload?wait=true", set);
    await client.ok("PUT", "/collections/c/points/payload?wait=true", { payload: { m: 1 }, points: [2] });
    await client.ok("POST", "/collections/c/points/payload/delete?wait=true", { keys: ["n"], points: [1] });
    await client.ok("PUT", "/collections/c/points/vectors?wait=true", {
      points: [{ id: 2, vector: [3, 4] }],
      update_filter: null,
    });
    const body = { ids: [1, 2, 99], with_payload: true, with_vector: true, shard_key: null };
    const records = await client.ok("POST", "/collections/c/points", body);
    expect(records.map(({ id, payload }: never) => [id, payload])).to.deep.equal([
      [1, { seen: true }],
      [2, { m: 1 }],
    ]);
    expect(records[1].vector[0]).to.be.closeTo(0.6, 1e-6);
  });
});
