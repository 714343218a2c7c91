// Rebuilds of segments: the memory they free, the content they keep, and the requests that run meanwhile.
import { expect } from "chai";
import { denseOf } from "../../../../src/core/vectors/dense-index.ts";
import type { Engine } from "../../../../src/engine/engine.ts";
import { OutOfMemory } from "../../../../src/errors/failures.ts";
import { newEngine, rejection } from "../../engine/fixtures.ts";
import { configOf, type TestPoint, unnamed } from "../fixtures.ts";
import { countingEngine, intercept, LooseCollection } from "../segment-fixtures.ts";

const DIMENSION = 2;
const QUERY = Float32Array.of(0, 0);

const pointOf = (id: number, more: Partial<TestPoint> = {}): TestPoint => ({
  id,
  vectors: { "": Float32Array.of(id, 0) },
  ...more,
});
const points = (first: number, count: number) => Array.from({ length: count }, (_, i) => pointOf(first + i));
const ids = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

function collectionOf(slots: number, engine: Engine = newEngine(), config = unnamed(DIMENSION)) {
  return new LooseCollection(engine, config, { maxSlots: slots, vacuumMinSlots: 10 });
}

const total = (stats: readonly { count: number }[]) => stats.reduce((sum, { count }) => sum + count, 0);

describe("a collection of several segments", () => {
  it("a collection of several segments begins a new segment when one has the maximum number of slots, in the middle of a batch, too", async () => {
    const loose = collectionOf(100);
    await loose.upsert(points(0, 250));
    expect(await loose.segments()).to.equal(3);
    await loose.upsert(points(250, 51));
    expect(await loose.segments()).to.equal(4);
    expect(loose.collection.points).to.equal(301);
    const found = await loose.search(QUERY, 400);
    expect(found.map(({ id }) => id)).to.deep.equal(ids(0, 301));
  });

  it("a collection of several segments continues in a new segment when the memory of one is full", async () => {
    const loose = collectionOf(1_000_000, newEngine({ maximumPages: 4 }), unnamed(1024));
    const big = (id: number) => ({ id, vectors: { "": new Float32Array(1024).fill(id) } });
    for (let id = 0; id < 200; id++) await loose.upsert([big(id)]);
    expect(await loose.segments()).to.be.above(2);
    const [nearest] = await loose.search(new Float32Array(1024).fill(77), 1);
    expect(nearest).to.deep.equal({ id: 77, score: 0 });
  });

  it("a collection of several segments finds an overwritten point only in its new segment", async () => {
    const loose = collectionOf(10);
    await loose.upsert(points(0, 15));
    await loose.upsert([pointOf(3, { vectors: { "": Float32Array.of(0, 4) } })]);
    expect(loose.collection.points).to.equal(15);
    expect((await loose.search(QUERY, 20)).find(({ id }) => id === 3)?.score).to.equal(4);
    await loose.remove([3]);
    expect((await loose.search(QUERY, 20)).map(({ id }) => id)).not.to.include(3);
  });

  it("a collection of several segments keeps a reservation of slots when the segment that has it is rebuilt", async () => {
    const engine = newEngine();
    const loose = collectionOf(1_000, engine);
    await loose.upsert(points(0, 20));
    await loose.remove(ids(0, 15));
    await loose.collection.reserve([40]);
    await loose.rebuild();
    expect(loose.collection.upkeep.failure).to.equal(null);
    engine.reserve = () => Promise.reject(new OutOfMemory());
    await loose.apply(points(20, 40));
    expect((await loose.search(QUERY, 100)).map(({ id }) => id)).to.deep.equal(ids(15, 45));
  });

  it("a collection of several segments keeps a segment open as long as its reservations fit into no other", async () => {
    const { engine, alive } = countingEngine();
    const loose = collectionOf(1_000, engine);
    await loose.upsert(points(0, 20));
    await loose.remove(ids(0, 15));
    await loose.collection.reserve([40]);
    engine.create = () => Promise.reject(new OutOfMemory());
    await loose.rebuild();
    expect(loose.collection.upkeep.failure).to.be.instanceOf(OutOfMemory);
    await loose.apply(points(20, 40));
    expect((await loose.search(QUERY, 100)).map(({ id }) => id)).to.deep.equal(ids(15, 45));
    expect(alive.size).to.equal(1);
  });
});

