// What a collection can be told at its creation: kept, shown as given, with every default, and truthful about options
// that have no effect.
import { expect } from "chai";
import { startTestServer, type TestServer } from "../support/rest.ts";

const VECTORS = { size: 4, distance: "Dot" };
const UPKEEP = { deleted_threshold: 0.2, vacuum_min_vector_number: 1000, max_segment_size: null };
const PLACE = "quantization_config";

describe("the configuration of a collection", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  /** Creates `c` and answers what it says about itself. */
  async function created(body: object) {
    const { status, text } = await server.call("PUT", "/collections/c", { vectors_config: VECTORS, ...body });
    expect(status, text).to.equal(200);
    return (await server.call("GET", "/collections/c")).body.result;
  }

  async function warningsFor(body: object): Promise<string[] | undefined> {
    const { warnings } = await created(body);
    return warnings?.map(({ message }: { message: string }) => message);
  }

  it("takes binary quantization beside a vector of Manhattan distance that has another", async () => {
    const other = { size: 4, distance: "Manhattan", quantization_config: "Disabled" };
    const info = await created({ vectors_config: { a: VECTORS, b: other }, [PLACE]: { binary: {} } });
    expect(info.config.params.vectors.b).to.deep.equal(other);
  });

  it("is shown with every default when nothing is given, and warns of nothing", async () => {
    const info = await created({});
    expect(info.config).to.deep.equal({
      params: { vectors: VECTORS },
      hnsw_config: { m: 16, ef_construct: 100, ef_search: 64, full_scan_threshold: 10_000 },
      quantization_config: { scalar: { type: "int8" } },
      optimizer_config: UPKEEP,
    });
    expect(info).to.not.have.property("warnings");
    expect(info).to.include({ status: "green", optimizer_status: "ok" });
    expect(info).to.include({ indexed_vectors_count: 0, segments_count: 1 });
  });

  it("takes null everywhere for what is left out", async () => {
    const info = await created({
      vectors_config: { ...VECTORS, hnsw_config: null, quantization_config: null, on_disk: null },
      hnsw_config: { m: null, ef_construct: null, ef_search: null, full_scan_threshold: null },
      quantization_config: null,
      optimizers_config: { deleted_threshold: null, memmap_threshold: null, max_optimization_threads: null },
    });
    expect(info.config.params.vectors).to.deep.equal(VECTORS);
    expect(info.config.hnsw_config.m).to.equal(16);
    expect(info.config.optimizer_config).to.deep.equal(UPKEEP);
    expect(info).to.not.have.property("warnings");
  });

  it("comes with the state of the index, and is yellow while that is being worked on", async () => {
    await created({});
    const collection = server.database.collection("c");
    collection.indexState = async () => ({ indexed: 5, segments: 3, busy: true });
    expect((await server.call("GET", "/collections/c")).body.result).to.include({
      status: "yellow",
      optimizer_status: "ok",
      indexed_vectors_count: 5,
      segments_count: 3,
    });
  });

  for (const m of [0, 2, 512]) {
    it(`takes an m of ${m}`, async () => {
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
      it(`is kept and shown: ${JSON.stringify(given)}`, async () => {
        const info = await created({ quantization_config: given });
        expect(info.config.quantization_config).to.deep.equal(given);
        expect(info).to.not.have.property("warnings");
      });
    }

    it("is also called quantization", async () => {
      const info = await created({ quantization: { binary: {} } });
      expect(info.config.quantization_config).to.deep.equal({ binary: {} });
    });

    it("says that a quantile has no effect", async () => {
      expect(await warningsFor({ [PLACE]: { scalar: { type: "int8", quantile: 0.99 } } })).to.deep.equal([
        "quantization_config.scalar.quantile has no effect: every vector has a scale of its own and nothing is clipped",
      ]);
    });

    for (const kind of ["scalar", "binary"]) {
      it(`says that ${kind} codes cannot leave memory`, async () => {
        const options = { ...(kind === "scalar" && { type: "int8" }), always_ram: false };
        expect(await warningsFor({ [PLACE]: { [kind]: options } })).to.deep.equal([
          `quantization_config.${kind}.always_ram false has no effect: codes are always in memory`,
        ]);
      });
    }
  });

  describe("of one vector", () => {
    it("is shown where it was given and only there", async () => {
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

    it("works for the unnamed one too", async () => {
      const vectors = { ...VECTORS, quantization_config: { binary: {} }, hnsw_config: { m: 4 } };
      expect((await created({ vectors_config: vectors })).config.params.vectors).to.deep.equal(vectors);
    });

    it("warns with the vector's path", async () => {
      const quantization_config = { scalar: { type: "int8", quantile: 0.9 } };
      const [message] = (await warningsFor({ vectors_config: { a: { ...VECTORS, quantization_config } } }))!;
      expect(message).to.match(/^vectors_config\.a\.quantization_config\.scalar\.quantile has no effect/);
    });

    it("keeps on_disk and says that it has no effect yet", async () => {
      const vectors = { ...VECTORS, on_disk: true };
      const info = await created({ vectors_config: vectors });
      expect(info.config.params.vectors).to.deep.equal(vectors);
      expect(info.warnings).to.deep.equal([
        { message: "vectors_config.on_disk has no effect yet: this version keeps all vectors in memory" },
      ]);
    });

    it("may be called size or distance", async () => {
      const vectors = { size: VECTORS, distance: VECTORS };
      expect((await created({ vectors_config: vectors })).config.params.vectors).to.deep.equal(vectors);
    });
  });

  describe("optimizers_config", () => {
    for (const key of ["optimizers_config", "optimizer_config"]) {
      it(`is read from ${key}, kept and shown`, async () => {
        const given = { deleted_threshold: 0.5, vacuum_min_vector_number: 100, max_segment_size: 200_000 };
        const info = await created({ [key]: given });
        expect(info.config.optimizer_config).to.deep.equal(given);
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
      it(`keeps ${option} and says that it has no effect`, async () => {
        const info = await created({ optimizers_config: { [option]: value } });
        expect(info.config.optimizer_config).to.deep.equal({ ...UPKEEP, [option]: value });
        expect(info.warnings).to.have.length(1);
        expect(info.warnings[0].message).to.match(new RegExp(`^optimizers_config.${option} has no effect: `));
      });
    }

    it("says when its segments would stay too small for a graph", async () => {
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

const NO_SIGNS =
  'binary quantization cannot estimate the distance "Manhattan"; ' +
  'give this vector the quantization_config {"scalar": {"type": "int8"}} or "Disabled", or another distance';
const NO_QUANTIZATION = 'expected {"scalar": {"type": "int8"}}, {"binary": {}} or "Disabled"';
const M = "expected 0 for no graph or an integer from 2 to 512";

describe("a configuration that is refused", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());

  for (const [given, error] of [
    [{ hnsw_config: { m: 1 } }, `hnsw_config.m: ${M}, got 1`],
    [{ hnsw_config: { m: 513 } }, `hnsw_config.m: ${M}, got 513`],
    [{ hnsw_config: { m: -1 } }, `hnsw_config.m: ${M}, got -1`],
    [{ hnsw_config: { m: "16" } }, `hnsw_config.m: ${M}, got "16"`],
    [{ hnsw_config: 5 }, "hnsw_config: expected an object, got 5"],
    [
      { hnsw_config: { ef_construct: 3 } },
      "hnsw_config.ef_construct: expected an integer from 4 to 10000, got 3",
    ],
    [{ hnsw_config: { ef_search: 0 } }, "hnsw_config.ef_search: expected an integer from 1 to 10000, got 0"],
    [
      { hnsw_config: { full_scan_threshold: 9 } },
      "hnsw_config.full_scan_threshold: expected an integer of at least 10, got 9",
    ],
    [
      { [PLACE]: { product: { compression: "x16" } } },
      `${PLACE}: ${NO_QUANTIZATION}, got an object with the keys "product"`,
    ],
    [{ [PLACE]: { turbo: {} } }, `${PLACE}: ${NO_QUANTIZATION}, got an object with the keys "turbo"`],
    [{ [PLACE]: {} }, `${PLACE}: ${NO_QUANTIZATION}, got an object with no keys`],
    [
      { [PLACE]: { scalar: { type: "int8" }, binary: {} } },
      `${PLACE}: ${NO_QUANTIZATION}, got an object with the keys "scalar", "binary"`,
    ],
    [{ [PLACE]: "int8" }, `${PLACE}: ${NO_QUANTIZATION}, got "int8"`],
    [{ [PLACE]: { scalar: { type: "int4" } } }, `${PLACE}.scalar.type: expected "int8", got "int4"`],
    [{ [PLACE]: { scalar: {} } }, `${PLACE}.scalar.type is required`],
    [
      { [PLACE]: { scalar: { type: "int8", quantile: 0.4 } } },
      `${PLACE}.scalar.quantile: expected a number from 0.5 to 1, got 0.4`,
    ],
    [
      { [PLACE]: { binary: { encoding: "two_bits" } } },
      `${PLACE}.binary.encoding: expected "one_bit", got "two_bits"`,
    ],
    [
      { vectors_config: { size: 4, distance: "Manhattan" }, [PLACE]: { binary: {} } },
      `vectors_config: ${NO_SIGNS}`,
    ],
    [
      { vectors_config: { a: VECTORS, b: { size: 4, distance: "Manhattan" } }, [PLACE]: { binary: {} } },
      `vectors_config.b: ${NO_SIGNS}`,
    ],
    [
      { quantization: { product: {} } },
      `quantization: ${NO_QUANTIZATION}, got an object with the keys "product"`,
    ],
    [
      { optimizers_config: { deleted_threshold: 1.5 } },
      "optimizers_config.deleted_threshold: expected a number from 0 to 1, got 1.5",
    ],
    [
      { optimizer_config: { vacuum_min_vector_number: 99 } },
      "optimizer_config.vacuum_min_vector_number: expected an integer of at least 100, got 99",
    ],
    [
      { optimizers_config: { max_segment_size: 0 } },
      "optimizers_config.max_segment_size: expected an integer of at least 1, got 0",
    ],
    [
      { optimizers_config: { max_optimization_threads: "all" } },
      'optimizers_config.max_optimization_threads: expected an integer of at least 0 or "auto", got "all"',
    ],
    [{ vectors_config: { ...VECTORS, on_disk: 1 } }, "vectors_config.on_disk: expected a boolean, got 1"],
    [{ vectors_config: { ...VECTORS, hnsw_config: { m: 1 } } }, `vectors_config.hnsw_config.m: ${M}, got 1`],
    [
      { vectors_config: { size: 65_537, distance: "Dot", hnsw_config: { m: 8 } } },
      "vectors_config.size: expected an integer from 1 to 65536, got 65537",
    ],
    [{ vectors_config: { distance: "Dot", hnsw_config: { m: 8 } } }, "vectors_config.size is required"],
    [
      { vectors_config: { a: { ...VECTORS, hnsw_config: { ef_construct: 0 } } } },
      "vectors_config.a.hnsw_config.ef_construct: expected an integer from 4 to 10000, got 0",
    ],
    [
      { vectors_config: { a: { ...VECTORS, quantization_config: { product: {} } } } },
      `vectors_config.a.${PLACE}: ${NO_QUANTIZATION}, got an object with the keys "product"`,
    ],
  ] as const) {
    it(`is told why: ${error}`, async () => {
      const body = { vectors_config: VECTORS, ...given };
      const answer = await server.call("PUT", "/collections/c", body);
      expect([answer.status, answer.body.status.error]).to.deep.equal([400, error]);
      expect((await server.call("GET", "/collections/c")).status).to.equal(404);
    });
  }
});
