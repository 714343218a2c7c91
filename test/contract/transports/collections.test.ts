// Collections and aliases over every transport, with equal results and errors.
import { expect } from "chai";
import { Fields } from "../../../src/json/fields.ts";
import { Contract, type Script } from "../../support/transports/contract.ts";

const c = { collection_name: "c" };
const SMALL = { ...c, vectors_config: { size: 4, distance: "Dot" } };

describe("collections over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  it("collections over every transport are created, listed, returned and deleted", async () => {
    const answers = await contract.same(async (call) => {
      await call("createCollection", SMALL);
      await call("listCollections");
      await call("collectionExists", c);
      await call("getCollection", c);
      await call("deleteCollection", c);
      await call("collectionExists", c);
      await call("listCollections");
    });
    expect(answers[0]).to.equal(true);
    expect(answers[3]).to.have.nested.property("config.params.vectors.size", 4);
    expect(answers.at(-1)).to.deep.include({ collections: [] });
  });

  it("collections over every transport are left unchanged by a creation with if_not_exists", async () => {
    const answers = await contract.same(async (call) => {
      for (const size of [2, 3]) {
        const vectors_config = { size, distance: "Dot" };
        await call("createCollection", { ...c, vectors_config, if_not_exists: true });
      }
      await call("getCollection", c);
    });
    expect(answers.slice(0, 2)).to.deep.equal([true, false]);
    expect(answers[2]).to.have.nested.property("config.params.vectors.size", 2);
  });

  it("collections over every transport keep every setting of their creation", async () => {
    const [, info] = await contract.same(async (call) => {
      await call("createCollection", {
        ...c,
        vectors_config: {
          image: { size: 3, distance: "Cosine", hnsw_config: { m: 8 }, datatype: "float32" },
          text: { size: 2, distance: "Manhattan", on_disk: true, quantization_config: "Disabled" },
        },
        hnsw_config: { m: 24, ef_construct: 128, full_scan_threshold: 20000, ef_search: 77 },
        optimizers_config: {
          deleted_threshold: 0.3,
          vacuum_min_vector_number: 500,
          indexing_threshold: 30000,
        },
        wal_config: { wal_capacity_mb: 16, wal_segments_ahead: 1 },
        quantization_config: { scalar: { type: "int8", quantile: 0.99, always_ram: true } },
        strict_mode_config: { enabled: true, max_query_limit: 100 },
        metadata: {
          owner: "me",
          n: 9007199254740991,
          m: 9007199254740993n,
          least: -(2n ** 63n),
          list: [1, "two", null, { three: true }],
        },
        on_disk_payload: true,
        shard_number: 1,
        replication_factor: 1,
      });
      await call("getCollection", c);
    });
    expect(info).to.have.nested.property("config.metadata.n", 9007199254740991);
    expect(info).to.have.nested.property("config.metadata.m", 9007199254740993n);
    expect(info).to.have.nested.property("config.params.vectors.text.distance", "Manhattan");
  });

  it("collections over every transport are changed by the settings that a PATCH contains", async () => {
    // The index is rebuilt in the background.
    const left = ["status", "segments_count"];
    const script: Script = async (call) => {
      await call("createCollection", SMALL);
      await call("updateCollection", {
        ...c,
        hnsw_config: { ef_search: 99 },
        optimizers_config: { indexing_threshold: 5000 },
        vectors_config: { "": { hnsw_config: { m: 20 } } },
        metadata: { owner: "you" },
      });
      await call("getCollection", c);
      await call("updateCollection", { ...c, vectors_config: { other: { hnsw_config: { m: 20 } } } });
    };
    const answers = await contract.same(script, { left });
    expect(answers[2]).to.have.nested.property("config.hnsw_config.ef_search", 99);
  });

  it("collections over every transport can be deleted and restored", async () => {
    const answers = await contract.same(
      async (call) => {
        await call("createCollection", SMALL);
        await call("deleteCollection", { ...c, undo_seconds: 60 });
        await call("getCollection", c);
        await call("listCollections", { include_deleted: true });
        await call("restoreCollection", c);
        await call("collectionExists", c);
        await call("restoreCollection", c);
        await call("deleteCollection", { ...c, undo_seconds: 60 });
        await call("deleteCollection", { ...c, purge: true });
        await call("listCollections", { include_deleted: true });
      },
      { generated: ["deleted_until"] },
    );
    expect(answers[2]).to.include({ message: "Collection deleted: c" });
  });

  it("collections over every transport are refused with the same errors", async () => {
    const answers = await contract.same(async (call) => {
      await call("getCollection", c);
      await call("deleteCollection", c);
      await call("createCollection", { ...c, vectors_config: { size: 0, distance: "Dot" } });
      await call("createCollection", { ...c, vectors_config: { size: 70_000, distance: "Dot" } });
      await call("createCollection", {
        collection_name: "a/b",
        vectors_config: { size: 4, distance: "Dot" },
      });
      await call("createCollection", { ...SMALL, hnsw_config: { m: 100_000 } });
      await call("createCollection", { ...SMALL, shard_number: 2 });
      await call("createCollection", {
        ...SMALL,
        vectors_config: { size: 4, distance: "Dot", datatype: "float16" },
      });
      await call("createCollection", { ...SMALL, sparse_vectors: { "a/b": {} } });
      await call("createCollection", SMALL);
      await call("createCollection", SMALL);
      await call("deleteCollection", { ...c, undo_seconds: 0 });
    });
    const texts = answers.map(({ message }) => message);
    expect(texts[0]).to.equal("Collection not found: c");
    expect(texts[10]).to.equal("Collection already exists: c");
  });
});

describe("aliases over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  it("aliases over every transport are created, renamed, listed, used and removed", async () => {
    const answers = await contract.same(async (call) => {
      await call("createCollection", SMALL);
      await call("changeAliases", {
        actions: [
          { create_alias: { collection_name: "c", alias_name: "one" } },
          { create_alias: { collection_name: "c", alias_name: "two" } },
        ],
      });
      await call("listAliases");
      await call("changeAliases", {
        actions: [
          { rename_alias: { old_alias_name: "one", new_alias_name: "uno" } },
          { delete_alias: { alias_name: "two" } },
        ],
      });
      await call("listCollectionAliases", c);
      await call("getCollection", { collection_name: "uno" });
      await call("changeAliases", { actions: [{ delete_alias: { alias_name: "two" } }] });
      await call("changeAliases", {
        actions: [{ create_alias: { collection_name: "no", alias_name: "x" } }],
      });
      await call("changeAliases", { actions: [{ delete_alias: { alias_name: "uno" } }] });
      await call("listCollectionAliases", { collection_name: "no" });
    });
    expect(answers[4]).to.deep.include({
      aliases: [Object.assign(new Fields(), { alias_name: "uno", collection_name: "c" })],
    });
  });
});
