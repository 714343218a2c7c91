// Changed configurations: they are kept by checkpoints and replays, and segments are rebuilt to them.
import { expect } from "chai";
import type { Collection } from "../../../src/core/collection/collection.ts";
import type { CollectionConfig } from "../../../src/core/config/types.ts";
import type { Database } from "../../../src/core/database/database.ts";
import { denseOf } from "../../../src/core/vectors/dense-index.ts";
import { copyOf, everything, IDS, points } from "./checkpoint-fixtures.ts";
import { found, type Opened, open, remove, reopen, unnamed, upsert } from "./fixtures.ts";

const QUERY = Float32Array.of(20, 20 % 7, 1);
const OTHER = { m: 4, ef_construct: 30, ef_search: 9, full_scan_threshold: 10 };

async function withPoints(): Promise<Opened> {
  const opened = await open();
  await opened.database.create("c", unnamed(3));
  await upsert(opened.database, "c", points(0, 60));
  return opened;
}

const configure = (database: Database, change: Partial<CollectionConfig>) =>
  database.configure("c", (config) => ({ ...config, ...change }));
const change = (database: Database) =>
  configure(database, { hnsw_config: OTHER, quantization_config: { binary: {} }, metadata: { a: 1 } });
const specs = ({ segments }: Collection) =>
  segments.all
    .filter(({ ids }) => ids.size > 0)
    .map(({ vectors }) => {
      const { m, efConstruct, encoding, indexFrom, rowsFile } = denseOf(vectors.all[0]!.index)!.spec;
      return { m, efConstruct, encoding, indexFrom, onDisk: rowsFile !== undefined };
    });
const MADE_FOR_OTHER = { m: 4, efConstruct: 30, encoding: "binary", indexFrom: 854, onDisk: false };

