// Collections, payload indexes and aliases in the qdrant dialect: the fields that clients read, and the texts that they
// search for words.
import { expect } from "chai";
import { AS_QDRANT, startTestServer, type TestServer } from "../../support/rest.ts";

const VECTORS = { size: 4, distance: "Cosine" };

describe("collections in the qdrant dialect", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const call = (method: string, path: string, body?: unknown) => server.call(method, path, body, AS_QDRANT);
  const info = async () => (await call("GET", "/collections/c")).body.result;
  const refused = async (method: string, path: string, body: unknown) => {
    const answer = await call(method, path, body);
    return [answer.status, answer.body.status.error];
  };

  it("collections in the qdrant dialect are returned with every field that a client reads", async () => {
    await call("PUT", "/collections/c", { vectors: VECTORS });
    expect(await info()).to.deep.equal({
      status: "green",
      optimizer_status: "ok",
      indexed_vectors_count: 0,
      points_count: 0,
      segments_count: 1,
      config: {
        params: {
          vectors: VECTORS,
          shard_number: 1,
          replication_factor: 1,
          write_consistency_factor: 1,
          on_disk_payload: true,
        },
        hnsw_config: { m: 16, ef_construct: 100, full_scan_threshold: 10_000 },
        optimizer_config: {
          deleted_threshold: 0.2,
          vacuum_min_vector_number: 1000,
          default_segment_number: 0,
          max_segment_size: null,
          flush_interval_sec: 0,
        },
        wal_config: { wal_capacity_mb: 32, wal_segments_ahead: 0 },
        quantization_config: null,
      },
      payload_schema: {},
    });
  });

  for (const quantization_config of [
    "Disabled",
    { scalar: { type: "int8", always_ram: true } },
    { binary: {} },
  ]) {
    it(`collections in the qdrant dialect are returned with the quantization ${JSON.stringify(quantization_config)} that a PATCH has set`, async () => {
      await call("PUT", "/collections/c", { vectors: VECTORS });
      expect((await call("PATCH", "/collections/c", { quantization_config })).body.result).to.equal(true);
      const expected = quantization_config === "Disabled" ? null : quantization_config;
      expect((await info()).config.quantization_config).to.deep.equal(expected);
    });
  }

  it("collections in the qdrant dialect get segments of 1 MiB if a client asks for smaller ones, with a warning", async () => {
    const vectors = { size: 256, distance: "Dot" };
    await call("PUT", "/collections/c", { vectors, optimizers_config: { max_segment_size: 1 } });
    const { config, warnings } = await info();
    expect(config.optimizer_config.max_segment_size).to.equal(1);
    expect(warnings[0].message).to.equal(
      "optimizers_config.max_segment_size 1 is taken as 1024: a segment holds at least 1 MiB of vectors",
    );
    const points = Array.from({ length: 1000 }, (_, id) => ({ id, vector: Array(256).fill(id % 7) }));
    await call("PUT", "/collections/c/points?wait=true", { points });
    expect(server.database.collection("c").segments.all).to.have.length(1);
  });

  it("collections in the qdrant dialect are created by the requests of Roo Code, Open WebUI and mcp-server-qdrant", async () => {
    for (const body of [
      { vectors: { ...VECTORS, on_disk: true }, hnsw_config: { m: 64, ef_construct: 512, on_disk: true } },
      { vectors: VECTORS, hnsw_config: { m: 0, payload_m: 16 } },
      { vectors: { "fast-all-minilm-l6-v2": VECTORS } },
      { vectors: VECTORS, sparse_vectors: null, shard_number: null, on_disk_payload: null, metadata: null },
    ]) {
      expect((await call("PUT", "/collections/c", body)).body.result, JSON.stringify(body)).to.equal(true);
      await call("DELETE", "/collections/c");
    }
  });

  it("collections in the qdrant dialect return a payload index with the schema of its request", async () => {
    await call("PUT", "/collections/c", { vectors: VECTORS });
    const field_schema = { type: "keyword", is_tenant: true };
    const index = { field_name: "group_id", field_schema };
    const { result } = (await call("PUT", "/collections/c/index?wait=true", index)).body;
    expect(result.status).to.equal("completed");
    await call("PUT", "/collections/c/index", { field_name: "n", field_schema: "integer" });
    expect((await info()).payload_schema).to.deep.equal({
      group_id: { data_type: "keyword", params: field_schema, points: 0 },
      n: { data_type: "integer", points: 0 },
    });
  });

  it("collections in the qdrant dialect acknowledge a payload index without wait", async () => {
    await call("PUT", "/collections/c", { vectors: VECTORS });
    const index = { field_name: "n", field_schema: "integer" };
    expect((await call("PUT", "/collections/c/index", index)).body.result.status).to.equal("acknowledged");
  });

  it("collections in the qdrant dialect have aliases under the path that clients use", async () => {
    await call("PUT", "/collections/c", { vectors: VECTORS });
    const actions = [{ create_alias: { alias_name: "x", collection_name: "c" } }];
    expect((await call("POST", "/collections/aliases", { actions })).body.result).to.equal(true);
    const aliases = [{ alias_name: "x", collection_name: "c" }];
    expect((await call("GET", "/aliases")).body.result).to.deep.equal({ aliases });
    expect((await call("GET", "/collections/c/aliases")).body.result).to.deep.equal({ aliases });
    expect(await refused("PUT", "/collections/x", { vectors: VECTORS })).to.deep.equal([
      400,
      "Wrong input: Can't create collection with name x. Alias with the same name already exists",
    ]);
    const rename = [{ rename_alias: { old_alias_name: "y", new_alias_name: "z" } }];
    expect(await refused("POST", "/collections/aliases", { actions: rename })).to.deep.equal([
      404,
      "Not found: Alias y does not exists!",
    ]);
  });

  for (const [body, status, error] of [
    [
      { field_name: "n" },
      400,
      "Bad request: Can't auto-detect field type, please specify `field_schema` in the request",
    ],
    [
      { field_name: "n", field_schema: { type: "integer", lookup: false, range: false } },
      422,
      "Validation error in JSON body: [field_schema: Validation error: the 'lookup' and 'range' capabilities can't be both disabled]",
    ],
  ] as const) {
    it(`collections in the qdrant dialect refuse the payload index ${JSON.stringify(body)}`, async () => {
      await call("PUT", "/collections/c", { vectors: VECTORS });
      expect(await refused("PUT", "/collections/c/index", body)).to.deep.equal([status, error]);
    });
  }

  it("collections in the qdrant dialect refuse a PATCH with an unknown vector name", async () => {
    await call("PUT", "/collections/c", { vectors: VECTORS });
    expect(await refused("PATCH", "/collections/c", { vectors: { other: {} } })).to.deep.equal([
      400,
      "Wrong input: Not existing vector name error: other",
    ]);
  });

  it("collections in the qdrant dialect distinguish 0 from a negative number in the error where at least one is required", async () => {
    const zero = await refused("PUT", "/collections/c", { vectors: VECTORS, shard_number: 0 });
    expect(zero).to.deep.equal([
      422,
      "Validation error in JSON body: [shard_number: value 0 invalid, must be 1 or larger]",
    ]);
    const [status] = await refused("PUT", "/collections/c", { vectors: VECTORS, shard_number: -1 });
    expect(status).to.equal(400);
  });
});
