// Rebuilds that become due while the log is replayed: whether the start waits for them.
import { expect } from "chai";
import { MemoryLimit } from "../../../../src/memory/memory-limit.ts";
import { newEngine } from "../../engine/fixtures.ts";
import { copyOf } from "../checkpoint-fixtures.ts";
import { open, prepare, remove, type TestPoint, unnamed, upsert } from "../fixtures.ts";
import { countingEngine, intercept } from "../segment-fixtures.ts";

const segments = { maxSlots: 10_000, vacuumMinSlots: 50 };
const MEMORY = 256 * 2 ** 20;

const points = (count: number): TestPoint[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    vectors: { "": Float32Array.of(id, 1) },
    payload: Uint8Array.of(1),
  }));
const ids = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Leaves a log from which 100 points are written and `removed` of them deleted. @returns its data directory */
async function killedAfter(removed: number): Promise<string> {
  const opened = await open({ segments });
  const { database } = opened;
  await database.create("a", unnamed(2));
  await upsert(database, "a", points(100));
  await remove(database, "a", ids(removed));
  const copy = copyOf(opened);
  await database.close();
  return copy;
}

/** Starts over the directory. @returns whether a rebuild read vectors before the database was ready, and its slots */
async function start(dir: string, usedBytes = 0): Promise<{ rebuilt: boolean; slots: number }> {
  const memory = MemoryLimit.of(MEMORY);
  memory.add(usedBytes);
  const counting = countingEngine(newEngine({ memory }));
  let rebuilt = false;
  const engine = intercept((method) => {
    if (method === "read" && !opened.database.ready) rebuilt = true;
  }, counting.engine);
  const opened = prepare({ dir, engine, segments });
  const { database } = opened;
  await database.load();
  await database.optimized();
  const [stats] = await counting.stats();
  await database.close();
  return { rebuilt, slots: stats!.count };
}

describe("a rebuild that is due while the log is replayed", () => {
  it("a rebuild that is due while the log is replayed waits until the database is ready", async () => {
    expect(await start(await killedAfter(30))).to.deep.equal({ rebuilt: false, slots: 70 });
  });

  it("a rebuild that is due while the log is replayed does not wait if half of the slots are dead", async () => {
    expect(await start(await killedAfter(50))).to.deep.equal({ rebuilt: true, slots: 50 });
  });

  it("a rebuild that is due while the log is replayed does not wait if half of the memory is in use", async () => {
    expect(await start(await killedAfter(30), MEMORY / 2)).to.deep.equal({ rebuilt: true, slots: 70 });
  });
});