describe("a changed configuration", () => {
  it("a changed configuration has the LSN of its record as its version", async () => {
    const { database } = await withPoints();
    const lsn = await change(database);
    expect(await upsert(database, "c", points(60, 61))).to.equal(lsn + 1);
    await database.close();
  });

  it("a changed configuration rebuilds every segment with another configuration, one after another", async () => {
    const opened = await open({ segments: { maxSlots: 10 } });
    const { database } = opened;
    await database.create("c", unnamed(3));
    await upsert(database, "c", points(0, 60));
    const before = await everything(database, "c", IDS);
    await change(database);
    await database.optimized();
    const collection = database.collection("c");
    expect(new Set(specs(collection).map((spec) => JSON.stringify(spec)))).to.have.length(1);
    expect(specs(collection)[0]).to.deep.equal(MADE_FOR_OTHER);
    expect(await everything(database, "c", IDS)).to.deep.equal(before);
    expect(collection.upkeep.busy).to.equal(false);
    await database.close();
  });

  it("a changed configuration keeps the segments when only options that need no rebuild have changed", async () => {
    const { database } = await withPoints();
    const [before] = database.collection("c").segments.all;
    const { hnsw_config } = database.collection("c").config;
    await configure(database, { hnsw_config: { ...hnsw_config, ef_search: 5, full_scan_threshold: 20 } });
    await database.optimized();
    const collection = database.collection("c");
    expect(collection.segments.all[0]).to.equal(before);
    expect(collection.field("")!.hnsw.ef_search).to.equal(5);
    await database.close();
  });

  it("a changed configuration begins the graph of a segment that is large enough for a lowered threshold", async () => {
    const { database } = await withPoints();
    await upsert(database, "c", points(60, 1500));
    const collection = database.collection("c");
    expect((await collection.indexState()).busy).to.equal(false);
    const { hnsw_config } = collection.config;
    await configure(database, { hnsw_config: { ...hnsw_config, full_scan_threshold: 10 } });
    expect((await collection.indexState()).busy).to.equal(true);
    const [segment] = collection.segments.all;
    await segment!.vectors.indexed();
    expect(await collection.indexState()).to.include({ indexed: 1500, busy: false });
    await database.close();
  });

  it("a changed configuration moves vectors to a file, and back to memory", async () => {
    const { database } = await withPoints();
    const before = await everything(database, "c", IDS);
    const { vectors } = database.collection("c").config;
    await configure(database, { vectors: vectors.map((field) => ({ ...field, on_disk: true })) });
    await database.optimized();
    expect(specs(database.collection("c"))[0]!.onDisk).to.equal(true);
    expect(await everything(database, "c", IDS)).to.deep.equal(before);
    await configure(database, { vectors });
    await database.optimized();
    expect(specs(database.collection("c"))[0]!.onDisk).to.equal(false);
    expect(await everything(database, "c", IDS)).to.deep.equal(before);
    await database.close();
  });

  it("a changed configuration allows searches and writes during its rebuilds", async () => {
    const { database } = await withPoints();
    await change(database);
    const rebuilt = database.optimized();
    await upsert(database, "c", points(60, 70));
    await remove(database, "c", [20]);
    expect((await found(database, "c", Float32Array.of(65, 65 % 7, 1), 1))[0]!.id).to.equal(65);
    await rebuilt;
    await database.optimized();
    expect(database.collection("c").points).to.equal(69);
    expect((await found(database, "c", QUERY, 100)).map(({ id }) => id)).to.not.include(20);
    await database.close();
  });

  for (const [how, restart] of [
    ["replayed from the log", async (opened: Opened) => open({ dir: copyOf(opened) })],
    ["loaded from a checkpoint", async (opened: Opened) => reopen(opened)],
    [
      "loaded from a checkpoint and changed after it",
      async (opened: Opened) => {
        await opened.database.checkpoint();
        await configure(opened.database, { metadata: { a: 1, b: 2 } });
        return open({ dir: copyOf(opened) });
      },
    ],
  ] as const) {
    it(`a changed configuration is valid when it was ${how}`, async () => {
      const opened = await withPoints();
      await change(opened.database);
      const again = await restart(opened);
      const { config } = again.database.collection("c");
      expect(config.hnsw_config).to.deep.equal(OTHER);
      expect(config.quantization_config).to.deep.equal({ binary: {} });
      expect(config.metadata).to.include({ a: 1 });
      await again.database.optimized();
      expect(specs(again.database.collection("c"))).to.deep.equal([MADE_FOR_OTHER]);
      expect((await found(again.database, "c", QUERY, 1))[0]!.id).to.equal(20);
      await again.database.close();
    });
  }

  it("a changed configuration opens segments with their old configuration, and then rebuilds them", async () => {
    const opened = await withPoints();
    const before = await everything(opened.database, "c", IDS);
    // Loading is stopped first, so that nothing is rebuilt before the checkpoint.
    opened.database.stopLoading();
    await change(opened.database);
    expect(specs(opened.database.collection("c"))[0]!.encoding).to.equal("int8");
    expect((await found(opened.database, "c", QUERY, 1))[0]!.id).to.equal(20);
    await opened.database.checkpoint();
    const copy = copyOf(opened);
    await opened.database.close();
    const again = await open({ dir: copy });
    expect(await everything(again.database, "c", IDS)).to.deep.equal(before);
    await again.database.optimized();
    expect(specs(again.database.collection("c"))).to.deep.equal([MADE_FOR_OTHER]);
    expect(await everything(again.database, "c", IDS)).to.deep.equal(before);
    await again.database.close();
  });

  it("a changed configuration divides a segment that is larger than the new maximum", async () => {
    const { database } = await open();
    // With 12 KB a vector, 85 vectors are the least maximum of a segment.
    const size = 3072;
    await database.create("c", unnamed(size));
    const ids = Array.from({ length: 300 }, (_, i) => i);
    const wide = ids.map((id) => ({
      id,
      vectors: { "": new Float32Array(size).fill(id % 7).fill(id, 0, 1) },
    }));
    await upsert(database, "c", wide);
    const before = await everything(database, "c", ids);
    const { optimizer_config } = database.collection("c").config;
    await configure(database, {
      hnsw_config: OTHER,
      optimizer_config: { ...optimizer_config, max_segment_size: 1024 },
    });
    const rebuilt = database.optimized();
    await remove(database, "c", [299, 0]);
    await rebuilt;
    const { segments } = database.collection("c");
    const sizes = segments.all.map(({ ids: { size } }) => size).filter((size) => size > 0);
    expect(Math.max(...sizes)).to.be.at.most(85);
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.equal(298);
    const expected = before.map((one) => (one!.id === 299 || one!.id === 0 ? null : one));
    expect(await everything(database, "c", ids)).to.deep.equal(expected);
    await database.close();
  });

  it("a changed configuration is applied in the order of the records when many change it at once", async () => {
    const { database } = await withPoints();
    const all = Array.from({ length: 20 }, (_, i) =>
      database.configure("c", (config) => ({ ...config, metadata: { ...config.metadata, [`k${i}`]: i } })),
    );
    await Promise.all(all);
    expect(Object.keys(database.collection("c").config.metadata)).to.have.length(20);
    await database.close();
  });
});