describe("a rebuild of mostly dead segments", () => {
  it("a rebuild of mostly dead segments frees the slots and the memory of dead points", async () => {
    const { engine, alive, stats } = countingEngine();
    const loose = collectionOf(1_000_000, engine, unnamed(256));
    const wide = (id: number) => ({ id, vectors: { "": new Float32Array(256).fill(id) } });
    await loose.upsert(ids(0, 3_000).map(wide));
    await loose.remove(ids(100, 2_900));
    const before = (await stats())[0]!;
    await loose.optimize();
    const after = await stats();
    expect(alive.size, "the old one is gone, an open one is not needed yet").to.equal(1);
    expect(after[0]).to.include({ count: 100, live: 100 });
    expect(after[0]!.usedBytes).to.be.below(before.usedBytes / 5);
  });

  it("a rebuild of mostly dead segments keeps ids, payloads, versions and the vectors that a point has or lacks", async () => {
    const config = configOf(
      { name: "a", size: 2, distance: "Cosine" },
      { name: "b", size: 1, distance: "Dot" },
    );
    const loose = collectionOf(1_000, newEngine(), config);
    const kept: TestPoint = {
      id: 2n ** 60n,
      vectors: { b: Float32Array.of(5) },
      payload: Uint8Array.of(123, 125),
    };
    const also: TestPoint = {
      id: "550e8400-e29b-41d4-a716-446655440000",
      vectors: { a: Float32Array.of(3, 4) },
    };
    const version = await loose.upsert([...points(0, 30).map(({ id }) => ({ id, vectors: {} })), kept, also]);
    const { collection } = loose;
    const look = () =>
      collection.reading(async () => {
        const slots = (await collection.reads.find([kept.id, also.id])).map((slot) => slot!);
        const payloads = await collection.reads.payloads(slots);
        return {
          points: slots.map((slot, i) => [
            collection.reads.idOf(slot),
            collection.reads.version(slot),
            payloads[i],
          ]),
          a: await collection.reads.vectors("a", slots),
          b: await collection.reads.vectors("b", slots),
        };
      });
    const before = await look();
    await loose.remove(ids(0, 30));
    expect(await loose.rebuild()).to.equal(true);
    expect(await look()).to.deep.equal(before);
    expect(before.points[0]).to.deep.equal([kept.id, version, kept.payload]);
  });

  it("a rebuild of mostly dead segments computes the centre of codes from vectors that it reads in slices", async () => {
    const dimension = 4_096;
    const config = configOf({ name: "", size: dimension, distance: "Dot" });
    const engine = newEngine();
    const read: number[] = [];
    const original = engine.read.bind(engine);
    engine.read = (segment, slots) => {
      read.push(slots.length);
      return original(segment, slots);
    };
    const loose = collectionOf(1_000_000, engine, config);
    const wide = (id: number) => ({ id, vectors: { "": new Float32Array(dimension).fill(id) } });
    await loose.upsert(ids(0, 300).map(wide));
    await loose.remove(ids(200, 100));
    let pauses = 0;
    await loose.rebuild(async () => {
      pauses++;
    });
    const { vectors } = loose.collection.segments.all.find(({ ids }) => ids.size > 0)!;
    // Of 200 rows of 16 KiB at most 16 are read at a time for the centre, and 32 for the copy.
    expect(Math.max(...read)).to.be.at.most(32);
    expect(pauses).to.be.at.least(200 / 16 + 200 / 32);
    const centre = denseOf(vectors.all[0]!.index)!.spec.centre!;
    expect(centre).to.have.lengthOf(dimension);
    expect(centre[0]).to.be.closeTo(99.5, 0.5);
  });

  it("a rebuild of mostly dead segments drops the old segment only when the copy is complete", async () => {
    const { engine, alive } = countingEngine();
    const loose = collectionOf(1_000, engine);
    await loose.upsert(points(0, 50));
    const { collection } = loose;
    let rebuilt: Promise<boolean> | undefined;
    const vectors = await collection.reading(async () => {
      const [slot] = await collection.reads.find([7]);
      await loose.remove(ids(0, 40));
      rebuilt = loose.rebuild();
      while (collection.upkeep.isDue(0) || (await loose.segments()) < 1 || alive.size < 2)
        await new Promise(setImmediate);
      for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
      expect(alive.size, "old and new").to.equal(2);
      return collection.reads.vectors("", [slot!]);
    });
    expect(vectors).to.deep.equal([Float32Array.of(7, 0)]);
    await rebuilt;
    expect(alive.size).to.equal(1);
  });

  it("a rebuild of mostly dead segments leaves nothing of a collection that is dropped meanwhile", async () => {
    const { engine, alive } = countingEngine();
    const loose = collectionOf(1_000, engine);
    await loose.upsert(points(0, 50));
    await loose.remove(ids(0, 40));
    await loose.rebuild(() => loose.collection.drop());
    expect(alive.size).to.equal(0);
  });

  it("a rebuild of mostly dead segments drops segments without live slots and creates no others", async () => {
    const { engine, stats } = countingEngine();
    const loose = collectionOf(20, engine);
    await loose.upsert(points(0, 70));
    await loose.remove(ids(0, 60));
    await loose.optimize();
    expect(total(await stats())).to.equal(10);
    expect(loose.collection.points).to.equal(10);
  });
});

