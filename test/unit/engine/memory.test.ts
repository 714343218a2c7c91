// An engine with a memory limit: it refuses to grow beyond it, and keeps serving the memory that it has.
import { expect } from "chai";
import type { Engine } from "../../../src/engine/engine.ts";
import { startPool } from "../../../src/engine/node-threads.ts";
import type { StoreHandle, StoreSpec } from "../../../src/engine/types.ts";
import { OutOfMemory, SegmentFull } from "../../../src/errors/failures.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { floats, newEngine, rejection, seededRandom, withSeed } from "./fixtures.ts";
import { SavedStores } from "./saved-stores.ts";

const DIMENSION = 32;
const SPEC: StoreSpec = {
  dimension: DIMENSION,
  metric: "Euclid",
  encoding: "none",
  m: 0,
  efConstruct: 16,
  indexFrom: 0,
};
const PAGE_BYTES = 65_536;
/** With one chunk a vector store keeps nothing in reserve for graphs and walks; larger ones keep a mebibyte. */
const ONE_CHUNK = 4000;
const NEAREST = { k: 1, ef: 1 };

const rowOf = (slot: number) => floats(seededRandom(slot), DIMENSION);

/** Writes the slots from `from` to before `to`, each with a row of its own. */
async function write(engine: Engine, store: StoreHandle, from: number, to: number): Promise<void> {
  await engine.reserve(store, to);
  const vectors = new Float32Array((to - from) * DIMENSION);
  for (let slot = from; slot < to; slot++) vectors.set(rowOf(slot), (slot - from) * DIMENSION);
  const slots = { first: from, slots: to - from, rows: null, vectors, dead: new Uint32Array(0) };
  await engine.write([{ store, ...slots }]);
}

/** Writes until a write is refused. @returns the slots written */
async function fill(engine: Engine, store: StoreHandle): Promise<number> {
  for (let slots = 0; ; slots += 100) {
    try {
      await write(engine, store, slots, slots + 100);
    } catch (error) {
      expect(error).to.be.instanceOf(OutOfMemory);
      return slots;
    }
  }
}

describe("an engine with a memory limit", () => {
  it("an engine with a memory limit counts a vector store from its first page on, as it grows, and no longer when it is dropped", async () => {
    const memory = MemoryLimit.unlimited();
    const engine = newEngine({ memory });
    const store = await engine.create(SPEC);
    expect(memory.used).to.equal(PAGE_BYTES);
    await write(engine, store, 0, 20_000);
    expect(memory.used).to.be.above(20_000 * DIMENSION * 4);
    await engine.drop(store);
    await engine.drop(store);
    expect(memory.used).to.equal(0);
  });

  it("an engine with a memory limit counts a restored vector store, and nothing for one that does not fit", async () => {
    const memory = MemoryLimit.of(2 ** 24);
    const disk = new SavedStores();
    const engine = newEngine({ memory, files: disk.files });
    const store = await engine.create(SPEC);
    await write(engine, store, 0, 4_000);
    const saved = await disk.save(engine, store, SPEC);
    const before = memory.used;
    const loaded = (await engine.restore(SPEC, saved)).store;
    expect(memory.used - before).to.be.within(4_000 * DIMENSION * 4, before);
    await engine.drop(loaded);
    expect(memory.used).to.equal(before);
    memory.add(memory.limit - before - 4 * PAGE_BYTES);
    const full = memory.used;
    const error = await rejection(engine.restore(SPEC, saved));
    expect(error).to.be.instanceOf(OutOfMemory).and.not.instanceOf(SegmentFull);
    expect(memory.used).to.equal(full);
    disk.remove();
  });

  it("an engine with a memory limit distinguishes a full vector store from a reached limit", async () => {
    const memory = MemoryLimit.of(2 ** 30);
    const engine = newEngine({ memory, maximumPages: 40 });
    const store = await engine.create(SPEC);
    expect(await rejection(engine.reserve(store, 100_000))).to.be.instanceOf(SegmentFull);
    memory.add(memory.limit - memory.used);
    const error = await rejection(engine.reserve(store, 5_000));
    expect(error).to.be.instanceOf(OutOfMemory).and.not.instanceOf(SegmentFull);
  });

  it("an engine with a memory limit counts nothing for a vector store that cannot be created", async () => {
    const memory = MemoryLimit.unlimited();
    const engine = newEngine({ memory });
    await rejection(engine.create({ ...SPEC, dimension: 0 }));
    await rejection(newEngine({ memory, maximumPages: 0 }).create(SPEC));
    expect(memory.used).to.equal(0);
  });

  it("an engine with a memory limit refuses to create and to grow vector stores at the limit, and changes nothing", async () => {
    const memory = MemoryLimit.of(60 * PAGE_BYTES);
    const engine = newEngine({ memory });
    const store = await engine.create(SPEC);
    const slots = await fill(engine, store);
    expect(slots).to.be.above(5_000);
    const before = { ...(await engine.stats(store)), used: memory.used };
    expect(await rejection(engine.reserve(store, slots * 2))).to.be.instanceOf(OutOfMemory);
    expect({ ...(await engine.stats(store)), used: memory.used }).to.deep.equal(before);
    memory.add(memory.limit - memory.used);
    expect(await rejection(engine.create(SPEC))).to.be.instanceOf(OutOfMemory);
    const { slots: found } = await engine.search(store, rowOf(slots - 1), NEAREST);
    expect([...found]).to.deep.equal([slots - 1]);
  });

  it("an engine with a memory limit keeps memory for temporary work, so that any thread can search a full vector store", async () => {
    const memory = MemoryLimit.of(64 * PAGE_BYTES);
    memory.keepBack();
    const engine = newEngine({ memory });
    const store = await engine.create({ ...SPEC, m: 8 });
    const slots = await fill(engine, store);
    const wide = { k: 1000, ef: 1000 };
    expect((await engine.search(store, rowOf(0), wide)).slots).to.have.length(1000);
    await engine.indexed(store);
    const { slots: found } = await engine.search(store, rowOf(slots - 1), { k: 1, ef: 100 });
    expect([...found]).to.deep.equal([slots - 1]);
  });

  it("an engine with a memory limit stops indexing when there is no memory for links, finds all slots, and continues when there is", () =>
    withSeed(async (random) => {
      const memory = MemoryLimit.of(2 ** 30);
      const engine = newEngine({ memory });
      const store = await engine.create({ ...SPEC, m: 4 });
      await write(engine, store, 0, ONE_CHUNK / 4);
      await engine.indexed(store);
      await write(engine, store, ONE_CHUNK / 4, ONE_CHUNK);
      const taken = memory.limit - memory.used;
      memory.add(taken);
      await engine.indexed(store);
      const { indexed, count } = await engine.stats(store);
      expect(indexed).to.be.within(1, ONE_CHUNK - 1);
      expect(count).to.equal(ONE_CHUNK);
      for (const slot of [0, ONE_CHUNK - 1, Math.floor(random() * ONE_CHUNK)]) {
        const { slots } = await engine.search(store, rowOf(slot), { k: 1, ef: 1000 });
        expect([...slots], `slot ${slot}, ${indexed} indexed`).to.deep.equal([slot]);
      }
      memory.release(taken);
      await engine.indexed(store);
      expect(await engine.stats(store)).to.include({ indexed: ONE_CHUNK });
    }));
});

