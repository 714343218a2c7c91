// PATCH of a collection. The decision: the given options are merged into the configuration, and the segments are
// changed in the background.
import { expect } from "chai";
import { AS_QDRANT, createCollection, startTestServer, type TestServer } from "../support/rest.ts";

describe("PATCH /collections/{collection_name}", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const patch = (body: unknown, name = "c") => server.call("PATCH", `/collections/${name}`, body);
  const configOf = async () => (await server.call("GET", "/collections/c")).body.result.config;

  async function patched(body: object) {
    const { status, body: answer, text } = await patch(body);
    expect([status, answer.result], text).to.deep.equal([200, true]);
    return configOf();
  }

  it("PATCH /collections/{name} changes the given options of the index and no others", async () => {
    await createCollection(server);
    const { hnsw_config } = await patched({ hnsw_config: { m: 32, ef_search: 7, ef_construct: null } });
    expect(hnsw_config).to.deep.equal({
      m: 32,
      ef_construct: 100,
      ef_search: 7,
      full_scan_threshold: 10_000,
    });
  });

  it("PATCH /collections/{name} ignores unknown options in the qdrant dialect, numbers that the log cannot contain included", async () => {
    await createCollection(server);
    const before = await configOf();
    const answer = await server.call(
      "PATCH",
      "/collections/c",
      '{"params": {"payload": {"x": 18446744073709551615}, "__proto__": 1}}',
      AS_QDRANT,
    );
    expect(answer.status, answer.text).to.equal(200);
    expect(await configOf()).to.deep.equal(before);
  });

  for (const key of ["optimizers_config", "optimizer_config"]) {
    it(`PATCH /collections/{name} changes the given options of ${key}`, async () => {
      await createCollection(server);
      await patched({ [key]: { deleted_threshold: 0.5 } });
      const { optimizer_config } = await patched({ [key]: { max_segment_size: 5000 } });
      expect(optimizer_config).to.include({ deleted_threshold: 0.5, max_segment_size: 5000 });
    });
  }

  it("PATCH /collections/{name} refuses segments of less than 1 MiB natively, and accepts them in the qdrant dialect", async () => {
    await createCollection(server);
    const body = { optimizers_config: { max_segment_size: 1023 } };
    const { status, text } = await server.call("PATCH", "/collections/c", body);
    expect(status).to.equal(400);
    expect(text).to.include("expected at least 1024 (KB of vectors: 1 MiB), got 1023");
    expect((await configOf()).optimizer_config.max_segment_size).to.equal(null);
    expect((await server.call("PATCH", "/collections/c", body, AS_QDRANT)).status).to.equal(200);
    expect((await configOf()).optimizer_config.max_segment_size).to.equal(1023);
  });

  for (const key of ["quantization_config", "quantization"]) {
    it(`PATCH /collections/{name} replaces the whole of ${key}`, async () => {
      await createCollection(server);
      expect((await patched({ [key]: { binary: {} } })).quantization_config).to.deep.equal({ binary: {} });
      expect((await patched({ [key]: "Disabled" })).quantization_config).to.equal("Disabled");
    });
  }

  it("PATCH /collections/{name} merges metadata by key, and deletes a key whose value is null", async () => {
    await createCollection(server);
    await patched({ metadata: { owner: "me", version: 1, tags: { a: 1 } } });
    const { metadata } = await patched({
      metadata: { version: 2, owner: null, tags: { b: 2 }, more: [null] },
    });
    expect(metadata).to.deep.equal({ version: 2, tags: { b: 2 }, more: [null] });
    expect(await patched({ metadata: { version: null, tags: null, more: null } })).to.not.have.property(
      "metadata",
    );
  });

  it("PATCH /collections/{name} merges params and shows the result", async () => {
    await createCollection(server);
    const { params } = await patched({ params: { replication_factor: 2 } });
    expect(params).to.include({ replication_factor: 2, write_consistency_factor: 1 });
  });

  for (const key of ["vectors", "vectors_config"]) {
    it(`PATCH /collections/{name} changes ${key} of one of several vectors`, async () => {
      await createCollection(server, {
        image: { size: 2, distance: "Dot", hnsw_config: { m: 4, ef_construct: 50 } },
        text: { size: 3, distance: "Cosine" },
      });
      const change = { hnsw_config: { m: 8 }, quantization_config: { binary: {} }, on_disk: true };
      expect((await patched({ [key]: { image: change } })).params.vectors).to.deep.equal({
        image: {
          ...{ size: 2, distance: "Dot", on_disk: true },
          hnsw_config: { m: 8, ef_construct: 50 },
          quantization_config: { binary: {} },
        },
        text: { size: 3, distance: "Cosine" },
      });
    });
  }

  it('PATCH /collections/{name} changes the unnamed vector under the name ""', async () => {
    await createCollection(server);
    const { params } = await patched({ vectors: { "": { on_disk: true } } });
    expect(params.vectors).to.deep.equal({ size: 4, distance: "Dot", on_disk: true });
  });

  it("PATCH /collections/{name} changes nothing for an empty body", async () => {
    await createCollection(server);
    const before = await configOf();
    expect(await patched({})).to.deep.equal(before);
  });

  it("PATCH /collections/{name} warns of an option without an effect", async () => {
    await createCollection(server);
    await patched({ optimizers_config: { indexing_threshold: 1 } });
    const { warnings } = (await server.call("GET", "/collections/c")).body.result;
    expect(warnings[0].message).to.match(/^optimizers_config\.indexing_threshold has no effect/);
  });

  for (const [body, error] of [
    [{ hnsw_config: { m: 1 } }, "hnsw_config.m: expected 0 for no graph or an integer from 2 to 512, got 1"],
    [{ metadata: 5 }, "metadata: expected an object, got 5"],
    [{ vectors: { other: {} } }, "vectors: there is no vector named 'other', there is the unnamed one"],
    [{ vectors: { "": { on_disk: 5 } } }, "vectors..on_disk: expected a boolean, got 5"],
    [{ quantization_config: {} }, /^quantization_config: expected .* got an object with no keys$/],
    [{ sparse_vectors: { a: {} } }, /^sparse_vectors: Not existing vector name error: a/],
  ] as const) {
    it(`PATCH /collections/{name} refuses ${JSON.stringify(body)} and changes nothing`, async () => {
      await createCollection(server);
      const before = await configOf();
      const { status, body: answer } = await patch(body);
      expect(status).to.equal(400);
      expect(answer.status.error).to.match(
        error instanceof RegExp ? error : new RegExp(`^${literally(error)}$`),
      );
      expect(await configOf()).to.deep.equal(before);
    });
  }

  it("PATCH /collections/{name} refuses binary codes for a vector with the distance Manhattan", async () => {
    await createCollection(server, { size: 4, distance: "Manhattan" });
    expect((await patch({ quantization_config: { binary: {} } })).status).to.equal(400);
  });

  it("PATCH /collections/{name} answers 404 for a missing collection, and 412 for one that is marked as deleted", async () => {
    const absent = await patch({}, "d");
    expect([absent.status, absent.body.status.error]).to.deep.equal([404, "Collection not found: d"]);
    await createCollection(server);
    await server.call("DELETE", "/collections/c?undo_seconds=60");
    const marked = await patch({});
    expect([marked.status, marked.body.status.error]).to.deep.equal([412, "Collection deleted: c"]);
  });

  it("PATCH /collections/{name} rebuilds the segments in the background, with every point found as before", async () => {
    await createCollection(server, { size: 4, distance: "Euclid" });
    const points = Array.from({ length: 300 }, (_, id) => ({
      id,
      vector: [id, id % 7, 1, 0],
      payload: { id },
    }));
    await server.call("PUT", "/collections/c/points", { points });
    await patched({ hnsw_config: { m: 8, full_scan_threshold: 10 }, quantization_config: "Disabled" });
    await server.database.optimized();
    const info = (await server.call("GET", "/collections/c")).body.result;
    expect(info).to.include({ status: "green", points_count: 300 });
    const { body } = await server.call("POST", "/collections/c/points/search", {
      vector: [70, 0, 1, 0],
      limit: 1,
    });
    expect(body.result[0]).to.include({ id: 70, score: 0 });
  });
});

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
