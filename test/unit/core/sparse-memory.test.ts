// Memory for sparse vectors: it is reserved in bytes before a write is logged, however long the vectors are.
import { expect } from "chai";
import type { CollectionConfig } from "../../../src/core/config/types.ts";
import type { StoreFiles } from "../../../src/engine/files.ts";
import { OutOfMemory } from "../../../src/errors/failures.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { encodeSparse } from "../../../src/shared/sparse-vector.ts";
import { integer, newEngine, type Random, rejection, withSeed } from "../engine/fixtures.ts";
import { BrokenFs } from "../storage/broken-fs.ts";
import { configOf, open, reopen, startUpsert, stored, type TestPoint, upsert } from "./fixtures.ts";

const LIMIT = 8 * 2 ** 20;
/** 64 MiB, the most of one segment in one test. */
const PAGES = 1024;
const SPARSE: CollectionConfig = configOf({ name: "s", size: 0, distance: "Dot", kind: "sparse" });
/** Its rows, postings and dictionary take more than LIMIT. */
const LONG = 65_536;

const vectorOf = (entries: number, first = 0) =>
  encodeSparse({
    indices: Uint32Array.from({ length: entries }, (_, i) => first + i),
    values: new Float32Array(entries).fill(1),
  });
/** Vectors of different points share no index. */
const point = (id: number, entries: number): TestPoint => ({
  id,
  vectors: { s: vectorOf(entries, id * LONG) },
});
const within = (memory: MemoryLimit) => (files: StoreFiles) => newEngine({ memory, files });

describe("memory for sparse vectors", () => {
  it("memory for sparse vectors is reserved for long ones after short ones before they are logged", async () => {
    const fs = new BrokenFs();
    const { database } = await open({ fs, engine: within(MemoryLimit.of(LIMIT)) });
    await database.create("a", SPARSE);
    for (let id = 0; id < 20; id++) await upsert(database, "a", [point(id, 1)]);
    const writes = fs.count("write");
    const long = [point(100, LONG), point(101, LONG), point(102, LONG)];
    expect(await rejection(startUpsert(database, "a", long))).to.be.instanceOf(OutOfMemory);
    expect(fs.count("write")).to.equal(writes);
    await upsert(database, "a", [point(200, 2)]);
    expect(database.collection("a")).to.include({ points: 21, damage: null });
    await database.close();
  });

  it("memory for sparse vectors is released by writes that are refused", async () => {
    const { database } = await open({ engine: within(MemoryLimit.of(LIMIT)) });
    await database.create("a", SPARSE);
    const long = [point(100, LONG), point(101, LONG), point(102, LONG)];
    for (let i = 0; i < 5; i++)
      expect(await rejection(startUpsert(database, "a", long))).to.be.instanceOf(OutOfMemory);
    await upsert(database, "a", [point(1, 2_000)]);
    expect((await stored(database, "a", 1))?.vectors.s).to.deep.equal([...vectorOf(2_000, LONG)]);
    await database.close();
  });

  it("memory for sparse vectors suffices for all writes that were logged at once, whatever their sizes", () =>
    withSeed(async (random: Random) => {
      const opened = await open({ engine: within(MemoryLimit.of(4 * LIMIT)) });
      const { database } = opened;
      await database.create("a", SPARSE);
      const entries = (id: number) =>
        id % 7 === 0 ? integer(random, 20_000, 40_000) : integer(random, 0, 100);
      const writes = Array.from({ length: 200 }, (_, id) => [point(id, entries(id))]);
      const results = await Promise.allSettled(writes.map((points) => startUpsert(database, "a", points)));
      const logged = results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      await Promise.all(logged.map(({ applied }) => applied));
      for (const one of results)
        if (one.status === "rejected") expect(one.reason).to.be.instanceOf(OutOfMemory);
      expect(logged.length).to.be.within(20, 190);
      expect(database.collection("a")).to.include({ points: logged.length, damage: null });
      await database.close();
    }));

  it("memory for sparse vectors that a segment lacks is taken in the next one", async () => {
    const engine = (files: StoreFiles) => newEngine({ maximumPages: PAGES, files });
    const opened = await open({ engine });
    const { database } = opened;
    await database.create("a", SPARSE);
    const writes = [
      ...Array.from({ length: 36 }, (_, i) => [point(10 * i, 10_000)]),
      [1, 2, 3, 4].map((id) => point(id, 60_000)),
      [point(5, 100)],
    ];
    for (const points of writes) await upsert(database, "a", points);
    const points = writes.flat();
    expect(database.collection("a")).to.include({ points: points.length, damage: null });
    expect(database.collection("a").segments.all.length).to.be.greaterThan(1);
    const again = await reopen(opened);
    for (const { id, vectors } of points) {
      const { s } = (await stored(again.database, "a", id))!.vectors;
      expect(Buffer.compare(Buffer.from(s!), Buffer.from(vectors.s!)), `point ${id}`).to.equal(0);
    }
    await again.database.close();
  });
});