describe("a search for a point that moves to another segment", () => {
  it("a search for a point that moves to another segment finds the point although the segment it moves to was sealed meanwhile", async () => {
    let hold: Promise<void> | null = null;
    const engine = intercept((method) => (method === "write" && hold ? hold : undefined));
    const loose = collectionOf(20, engine);
    await loose.upsert(points(0, 30)); // 20 in the first segment, 10 in the second
    await loose.remove(ids(20, 8)); // enough deletions for a rebuild of the second
    let goOn = () => {};
    hold = new Promise((resolve) => {
      goOn = resolve;
    });
    const overwriting = loose.upsert([pointOf(5)]); // from the first to the second
    for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
    const rebuilding = loose.rebuild(); // seals the second
    for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
    const search = engine.search;
    engine.searchNow = () => null;
    let asked = 0;
    // The second segment is searched before the write, the first one after it.
    engine.search = async (...args) => {
      if (asked++ !== 0) return search.apply(engine, args);
      await new Promise(setImmediate);
      hold = null;
      goOn();
      await overwriting;
      return search.apply(engine, args);
    };
    const found = await loose.search(Float32Array.of(5, 0), 1);
    expect(found).to.deep.equal([{ id: 5, score: 0 }]);
    await rebuilding;
  });
});

describe("a rebuild that fails", () => {
  it("a rebuild that fails changes nothing, whichever call of the engine fails, and is retried later", async () => {
    for (let failing = 1; ; failing++) {
      let calls = Number.NEGATIVE_INFINITY;
      let failed: string | null = null;
      const { engine, alive } = countingEngine();
      const breaking = intercept((method) => {
        if (method === "search" || ++calls !== failing) return;
        failed = method;
        throw new Error("broken");
      }, engine);
      const loose = collectionOf(200, breaking);
      await loose.upsert(points(0, 100));
      await loose.remove(ids(0, 70));
      calls = 0;
      await loose.rebuild();
      calls = Number.NEGATIVE_INFINITY;
      const { collection } = loose;
      if (failed === null) {
        expect(failing, "calls of a rebuild").to.be.above(4);
        return;
      }
      expect((await loose.search(QUERY, 100)).map(({ id }) => id)).to.deep.equal(ids(70, 30));
      expect(collection.damage).to.equal(null);
      expect(collection.upkeep.failure?.message).to.equal("broken");
      expect(collection.upkeep.isDue(0), "at once").to.equal(false);
      // The rebuild is complete before the old segment is dropped, which is the last call.
      if (failed !== "drop") {
        expect(await loose.rebuild(async () => {}, 30_000), "half a minute later").to.equal(true);
      }
      await loose.optimize();
      await loose.upsert(points(100, 5));
      expect((await loose.search(QUERY, 100)).map(({ id }) => id)).to.deep.equal(ids(70, 35));
      await collection.drop();
      expect(alive.size, `left behind after failing at call ${failing}`).to.be.at.most(1);
    }
  });

  it("a rebuild that fails makes references to the dropped segment fail with an error", async () => {
    const loose = collectionOf(1_000);
    await loose.upsert(points(0, 50));
    const [slot] = await loose.collection.reads.find([45]);
    await loose.remove(ids(0, 40));
    await loose.rebuild();
    expect(() => loose.collection.reads.idOf(slot!)).to.throw("the segment of this point has been replaced");
    const error = await rejection(loose.collection.reads.vectors("", [slot!]));
    expect(error.message).to.equal("the segment of this point has been replaced");
  });
});
