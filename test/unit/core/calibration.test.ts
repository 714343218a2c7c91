// When the recall of graphs is measured, and what happens to the measurements. The decision: the tests wait for what
// runs in the background, and count points and queries instead of comparing recalls, which other tests do.
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "chai";
import type { Collection } from "../../../src/core/collection/collection.ts";
import { DEFAULT_SEARCH } from "../../../src/core/config/search-params.ts";
import { AskedRecall } from "../../../src/core/recall/asked-recall.ts";
import type { RecallTable } from "../../../src/core/recall/recall-table.ts";
import { denseOf } from "../../../src/core/vectors/dense-index.ts";
import { type Random, withSeed } from "../engine/fixtures.ts";
import { configOf, type Opened, open, remove, reopen, upsert } from "./fixtures.ts";

const SIZE = 8;
const POINTS = 1_200;
/** Narrow walks find all in such graphs, so that few are measured. */
const HNSW = { full_scan_threshold: 10, m: 8, ef_construct: 32 };
const CONFIG = configOf({ name: "", size: SIZE, distance: "Euclid", hnsw_config: HNSW });

const vectorOf = (random: Random) => Float32Array.from({ length: SIZE }, random);

async function write(opened: Opened, random: Random, from: number, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, i) => from + i);
  await upsert(
    opened.database,
    "c",
    ids.map((id) => ({ id, vectors: { "": vectorOf(random) } })),
  );
}

const tablesOf = (collection: Collection): RecallTable[] =>
  collection.segments.all.flatMap(({ vectors }) => denseOf(vectors.all[0]!.index)?.recall.table ?? []);

/** Builds the graphs, and waits until the tables of all segments are as they should be. */
async function until({ database }: Opened, isRight: (table: RecallTable) => boolean): Promise<RecallTable[]> {
  const collection = database.collection("c");
  for (;;) {
    for (const { vectors } of collection.segments.all) await vectors.indexed();
    const tables = tablesOf(collection);
    const filled = collection.segments.all.filter(({ ids }) => ids.slots > 0);
    if (tables.length === filled.length && tables.every(isRight)) return tables;
    await wait(10);
  }
}

async function created(random: Random, options: Parameters<typeof open>[0] = {}): Promise<Opened> {
  const opened = await open(options);
  await opened.database.create("c", CONFIG);
  await write(opened, random, 0, POINTS);
  return opened;
}

async function ask(opened: Opened, query: Float32Array): Promise<AskedRecall> {
  const collection = opened.database.collection("c");
  const recall = new AskedRecall(0.9, true);
  const params = { ...DEFAULT_SEARCH, recall };
  const [hits] = await collection.reads.search([query], { field: collection.field("")!, k: 10, params });
  expect(hits).to.have.length(10);
  return recall;
}

