// The optimizer of a database: it starts by itself, rebuilds one collection after another, and continues after failures
// and restarts.
import { expect } from "chai";
import type { StoreFiles } from "../../../../src/engine/files.ts";
import { itWeekly } from "../../../support/weekly.ts";
import { newEngine, rejection } from "../../engine/fixtures.ts";
import { found, open, remove, reopen, stored, type TestPoint, unnamed, upsert } from "../fixtures.ts";
import { countingEngine, intercept, smallEngine } from "../segment-fixtures.ts";

const DIMENSION = 256;
const segments = { maxSlots: 10_000, vacuumMinSlots: 50 };

const points = (count: number, value = 0): TestPoint[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    vectors: { "": new Float32Array(DIMENSION).fill(id) },
    payload: Uint8Array.of(value),
  }));
const ids = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);
const query = (id: number) => new Float32Array(DIMENSION).fill(id);

describe("the optimizer", () => {
  it("the optimizer frees the dead slots of every collection without a request, one collection after another", async () => {
    const { engine, stats } = countingEngine();
    let running = 0;
    let most = 0;
    const read = engine.read.bind(engine);
    engine.read = async (...args) => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return read(...args);
    };
    const { database } = await open({ engine, segments });
    for (const name of ["a", "b", "c"]) {
      await database.create(name, unnamed(DIMENSION));
      await upsert(database, name, points(100));
    }
    await Promise.all(["a", "b", "c"].map((name) => remove(database, name, ids(0, 60))));
    await database.optimized();
    expect((await stats()).map(({ count }) => count)).to.deep.equal([40, 40, 40]);
    expect(most, "rebuilds at a time").to.equal(1);
    expect(await found(database, "b", query(60), 1)).to.deep.equal([{ id: 60, score: 0 }]);
    await database.close();
  });

  itWeekly(
    "the optimizer keeps memory small when a database is overwritten many times, also after a restart",
    async () => {
      // The limit is 12 MiB for each: the log has 50 MiB and is read in pieces of 8 MiB.
      const engine = (files: StoreFiles) => smallEngine(3, 200, files);
      const opened = await open({ engine, segments });
      const { database } = opened;
      await database.create("a", unnamed(DIMENSION));
      for (let round = 1; round <= 100; round++) {
        await upsert(database, "a", points(500, round));
        await database.optimized();
      }
      const before = await stored(database, "a", 17);
      expect(before!.payload).to.deep.equal([100]);
      await database.close();
      const again = await open({ dir: opened.dir, engine, segments });
      expect(again.database.collection("a").points).to.equal(500);
      expect(await stored(again.database, "a", 17)).to.deep.equal(before);
      await again.database.close();
    },
  );

  it("the optimizer retries a failed rebuild when there are writes half a minute later, and not at once", async () => {
    let failures = 0;
    const engine = intercept((method) => {
      if (method !== "read") return;
      failures++;
      throw new Error("broken");
    });
    const opened = await open({ engine, segments });
    const { database, clock } = opened;
    await database.create("a", unnamed(DIMENSION));
    await upsert(database, "a", points(100));
    for (const id of ids(0, 60)) await remove(database, "a", [id]);
    await database.optimized();
    expect(failures).to.equal(1);
    clock.advance(30_000);
    await remove(database, "a", [60]);
    await database.optimized();
    expect(failures).to.equal(2);
    expect(database.collection("a").upkeep.failure?.message).to.equal("broken");
    expect(database.collection("a").points).to.equal(39);
    const again = await reopen(opened);
    expect(again.database.collection("a").points).to.equal(39);
    await again.database.close();
  });

  it("the optimizer repeats a failed rebuild half a minute later, and then after a minute, without any write", async () => {
    let failures = 0;
    const engine = intercept((method) => {
      if (method !== "read" || failures === 2) return;
      failures++;
      throw new Error("broken");
    });
    const opened = await open({ engine, segments });
    const { database, clock } = opened;
    await database.create("a", unnamed(DIMENSION));
    await upsert(database, "a", points(100));
    await remove(database, "a", ids(0, 60));
    await database.optimized();
    for (const [waitMs, expected] of [
      [29_000, 1],
      [1_000, 2],
      [59_000, 2],
    ] as const) {
      clock.advance(waitMs);
      await database.optimized();
      expect(failures).to.equal(expected);
      expect(database.collection("a").upkeep.failure?.message).to.equal("broken");
    }
    clock.advance(1_000);
    await database.optimized();
    expect(database.collection("a").upkeep.failure).to.equal(null);
    expect(database.collection("a").segments.all.every(({ dead }) => dead === 0)).to.equal(true);
    await database.close();
  });

  it("the optimizer repeats no failed rebuild of a collection that is deleted meanwhile", async () => {
    let failures = 0;
    const engine = intercept((method) => {
      if (method !== "read") return;
      failures++;
      throw new Error("broken");
    });
    const { database, clock } = await open({ engine, segments });
    for (const name of ["a", "b"]) {
      await database.create(name, unnamed(DIMENSION));
      await upsert(database, name, points(100));
      await remove(database, name, ids(0, 60));
      await database.optimized();
    }
    expect(failures).to.equal(2);
    await database.drop("a");
    await database.mark("b", 3_600_000);
    await database.checkpoint();
    expect(database.registered("b")!.isUnloaded).to.equal(true);
    clock.advance(31_000);
    await database.optimized();
    expect(failures).to.equal(2);
    await database.close();
  });

  it("the optimizer ends with the database, even in the middle of a rebuild", async () => {
    const opened = await open({ segments: { ...segments, deletedThreshold: 0 } });
    const { database } = opened;
    await database.create("a", unnamed(DIMENSION));
    await upsert(database, "a", points(5_000));
    await remove(database, "a", [1]);
    expect(database.collection("a").upkeep.busy).to.equal(true);
    const again = await reopen(opened);
    expect(again.database.collection("a").points).to.equal(4_999);
    expect(await stored(again.database, "a", 1)).to.equal(null);
    await again.database.close();
  });

  it("the optimizer starts no rebuild for a collection that is dropped", async () => {
    const { engine, alive } = countingEngine(newEngine());
    const { database } = await open({ engine, segments });
    await database.create("a", unnamed(DIMENSION));
    await upsert(database, "a", points(3_000));
    await remove(database, "a", ids(0, 2_000));
    await database.drop("a");
    await database.optimized();
    expect(alive.size).to.equal(0);
    await database.close();
  });

  it("the optimizer rejects its waiting callers when the database closes, with the error for closed databases", async () => {
    const { database, engine } = await open({ segments });
    await database.create("a", unnamed(DIMENSION));
    await upsert(database, "a", points(300));
    let asked = () => {};
    const waiting = new Promise<void>((resolve) => {
      asked = resolve;
    });
    // An index that takes long to be built.
    engine.indexed = async () => {
      asked();
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    const renewed = rejection(database.rebuildAll(database.collection("a"), true));
    await waiting;
    database.stopLoading();
    expect(await renewed).to.include({
      code: "CLOSED",
      message: "The database is closing; ask again when it is open",
    });
    expect(await rejection(database.rebuildAll(database.collection("a"), true))).to.include({
      code: "CLOSED",
    });
    await database.close();
  });
});
