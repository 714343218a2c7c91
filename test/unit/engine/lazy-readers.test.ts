// Readers of a pool that are started by their first call.
import { expect } from "chai";
import type { LocalEngine } from "../../../src/engine/local.ts";
import { PoolEngine, WRITER } from "../../../src/engine/pool.ts";
import { LazyThread } from "../../../src/threads/lazy-thread.ts";
import { Remote } from "../../../src/threads/remote.ts";
import { spawnThread, startThread } from "../../../src/threads/spawn.ts";
import { BUILDS, filled, plain, top } from "./fixtures.ts";

/** A pool whose threads are all started by their first call. @param failing readers that cannot be started, at first */
function lazyPool(readers: number, failing = 0) {
  const started: number[] = [];
  let left = failing;
  const engine = new PoolEngine(
    (worker, onGone) => {
      const thread = new LazyThread(() => {
        started.push(worker);
        // The thread ends while it starts, as it does without a file descriptor.
        if (worker !== WRITER && left-- > 0) return startThread({ url: "file:///absent.js" }, null);
        return spawnThread("engine-thread", { module: BUILDS.release, worker });
      });
      return new Remote<LocalEngine>(thread, onGone);
    },
    { readers, maxWaiting: 1000, collectGarbage: () => {} },
  );
  return { engine, started };
}

describe("the readers of a pool", () => {
  it("the readers of a pool are started only while the others are busy", async () => {
    const { engine, started } = lazyPool(3);
    const row = Float32Array.of(1, 2, 3);
    const store = await filled(engine, "Dot", [row]);
    const search = async () => plain(await engine.search(store, row, top(1)))[0]!.slot;
    for (let i = 0; i < 6; i++) expect(await search()).to.equal(0);
    expect(started, "the writer, and a reader for searches one after another").to.have.length(2);
    expect(await Promise.all(Array.from({ length: 6 }, search))).to.deep.equal([0, 0, 0, 0, 0, 0]);
    expect([...started].sort()).to.deep.equal([0, 1, 2, 3]);
    await engine.close();
  });

  it("the readers of a pool are not started by the first search of all, which the writer makes", async () => {
    const { engine, started } = lazyPool(2);
    const row = Float32Array.of(1, 2, 3);
    const store = await filled(engine, "Dot", [row]);
    expect(plain(await engine.search(store, row, top(1)))[0]!.slot).to.equal(0);
    expect(started).to.deep.equal([0]);
    await engine.search(store, row, top(1));
    expect(started).to.have.length(2);
    await engine.close();
  });

  it("the readers of a pool are not started to collect garbage, and drop a vector store that none of them has", async () => {
    const { engine, started } = lazyPool(2);
    const store = await filled(engine, "Dot", [Float32Array.of(1, 2, 3)]);
    await engine.collectGarbage();
    await engine.drop(store);
    expect(started).to.deep.equal([0]);
    await engine.close();
  });

  it("the readers of a pool are represented by the writer while they cannot be started, and are started again later", async () => {
    const { engine, started } = lazyPool(1, 2);
    const row = Float32Array.of(1, 2, 3);
    const store = await filled(engine, "Dot", [row]);
    for (let i = 0; i < 4; i++) expect(plain(await engine.search(store, row, top(1)))[0]!.slot).to.equal(0);
    expect(started, "the writer, two readers that fail, and one that runs").to.deep.equal([0, 1, 1, 1]);
    expect([...(await engine.read(store, Uint32Array.of(0)))]).to.deep.equal([...row]);
    await engine.close();
  });
});