describe("a thread without memory for a walk", () => {
  it("a thread without memory for a walk compares all vectors instead", async () => {
    const memory = MemoryLimit.unlimited();
    const writer = newEngine({ memory });
    const store = await writer.create({ ...SPEC, m: 8 });
    await write(writer, store, 0, ONE_CHUNK);
    await writer.indexed(store);
    const readers = Array.from({ length: 20 }, (_, i) => newEngine({ memory, worker: i + 1 }));
    const options = { k: 1, ef: 1000 };
    for (const reader of readers) {
      await reader.attach(await writer.share(store));
      // Takes the memory that every search needs, but not yet the memory of a walk.
      await reader.search(store, rowOf(0), { ...options, exact: true });
    }
    memory.add(memory.limit - memory.used);
    const methods = new Set<string>();
    for (const [i, reader] of readers.entries()) {
      const hits = await reader.search(store, rowOf(i), options);
      expect([...hits.slots]).to.deep.equal([i]);
      methods.add(hits.method);
    }
    expect(methods).to.include("exact");
  });
});

describe("an engine in threads with a memory limit", () => {
  let engine: Engine;
  let memory: MemoryLimit;
  beforeEach(() => {
    memory = MemoryLimit.of(80 * PAGE_BYTES);
    engine = startPool(2, { maxWaiting: 100, memory });
  });
  afterEach(() => engine.close());

  it("an engine in threads counts the memory of all threads together", async () => {
    const store = await engine.create(SPEC);
    await write(engine, store, 0, 1000);
    const written = memory.used;
    expect(written).to.be.above(1000 * DIMENSION * 4);
    const wide = { k: 1000, ef: 100_000 };
    await Promise.all([1, 2, 3, 4].map(() => engine.search(store, rowOf(7), wide)));
    expect(memory.used).to.be.above(written);
  });

  it("an engine in threads distinguishes a full vector store from a reached limit in any thread", async () => {
    const store = await engine.create(SPEC);
    expect(await rejection(engine.reserve(store, 2 ** 31))).to.be.instanceOf(SegmentFull);
    expect(await rejection(engine.reserve(store, 50_000)))
      .to.be.instanceOf(OutOfMemory)
      .and.not.instanceOf(SegmentFull);
  });

  it("an engine in threads frees the memory of every thread, so that other vector stores can grow", async () => {
    const first = await engine.create(SPEC);
    const slots = await fill(engine, first);
    await Promise.all([1, 2, 3, 4].map(() => engine.search(first, rowOf(7), NEAREST)));
    const second = await engine.create(SPEC).catch(() => null);
    await engine.drop(first);
    if (second !== null) await engine.drop(second);
    expect(await fill(engine, await engine.create(SPEC))).to.equal(slots);
  });

  it("an engine in threads has freed all memory when garbage is collected", async () => {
    for (let i = 0; i < 5; i++) {
      const store = await engine.create(SPEC);
      await write(engine, store, 0, 100);
      await engine.search(store, rowOf(7), NEAREST);
      void engine.search(store, rowOf(7), NEAREST);
      await engine.drop(store);
    }
    await engine.reclaim();
    expect(memory.used).to.equal(0);
  });
});
