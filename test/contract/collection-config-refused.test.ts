// Configurations that a collection is not created with. The decision: each refusal names the field, the expected value
// and the given value.
import { expect } from "chai";
import { startTestServer, type TestServer } from "../support/rest.ts";

const VECTORS = { size: 4, distance: "Dot" };
const PLACE = "quantization_config";
const NO_SIGNS =
  'binary quantization cannot estimate the distance "Manhattan"; ' +
  'give this vector the quantization_config {"scalar": {"type": "int8"}} or "Disabled", or another distance';
const NO_QUANTIZATION = 'expected {"scalar": {"type": "int8"}}, {"binary": {}} or "Disabled"';
const M = "expected 0 for no graph or an integer from 2 to 512";

describe("an invalid configuration", () => {
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
      { [PLACE]: { product: { compression: "x3" } } },
      `${PLACE}.product.compression: expected "x4", "x8", "x16", "x32" or "x64", got "x3"`,
    ],
    [
      { [PLACE]: { turbo: { bits: "bits3" } } },
      `${PLACE}.turbo.bits: expected "bits1", "bits1_5", "bits2", "bits4" or "bits8", got "bits3"`,
    ],
    [{ [PLACE]: { other: {} } }, `${PLACE}: ${NO_QUANTIZATION}, got an object with the keys "other"`],
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
      { [PLACE]: { binary: { encoding: "three_bits" } } },
      `${PLACE}.binary.encoding: expected "one_bit", "two_bits" or "one_and_half_bits", got "three_bits"`,
    ],
    [
      { vectors_config: { size: 4, distance: "Manhattan" }, [PLACE]: { binary: {} } },
      `vectors_config: ${NO_SIGNS}`,
    ],
    [
      { vectors_config: { a: VECTORS, b: { size: 4, distance: "Manhattan" } }, [PLACE]: { binary: {} } },
      `vectors_config.b: ${NO_SIGNS}`,
    ],
    [{ quantization: { product: {} } }, "quantization.product.compression is required"],
    [
      { [PLACE]: { turbo: {} }, vectors_config: { size: 4, distance: "Manhattan" } },
      `vectors_config: ${NO_SIGNS}`,
    ],
    [
      { sparse_vectors: { words: { modifier: "bm25" } } },
      'sparse_vectors.words.modifier: expected "none" or "idf", got "bm25"',
    ],
    [
      { vectors_config: { ...VECTORS, multivector_config: { comparator: "max_sim" } } },
      "vectors_config.multivector_config: multivectors are not supported; a point has one vector under each name",
    ],
    [
      { sharding_method: "custom" },
      'sharding_method: "custom" is not supported, there are no shard keys; use "auto" and a payload field',
    ],
    [{ shard_number: 0 }, "shard_number: expected an integer of at least 1, got 0"],
    [{ shard_number: 65 }, "shard_number: expected an integer from 1 to 64, got 65"],
    [{ metadata: [] }, "metadata: expected an object, got an array"],
    [
      { wal_config: { wal_capacity_mb: 0 } },
      "wal_config.wal_capacity_mb: expected an integer of at least 1, got 0",
    ],
    [
      { vectors_config: { ...VECTORS, datatype: "float64" } },
      'vectors_config.datatype: expected "float32", "uint8", "float16", "turbo4", "turbo8" or "turbo16", got "float64"',
    ],
    [
      { metadata: { text: "x".repeat(262_144) } },
      "metadata: expected at most 262144 characters as JSON, all keys together, got 262155; " +
        "set keys that are not needed to null, or keep this elsewhere",
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
      { optimizer_config: { max_segment_size: 1023 } },
      "optimizer_config.max_segment_size: expected at least 1024 (KB of vectors: 1 MiB), got 1023; " +
        "leave it out for segments as large as can be",
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
      { vectors_config: { a: { ...VECTORS, quantization_config: { pq: {} } } } },
      `vectors_config.a.${PLACE}: ${NO_QUANTIZATION}, got an object with the keys "pq"`,
    ],
  ] as const) {
    it(`an invalid configuration is refused with the reason: ${error}`, async () => {
      const body = { vectors_config: VECTORS, ...given };
      const answer = await server.call("PUT", "/collections/c", body);
      expect([answer.status, answer.body.status.error]).to.deep.equal([400, error]);
      expect((await server.call("GET", "/collections/c")).status).to.equal(404);
    });
  }
});