describe("the recall of a collection", () => {
  it("the recall of a collection is measured with stored vectors when its graph is complete", () =>
    withSeed(async (random) => {
      const opened = await created(random);
      const [table] = await until(opened, ({ points }) => points === POINTS);
      expect(table).to.include({ points: POINTS, real: 0 });
      expect(table!.queries).to.be.least(64);
      await opened.database.close();
    }));

  it("the recall of a collection is measured again when a tenth of the points was added", () =>
    withSeed(async (random) => {
      const opened = await created(random);
      await until(opened, ({ points }) => points === POINTS);
      await write(opened, random, POINTS, POINTS / 20);
      await write(opened, random, 2 * POINTS, POINTS / 10);
      await until(opened, ({ points }) => points === POINTS + (3 * POINTS) / 20);
      await opened.database.close();
    }));

  it("the recall of a collection is measured again when a tenth of the points was deleted", () =>
    withSeed(async (random) => {
      const opened = await created(random);
      await until(opened, ({ points }) => points === POINTS);
      const ids = Array.from({ length: POINTS / 8 }, (_, i) => i);
      await remove(opened.database, "c", ids);
      await until(opened, ({ points }) => points === POINTS - ids.length);
      await opened.database.close();
    }));

  it("the recall of a collection is measured again after the rebuild that many deletes cause", () =>
    withSeed(async (random) => {
      const opened = await created(random);
      await until(opened, ({ points }) => points === POINTS);
      const ids = Array.from({ length: POINTS / 2 }, (_, i) => 2 * i);
      await remove(opened.database, "c", ids);
      const [table] = await until(opened, ({ points, dead }) => points === POINTS / 2 && dead === 0);
      expect(table!.slots).to.equal(POINTS / 2);
      await opened.database.close();
    }));

  it("the recall of a collection is measured again with the queries of clients when there are enough", () =>
    withSeed(async (random) => {
      const opened = await created(random);
      await until(opened, ({ points }) => points === POINTS);
      for (let i = 0; i < 200; i++) await ask(opened, vectorOf(random));
      const [table] = await until(opened, ({ real }) => real >= 64);
      expect(table!.queries).to.be.least(table!.real);
      await opened.database.close();
    }));

  it("the recall of a collection is measured with queries of clients alone once there are 128", () =>
    withSeed(async (random) => {
      const opened = await created(random);
      await until(opened, ({ points }) => points === POINTS);
      for (let i = 0; i < 64; i++) await ask(opened, vectorOf(random));
      const [some] = await until(opened, ({ real }) => real === 64);
      expect(some!.queries).to.be.above(64);
      for (let i = 0; i < 64; i++) await ask(opened, vectorOf(random));
      const [enough] = await until(opened, ({ real }) => real === 128);
      expect(enough!.queries).to.equal(128);
      await opened.database.close();
    }));

  it("the recall of a collection is known at once after a restart", () =>
    withSeed(async (random) => {
      const opened = await created(random);
      const tables = await until(opened, ({ points }) => points === POINTS);
      const again = await reopen(opened);
      expect(tablesOf(again.database.collection("c"))).to.deep.equal(tables);
      expect((await ask(again, vectorOf(random))).figures.expected).to.be.least(0.9);
      await again.database.close();
    }));

  it("the recall of a collection is in a checkpoint that was taken after nothing but the measurement", () =>
    withSeed(async (random) => {
      const opened = await created(random);
      for (const { vectors } of opened.database.collection("c").segments.all) await vectors.indexed();
      await opened.database.checkpoint();
      const tables = await until(opened, ({ points }) => points === POINTS);
      await opened.database.checkpoint();
      // Nothing is saved when it is closed.
      await opened.database.close(false);
      const again = await open({ dir: opened.dir });
      expect(tablesOf(again.database.collection("c"))).to.deep.equal(tables);
      await again.database.close();
    }));

  it("the recall of a collection is that of the segments before, from a rebuild until it is measured again", () =>
    withSeed(async (random) => {
      const opened = await created(random);
      const [before] = await until(opened, ({ points }) => points === POINTS);
      await opened.database.rebuildAll(opened.database.collection("c"), true);
      const [after] = tablesOf(opened.database.collection("c"));
      expect(after!.classes).to.deep.equal(before!.classes);
      await until(opened, ({ points, measured }) => points === POINTS && measured >= before!.measured);
      await opened.database.close();
    }));

  it("the recall of a collection is measured in each of its segments", () =>
    withSeed(async (random) => {
      const opened = await created(random, { segments: { maxSlots: POINTS / 2 } });
      const tables = await until(opened, ({ points }) => points > 0);
      expect(tables.length).to.be.least(2);
      await opened.database.close();
    }));

  it("the recall of a collection is not claimed for searches that use codes in another way", () =>
    withSeed(async (random) => {
      const opened = await created(random);
      await until(opened, ({ points }) => points === POINTS);
      const collection = opened.database.collection("c");
      const ignoring = { ...DEFAULT_SEARCH.quantization, ignore: true };
      const recall = new AskedRecall(0.6, true);
      const params = { ...DEFAULT_SEARCH, recall, quantization: ignoring };
      const [hits] = await collection.reads.search([vectorOf(random)], {
        ...{ field: collection.field("")!, k: 10 },
        params,
      });
      expect(hits).to.have.length(10);
      expect(recall.figures.expected).to.equal(null);
      await opened.database.close();
    }));

  it("the recall of a collection is not claimed for one that has grown by a third since", () =>
    withSeed(async (random) => {
      const opened = await created(random);
      await until(opened, ({ points }) => points === POINTS);
      await write(opened, random, POINTS, POINTS / 2);
      const { expected } = (await ask(opened, vectorOf(random))).figures;
      expect(expected === null || expected === 1).to.equal(true);
      await opened.database.close();
    }));
});
