// Builder threads: the graph that they build, and what becomes of it when they end early.

import type { Worker } from "node:worker_threads";
import { expect } from "chai";
import type { Builders } from "../../../src/engine/build-threads.ts";
import { GraphBuilder } from "../../../src/engine/builder.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import type { LocalEngine } from "../../../src/engine/local.ts";
import { startPool } from "../../../src/engine/node-threads.ts";
import type { StoreHandle } from "../../../src/engine/types.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { LocalThread } from "../../../src/threads/local-thread.ts";
import { until } from "../../support/until.ts";
import { itWeekly } from "../../support/weekly.ts";
import { buildersInThreads } from "./builders-in-threads.ts";
import { BUILDS, NO_SLOTS, newEngine, seededRandom, spec } from "./fixtures.ts";

const SLOTS = 20_000;
const DIMENSION = 4;
const random = seededRandom(5);
const VECTORS = Float32Array.from({ length: SLOTS * DIMENSION }, () => random());

describe("builder threads", () => {
  let memory: MemoryLimit;
  let threads: Worker[];
  /** Threads that have not ended. */
  let running: number;
  let engines: LocalEngine[];

  beforeEach(() => {
    memory = MemoryLimit.unlimited();
    threads = [];
    running = 0;
    engines = [];
  });

  afterEach(() => Promise.all(engines.map((engine) => engine.close())));

  const inThreads = (count: number) =>
    buildersInThreads(count, (thread) => {
      threads.push(thread);
      running++;
      thread.on("exit", () => running--);
    });

  function opened(builders?: Builders): LocalEngine {
    const engine = newEngine({ memory, later: setImmediate, builders });
    engines.push(engine);
    return engine;
  }

  /** Writes all vectors to a store, whose graph is not begun then. */
  async function written(builders: Builders): Promise<{ engine: LocalEngine; store: StoreHandle }> {
    const engine = opened(builders);
    return { engine, store: await storeIn(engine) };
  }

  /** Indexes all vectors in an engine. @returns the bytes of the graph */
  async function graphIn(engine: Engine): Promise<Buffer> {
    const store = await storeIn(engine);
    await engine.indexed(store);
    return Buffer.concat(await engine.graph(store));
  }

  /** The graph that one thread builds in slices, which two tests compare with. */
  let inSlices: Buffer | undefined;
  const wanted = async () => {
    inSlices ??= await graphIn(opened());
    return inSlices;
  };

  for (const count of [3, 1]) {
    const register = count === 3 ? it : itWeekly;
    register(
      `builder threads build the graph that one thread builds in slices, byte for byte, if they are ${count}`,
      async () => {
        expect((await graphIn(opened(inThreads(count)))).equals(await wanted())).to.equal(true);
        expect(threads).to.have.length(count);
      },
    );
  }

  it("builder threads are started by the writer of a pool, too", async () => {
    const pool = startPool(1, { maxWaiting: 1000, memory, module: BUILDS.release, buildThreads: 2 });
    try {
      expect((await graphIn(pool)).equals(await wanted())).to.equal(true);
    } finally {
      await pool.close();
    }
  });

  it("builder threads leave the thread of the store free for writes and searches, and end with the build", async () => {
    const { engine, store } = await written(inThreads(1));
    const indexed = engine.indexed(store);
    await until(() => threads.length === 1);
    const vectors = VECTORS.slice(0, DIMENSION);
    await engine.write([{ store, first: SLOTS, slots: 1, rows: null, vectors, dead: NO_SLOTS }]);
    const hits = engine.searchNow(store, vectors, { k: 2, ef: 64 });
    expect([...hits.slots].sort()).to.deep.equal([0, SLOTS]);
    const done: number[] = [];
    await until(async () => {
      const { work } = await engine.stats(store);
      if (work) done.push(work.done);
      return work === null;
    });
    expect(done).to.deep.equal([...done].sort((one, other) => one - other));
    await indexed;
    expect(await engine.stats(store)).to.include({ indexed: SLOTS + 1, nodes: SLOTS });
    await until(() => running === 0);
    expect(memory.used).to.equal(engine.wasmBytes);
  });

  it("builder threads that die leave the slots to be inserted one by one, and no memory of the build", async () => {
    const { engine, store } = await written(inThreads(2));
    const indexed = engine.indexed(store);
    await until(() => threads.length === 2);
    await threads[1]!.terminate();
    await indexed;
    expect(await engine.stats(store)).to.include({ indexed: SLOTS, work: null });
    expect(memory.used).to.equal(engine.wasmBytes);
  });

  it("builder threads that cannot be started leave the slots to be inserted one by one", async () => {
    const start = () => {
      throw new Error("no thread");
    };
    const { engine, store } = await written({ threads: 2, start });
    await engine.indexed(store);
    expect(await engine.stats(store)).to.include({ indexed: SLOTS, work: null });
    expect(memory.used).to.equal(engine.wasmBytes);
  });

  it("builder threads without memory leave the slots to be inserted one by one", async () => {
    const builder = new GraphBuilder();
    builder.build = async () => -1;
    const { engine, store } = await written({
      threads: 1,
      start: () => new LocalThread(builder, async () => {}),
    });
    await engine.indexed(store);
    expect(await engine.stats(store)).to.include({ indexed: SLOTS, work: null });
    expect(memory.used).to.equal(engine.wasmBytes);
  });

  for (const [what, end] of [
    ["is dropped", (engine: LocalEngine, store: StoreHandle) => engine.drop(store)],
    ["is closed with its engine", (engine: LocalEngine) => engine.close()],
  ] as const) {
    it(`builder threads end when their store ${what}, and whoever waits for the graph waits no longer`, async () => {
      const { engine, store } = await written(inThreads(2));
      const indexed = engine.indexed(store);
      await until(() => threads.length === 2);
      await end(engine, store);
      await indexed;
      await until(() => running === 0);
      expect(memory.used).to.equal(0);
    });
  }

  it("builder threads end when others are short of memory, and slots are inserted one by one", async () => {
    memory = MemoryLimit.of(2 ** 30);
    const { engine, store } = await written(inThreads(1));
    const indexed = engine.indexed(store);
    await until(() => threads.length === 1);
    const missing = memory.limit - memory.used + 1;
    expect(memory.reserve(missing, "passing")).to.equal(true);
    memory.release(missing);
    await until(() => running === 0);
    await indexed;
    expect(await engine.stats(store)).to.include({ indexed: SLOTS, work: null });
  });
});

async function storeIn(engine: Engine): Promise<StoreHandle> {
  const store = await engine.create(spec({ dimension: DIMENSION, metric: "Euclid", m: 8, efConstruct: 16 }));
  await engine.reserve(store, SLOTS + 1);
  await engine.write([{ store, first: 0, slots: SLOTS, rows: null, vectors: VECTORS, dead: NO_SLOTS }]);
  return store;
}
