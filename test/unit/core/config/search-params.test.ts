// The parameters that the engine gets for a search and for a vector store, for combinations of what users configure.
import { expect } from "chai";
import {
  completeConfig,
  type FieldConfig,
  fieldConfigs,
} from "../../../../src/core/config/collection-config.ts";
import {
  candidatesOf,
  DEFAULT_SEARCH,
  engineOptions,
  type SearchParams,
  storeSpecOf,
} from "../../../../src/core/config/search-params.ts";
import type { CollectionConfig, VectorField } from "../../../../src/core/config/types.ts";

const VECTOR: VectorField = { name: "", size: 4, distance: "Dot" };

function fieldOf(
  vector: Partial<VectorField> = {},
  collection: Partial<Omit<CollectionConfig, "vectors">> = {},
): FieldConfig {
  return fieldConfigs(completeConfig({ ...collection, vectors: [{ ...VECTOR, ...vector }] }))[0]!;
}

const INT8 = fieldOf();
const NONE = fieldOf({ quantization_config: "Disabled" });

function searchOf(
  params: Partial<Omit<SearchParams, "quantization">>,
  quantization: Partial<SearchParams["quantization"]> = {},
): SearchParams {
  return {
    ...DEFAULT_SEARCH,
    ...params,
    quantization: { ...DEFAULT_SEARCH.quantization, ...quantization },
  };
}

describe("the engine's options of a search", () => {
  it("the engine's options of a search contain only k and the collection's ef by default", () => {
    expect(engineOptions(DEFAULT_SEARCH, INT8, 10)).to.deep.equal({ k: 10, ef: 64 });
    const field = fieldOf({ hnsw_config: { ef_search: 200 } });
    expect(engineOptions(DEFAULT_SEARCH, field, 10)).to.deep.equal({ k: 10, ef: 200 });
  });

  it("the engine's options of a search take ef from the request if it has one, even a smaller one", () => {
    expect(engineOptions(searchOf({ ef: 128 }), INT8, 10).ef).to.equal(128);
    expect(engineOptions(searchOf({ ef: 12 }), INT8, 10).ef).to.equal(12);
  });

  it("the engine's options of a search never have ef below k", () => {
    expect(engineOptions(searchOf({ ef: 1 }), INT8, 10).ef).to.equal(10);
    expect(engineOptions(DEFAULT_SEARCH, INT8, 1000).ef).to.equal(1000);
  });

  it("the engine's options of a search contain exact and indexed_only on request", () => {
    const options = engineOptions(searchOf({ exact: true, indexedOnly: true }), INT8, 10);
    expect(options).to.deep.equal({ k: 10, ef: 64, exact: true, indexedOnly: true });
  });

  it("the engine's options of a search leave the number of rescored candidates to the engine with rescore true", () => {
    expect(engineOptions(searchOf({}, { rescore: true }), INT8, 10)).to.deep.equal({ k: 10, ef: 64 });
  });

  it("the engine's options of a search rescore k candidates with rescore false, whatever the oversampling is", () => {
    const search = searchOf({}, { rescore: false, oversampling: 50 });
    expect(engineOptions(search, INT8, 10)).to.deep.equal({ k: 10, ef: 64, rescore: 10 });
  });

  it("the engine's options of a search rescore k times the oversampling candidates, rounded up", () => {
    const search = searchOf({}, { oversampling: 2.05 });
    expect(engineOptions(search, INT8, 10)).to.deep.equal({ k: 10, ef: 64, rescore: 21 });
  });

  it("the engine's options of a search have ef at least as large as the number of rescored candidates", () => {
    const search = searchOf({ ef: 20 }, { oversampling: 4 });
    expect(engineOptions(search, INT8, 10)).to.deep.equal({ k: 10, ef: 40, rescore: 40 });
  });

  it("the engine's options of a search search the f32 vectors with ignore, and then rescore nothing", () => {
    const search = searchOf({}, { ignore: true, rescore: false, oversampling: 4 });
    expect(engineOptions(search, INT8, 10)).to.deep.equal({ k: 10, ef: 64, ignoreCodes: true });
  });

  it("the engine's options of a search have neither ignore nor rescore for a vector without quantization", () => {
    for (const quantization of [{ ignore: true }, { rescore: false }, { oversampling: 4 }]) {
      expect(engineOptions(searchOf({}, quantization), NONE, 10)).to.deep.equal({ k: 10, ef: 64 });
    }
  });

  it("the engine's options of a search rescore k candidates without oversampling", () => {
    expect(candidatesOf(7, null)).to.equal(7);
    expect(candidatesOf(7, 1.1)).to.equal(8);
  });
});

const KEY = "collection/1/rows-0.f32";

describe("the engine's specification of a vector store", () => {
  it("the specification of a vector store is int8 codes, M 16 and a graph from 10,000 KB on by default", () => {
    expect(storeSpecOf(INT8, KEY)).to.deep.equal({
      dimension: 4,
      metric: "Dot",
      encoding: "int8",
      m: 16,
      efConstruct: 100,
      indexFrom: 640_000,
    });
  });

  it("the specification of a vector store has a file of rows where vectors stay on disk", () => {
    expect(storeSpecOf(fieldOf({ on_disk: true }), KEY).rowsFile).to.equal(KEY);
    const binary = fieldOf({ on_disk: true, quantization_config: { binary: {} } });
    expect(storeSpecOf(binary, KEY)).not.to.have.property("rowsFile");
  });

  it("the specification of a vector store rounds the threshold up to whole slots", () => {
    expect(storeSpecOf(fieldOf({ size: 784 }), KEY).indexFrom).to.equal(3266);
    expect(
      storeSpecOf(fieldOf({ size: 65_536, hnsw_config: { full_scan_threshold: 10 } }), KEY).indexFrom,
    ).to.equal(1);
  });

  it("the specification of a vector store limits a threshold of any size to 31 bits", () => {
    const field = fieldOf({ hnsw_config: { full_scan_threshold: Number.MAX_SAFE_INTEGER } });
    expect(storeSpecOf(field, KEY).indexFrom).to.equal(2 ** 31 - 1);
  });

  it("the specification of a vector store has no graph for m 0, nor for m 1, which the first version accepted", () => {
    expect(storeSpecOf(fieldOf({ hnsw_config: { m: 0 } }), KEY).m).to.equal(0);
    expect(storeSpecOf(fieldOf({ hnsw_config: { m: 1 } }), KEY).m).to.equal(0);
  });

  it("the specification of a vector store takes each value from the vector first, then from the collection", () => {
    const collection = {
      hnsw_config: { m: 32, ef_construct: 200, ef_search: 64, full_scan_threshold: 100 },
      quantization_config: { binary: {} },
    };
    expect(storeSpecOf(fieldOf({}, collection), KEY)).to.include({
      encoding: "binary",
      m: 32,
      efConstruct: 200,
    });
    const vector = { hnsw_config: { m: 8 }, quantization_config: "Disabled" } as const;
    expect(storeSpecOf(fieldOf(vector, collection), KEY)).to.include({
      encoding: "none",
      m: 8,
      efConstruct: 200,
      indexFrom: 6400,
    });
  });
});
