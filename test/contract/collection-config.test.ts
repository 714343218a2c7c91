// The configuration that a collection is created with: it is kept, and shown as it was given, with every default. The
// decision: an option without an effect is accepted with a warning.
import { expect } from "chai";
import { startTestServer, type TestServer } from "../support/rest.ts";

const VECTORS = { size: 4, distance: "Dot" };
const UPKEEP = { deleted_threshold: 0.2, vacuum_min_vector_number: 1000, max_segment_size: null };
/** The params that are shown when the request gives none. */
const PARAMS = { replication_factor: 1, write_consistency_factor: 1, on_disk_payload: true, shard_number: 1 };
const SHOWN = { default_segment_number: 0, flush_interval_sec: 0, ...UPKEEP };
const PLACE = "quantization_config";

describe("the configuration of a collection:", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  /** Creates `c` and returns its description. */
  async function created(body: object) {
    const { status, text } = await server.call("PUT", "/collections/c", { vectors_config: VECTORS, ...body });
    expect(status, text).to.equal(200);
    return (await server.call("GET", "/collections/c")).body.result;
  }

  async function warningsFor(body: object): Promise<string[] | undefined> {
    const { warnings } = await created(body);
    return warnings?.map(({ message }: { message: string }) => message);
  }

  it("the configuration of a collection accepts binary quantization beside a Manhattan vector with another quantization", async () => {
    const other = { size: 4, distance: "Manhattan", quantization_config: "Disabled" };
    const info = await created({ vectors_config: { a: VECTORS, b: other }, [PLACE]: { binary: {} } });
    expect(info.config.params.vectors.b).to.deep.equal(other);
  });

  it("the configuration of a collection shows every default when nothing is given, and has no warnings", async () => {
    const info = await created({});
    expect(info.config).to.deep.equal({
      params: { vectors: VECTORS, ...PARAMS },
      hnsw_config: { m: 16, ef_construct: 100, ef_search: 64, full_scan_threshold: 10_000 },
      quantization_config: { scalar: { type: "int8" } },
      optimizer_config: SHOWN,
      wal_config: { wal_capacity_mb: 32, wal_segments_ahead: 0 },
    });
    expect(info).to.not.have.property("warnings");
    expect(info).to.include({ status: "green", optimizer_status: "ok" });
    expect(info).to.include({ indexed_vectors_count: 0, segments_count: 1 });
  });

  it("the configuration of a collection treats null like a missing value in every option", async () => {
    const info = await created({
      vectors_config: { ...VECTORS, hnsw_config: null, quantization_config: null, on_disk: null },
      hnsw_config: { m: null, ef_construct: null, ef_search: null, full_scan_threshold: null },
      quantization_config: null,
      optimizers_config: { deleted_threshold: null, memmap_threshold: null, max_optimization_threads: null },
    });
    expect(info.config.params.vectors).to.deep.equal(VECTORS);
    expect(info.config.hnsw_config.m).to.equal(16);
    expect(info.config.optimizer_config).to.deep.equal(SHOWN);
    expect(info).to.not.have.property("warnings");
  });

  it("the configuration of a collection contains the state of the index, which is yellow while the index is being built", async () => {
    await created({});
    const collection = server.database.collection("c");
    collection.indexState = async () => ({
      indexed: 5,
      segments: 3,
      busy: true,
      reached: new Map(),
      work: null,
    });
    const { result } = (await server.call("GET", "/collections/c")).body;
    expect(result).to.include({
      status: "yellow",
      optimizer_status: "ok",
      indexed_vectors_count: 5,
      segments_count: 3,
    });
    expect(result).to.not.have.property("indexing");
  });

  for (const m of [0, 2, 512]) {
    it(`the configuration of a collection accepts m = ${m} for the graph`, async () => {
      expect((await created({ hnsw_config: { m } })).config.hnsw_config.m).to.equal(m);
    });
  }

  describe("quantization_config", () => {
    for (const given of [
      { scalar: { type: "int8" } },
      { scalar: { type: "int8", always_ram: true } },
      { binary: {} },
      { binary: { encoding: "one_bit", query_encoding: "default", always_ram: true } },
      "Disabled",
    ]) {
      it(`quantization_config is kept and shown as it was given: ${JSON.stringify(given)}`, async () => {
        const info = await created({ quantization_config: given });
        expect(info.config.quantization_config).to.deep.equal(given);
        expect(info).to.not.have.property("warnings");
      });
    }

    it("quantization_config may be given under the name quantization", async () => {
      const info = await created({ quantization: { binary: {} } });
      expect(info.config.quantization_config).to.deep.equal({ binary: {} });
    });

    it("quantization_config causes a warning for a quantile, which has no effect", async () => {
      expect(await warningsFor({ [PLACE]: { scalar: { type: "int8", quantile: 0.99 } } })).to.deep.equal([
        "quantization_config.scalar.quantile has no effect: every vector has a scale of its own and nothing is clipped",
      ]);
    });

    for (const kind of ["scalar", "binary"]) {
      it(`quantization_config causes a warning that ${kind} codes are always in memory`, async () => {
        const options = { ...(kind === "scalar" && { type: "int8" }), always_ram: false };
        expect(await warningsFor({ [PLACE]: { [kind]: options } })).to.deep.equal([
          `quantization_config.${kind}.always_ram false has no effect: codes are always in memory`,
        ]);
      });
    }
  });

  describe("options without an effect", () => {
    for (const [option, message] of [
      [{ replication_factor: 3 }, "replication_factor 3 has no effect: one server keeps one copy"],
      [{ write_consistency_factor: 2 }, "write_consistency_factor 2 has no effect: one server"],
      [{ on_disk_payload: false }, "on_disk_payload false has no effect: payloads leave memory"],
      [{ wal_config: { wal_capacity_mb: 64 } }, "wal_config has no effect: one log serves all collections"],
      [
        { strict_mode_config: { enabled: true } },
        "strict_mode_config has no effect, except for sparse_config: the server's own limits",
      ],
      [
        { hnsw_config: { on_disk: true } },
        "hnsw_config.on_disk true has no effect: graphs are always in memory",
      ],
      [
        { hnsw_config: { payload_m: 16 } },
        "hnsw_config.payload_m 16 has no effect: filtered searches walk the one",
      ],
      [
        { hnsw_config: { max_indexing_threads: 4 } },
        "hnsw_config.max_indexing_threads 4 has no effect: one thread",
      ],
      [
        { vectors_config: { ...VECTORS, datatype: "float16" } },
        'vectors_config.datatype "float16" has no effect',
      ],
      [
        { vectors_config: { ...VECTORS, memory: "cold" } },
        'vectors_config.memory "cold" has no effect: on_disk says',
      ],
      [{ [PLACE]: { product: { compression: "x16" } } }, `${PLACE}.product is served by 8-bit codes`],
      [{ [PLACE]: { turbo: {} } }, `${PLACE}.turbo is served by codes of one bit`],
      [{ [PLACE]: { turbo: { bits: "bits4" } } }, `${PLACE}.turbo is served by 8-bit codes`],
      [
        { [PLACE]: { binary: { encoding: "two_bits" } } },
        `${PLACE}.binary.encoding "two_bits" is served by codes of`,
      ],
      [
        { [PLACE]: { binary: { query_encoding: "scalar8bits" } } },
        `${PLACE}.binary.query_encoding has no effect`,
      ],
    ] as const) {
      it(`options without an effect cause a warning that says why: ${message}`, async () => {
        const warnings = (await warningsFor(option)) ?? [];
        expect(warnings, JSON.stringify(warnings)).to.have.length(1);
        expect(warnings[0]!.startsWith(message), warnings[0]).to.equal(true);
      });
    }

    it("options without an effect cause no warning if they ask for what Azimuth does anyway", async () => {
      const info = await created({
        shard_number: 1,
        sharding_method: "auto",
        replication_factor: 1,
        on_disk_payload: true,
        sparse_vectors: {},
        strict_mode_config: { enabled: false },
        hnsw_config: { on_disk: false, payload_m: 0, max_indexing_threads: 0 },
        vectors_config: { ...VECTORS, datatype: "float32", multivector_config: null },
      });
      expect(info).to.not.have.property("warnings");
    });

    it("options without an effect are kept and shown in the configuration", async () => {
      const info = await created({
        replication_factor: 2,
        hnsw_config: { payload_m: 16 },
        strict_mode_config: { max_timeout: 5 },
      });
      expect(info.config.params).to.include({ shard_number: 1, replication_factor: 2 });
      expect(info.config.hnsw_config).to.include({ payload_m: 16, m: 16 });
      expect(info.config.strict_mode_config).to.deep.equal({ max_timeout: 5 });
    });
  });

  it("the configuration of a collection contains metadata, which is kept whatever its keys are", async () => {
    const text = '{"owner":"me","__proto__":{"a":[1,null,{"b":2}]},"n":12345678901234567890}';
    const body = `{"vectors_config":{"size":4,"distance":"Dot"},"metadata":${text}}`;
    await server.call("PUT", "/collections/c", body);
    const { config } = (await server.call("GET", "/collections/c")).body.result;
    expect(config.metadata).to.deep.equal(JSON.parse(text));
  });

  describe("options of one vector", () => {
    it("options of one vector are shown only at the vectors that were given them", async () => {
      const image = {
        ...VECTORS,
        hnsw_config: { m: 32, ef_search: 128 },
        quantization_config: "Disabled",
        on_disk: false,
      };
      const info = await created({ vectors_config: { image, text: VECTORS }, hnsw_config: { m: 8 } });
      expect(info.config.params.vectors).to.deep.equal({ image, text: VECTORS });
      expect(info.config.hnsw_config.m).to.equal(8);
    });

    it("options of one vector are accepted for the unnamed vector", async () => {
      const vectors = { ...VECTORS, quantization_config: { binary: {} }, hnsw_config: { m: 4 } };
      expect((await created({ vectors_config: vectors })).config.params.vectors).to.deep.equal(vectors);
    });

    it("options of one vector cause warnings with the path of the vector", async () => {
      const quantization_config = { scalar: { type: "int8", quantile: 0.9 } };
      const [message] = (await warningsFor({ vectors_config: { a: { ...VECTORS, quantization_config } } }))!;
      expect(message).to.match(/^vectors_config\.a\.quantization_config\.scalar\.quantile has no effect/);
    });

    it("options of one vector may contain on_disk without a warning", async () => {
      const vectors = { ...VECTORS, on_disk: true };
      const info = await created({ vectors_config: vectors });
      expect(info.config.params.vectors).to.deep.equal(vectors);
      expect(info).to.not.have.property("warnings");
    });

    for (const quantization_config of ["Disabled", { binary: {} }]) {
      it(`options of one vector cause a warning that on_disk has no effect with ${JSON.stringify(quantization_config)}`, async () => {
        const vectors_config = { ...VECTORS, on_disk: true };
        const [message] = (await warningsFor({ vectors_config, quantization_config }))!;
        expect(message).to.match(
          /^vectors_config\.on_disk has no effect: with.* quantization .* which stay in memory/,
        );
      });
    }

    it('options of one vector are accepted for vectors with the names "size" and "distance"', async () => {
      const vectors = { size: VECTORS, distance: VECTORS };
      expect((await created({ vectors_config: vectors })).config.params.vectors).to.deep.equal(vectors);
    });
  });

  describe("optimizers_config", () => {
    for (const key of ["optimizers_config", "optimizer_config"]) {
      it(`optimizers_config is read from ${key}, kept and shown`, async () => {
        const given = { deleted_threshold: 0.5, vacuum_min_vector_number: 100, max_segment_size: 200_000 };
        const info = await created({ [key]: given });
        expect(info.config.optimizer_config).to.deep.equal({ ...SHOWN, ...given });
        expect(info).to.not.have.property("warnings");
      });
    }

    for (const [option, value] of [
      ["default_segment_number", 2],
      ["indexing_threshold", 0],
      ["memmap_threshold", 1000],
      ["flush_interval_sec", 5],
      ["max_optimization_threads", "auto"],
      ["prevent_unoptimized", true],
    ] as const) {
      it(`optimizers_config keeps ${option} with a warning that it has no effect`, async () => {
        const info = await created({ optimizers_config: { [option]: value } });
        expect(info.config.optimizer_config).to.deep.equal({ ...SHOWN, [option]: value });
        expect(info.warnings).to.have.length(1);
        expect(info.warnings[0].message).to.match(new RegExp(`^optimizers_config.${option} has no effect: `));
      });
    }

    it("optimizers_config causes a warning when its segments would stay too small for a graph", async () => {
      const optimizers_config = { max_segment_size: 5000 };
      expect(await warningsFor({ optimizers_config })).to.deep.equal([
        "vectors_config never gets a graph: optimizers_config.max_segment_size 5000 is below " +
          "hnsw_config.full_scan_threshold 10000",
      ]);
      await server.call("DELETE", "/collections/c");
      expect(await warningsFor({ optimizers_config, hnsw_config: { m: 0 } })).to.equal(undefined);
    });
  });
});
