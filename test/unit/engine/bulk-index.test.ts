// When graphs are built in bulk, and what searches, writes, drops and a lack of memory do meanwhile.
import { expect } from "chai";
import type { StoreSpec } from "../../../src/engine/types.ts";
import { VectorStore } from "../../../src/engine/vector-store.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { itWeekly } from "../../support/weekly.ts";
import { NO_SLOTS, newEngine, seededRandom, spec, storeHost } from "./fixtures.ts";

const SLOTS = 20_000;
const DIMENSION = 2;
const ALL = Number.POSITIVE_INFINITY;

const random = seededRandom(3);
const VECTORS = Float32Array.from({ length: SLOTS * DIMENSION }, () => random());
const QUERY = VECTORS.slice(0, DIMENSION);
const NEAREST = { k: 10, ef: 64 };

describe("a store of many slots", () => {
  it("a store of many slots gets its graph as a whole: until then searches compare all slots, and writes are taken", () => {
    const store = newStore({ metric: "Euclid" });
    write(store, SLOTS);
    let steps = 0;
    for (; store.stats().indexed === 0; steps++) {
      expect(store.search(QUERY, NEAREST).method).to.equal("exact");
      if (steps === 1) write(store, 5);
      // Some steps without a look between them: each look compares all slots.
      for (let i = 0; i < 50 && store.stats().indexed === 0; i++) store.index(1, ALL);
    }
    expect(steps).to.be.above(1);
    expect(store.stats()).to.include({ indexed: SLOTS, nodes: SLOTS });
    expect(store.index(5, ALL)).to.equal(0);
    const hits = store.search(QUERY, NEAREST);
    expect(hits.method).to.equal("walk");
    expect([...hits.slots]).to.include.members([0, SLOTS]);
    expect(store.validate().broken).to.equal(0);
  });

  for (const given of [{ metric: "Manhattan" }, { metric: "Euclid", encoding: "none" }] as const) {
    it(`a store of many slots is indexed slot by slot if partitions do not cover it: ${Object.values(given).join(", ")}`, () => {
      const store = newStore(given);
      write(store, SLOTS);
      store.index(1, ALL);
      expect(store.stats().nodes).to.equal(1);
    });
  }

  it("a store of many slots for Dot is built in bulk if its live vectors are equal in length, otherwise indexed slot by slot", () => {
    for (const [longer, isBuilt] of [
      [[], true],
      [[SLOTS - 1], false],
    ] as const) {
      const store = newStore({ metric: "Dot" });
      writeTurned(store, [5, ...longer]);
      const dead = Uint32Array.of(5);
      store.write({ store: 1, first: SLOTS, slots: 0, rows: NO_SLOTS, vectors: new Float32Array(0), dead });
      while (store.stats().nodes === 0) store.index(1, ALL);
      expect(store.stats().indexed).to.equal(isBuilt ? SLOTS : 0);
    }
  });

  it("a store of many slots is indexed slot by slot if they are fewer than 20,000", () => {
    const few = newStore({ metric: "Cosine" });
    write(few, SLOTS - 1);
    few.index(1, ALL);
    expect(few.stats().nodes).to.equal(1);
  });

  it("a store of many slots is built in bulk while its first slots are being inserted", () => {
    const store = newStore({ metric: "Euclid" });
    write(store, 1000);
    store.index(500, ALL);
    expect(store.stats()).to.include({ nodes: 500, indexed: 0 });
    write(store, SLOTS);
    while (store.index(1, ALL) > 0);
    while (store.repair(4, true));
    expect(store.stats()).to.include({ indexed: SLOTS + 1000, nodes: SLOTS });
    expect(store.validate()).to.include({ unreachable: 0, broken: 0 });
  });

  it("a store of many slots is indexed slot by slot if there is no memory for a bulk build, and counts none of it", () => {
    const without = MemoryLimit.unlimited();
    write(newStore({ metric: "Euclid" }, without), SLOTS);
    const account = MemoryLimit.of(without.used * 2);
    const store = newStore({ metric: "Euclid" }, account);
    write(store, SLOTS);
    while (store.stats().nodes === 0) store.index(1, ALL);
    expect(store.stats().nodes).to.equal(1);
    expect(account.used).to.be.below(without.used * 1.5);
  });

  itWeekly(
    "a store of many slots is indexed slot by slot if partitions do not find the neighbours of its vectors",
    () => {
      const noise = seededRandom(4);
      const account = MemoryLimit.unlimited();
      const store = VectorStore.create(storeHost(account), spec({ dimension: 400, metric: "Euclid" }));
      store.reserve(SLOTS);
      const vectors = Float32Array.from({ length: SLOTS * 400 }, () => noise());
      store.write({ store: 1, first: 0, slots: SLOTS, rows: null, vectors, dead: NO_SLOTS });
      const without = account.used;
      store.index(1, ALL);
      expect(account.used).to.be.above(without);
      while (store.stats().nodes === 0) store.index(1, ALL);
      expect(store.stats().nodes).to.equal(1);
      expect(account.used).to.be.below(without * 1.2);
    },
  );

  it("a store of many slots gives a bulk build up when others are short of memory, and is indexed slot by slot from then on", async () => {
    const tasks: (() => void)[] = [];
    const memory = MemoryLimit.of(2 ** 30);
    const engine = newEngine({ memory, later: (task) => void tasks.push(task) });
    const store = await engine.create(specOf({ metric: "Euclid" }));
    await engine.reserve(store, SLOTS);
    await engine.write([{ store, first: 0, slots: SLOTS, rows: null, vectors: VECTORS, dead: NO_SLOTS }]);
    const without = memory.used;
    engine.indexed(store).catch(() => {});
    tasks.shift()!();
    expect(memory.used).to.be.above(without);
    expect(memory.reserve(memory.limit - without, "passing")).to.equal(true);
    expect(memory.used).to.equal(memory.limit);
    memory.release(memory.limit - without);
    tasks.shift()!();
    expect((await engine.stats(store)).nodes).to.be.above(0);
  });

  it("a store of many slots releases the memory of a bulk build when it is complete, and when the store is dropped before", async () => {
    for (const isComplete of [true, false]) {
      const tasks: (() => void)[] = [];
      const memory = MemoryLimit.unlimited();
      const engine = newEngine({ memory, later: (task) => void tasks.push(task) });
      const store = await engine.create(specOf({ metric: "Euclid" }));
      await engine.reserve(store, SLOTS);
      await engine.write([{ store, first: 0, slots: SLOTS, rows: null, vectors: VECTORS, dead: NO_SLOTS }]);
      const before = memory.used;
      const indexed = engine.indexed(store);
      tasks.shift()!();
      expect(memory.used).to.be.above(before);
      while (isComplete && tasks.length > 0) tasks.shift()!();
      if (!isComplete) await engine.drop(store);
      await indexed;
      expect(memory.used).to.equal(isComplete ? engine.wasmBytes : 0);
    }
  });
});

function specOf(given: Pick<StoreSpec, "metric"> & Partial<StoreSpec>): StoreSpec {
  return spec({ dimension: DIMENSION, m: 8, efConstruct: 16, ...given });
}

function newStore(given: Pick<StoreSpec, "metric"> & Partial<StoreSpec>, account = MemoryLimit.unlimited()) {
  return VectorStore.create(storeHost(account), specOf(given));
}

/** Appends vectors of length 1 in different directions; those of the slots in `longer` are of length 2. */
function writeTurned(store: VectorStore, longer: readonly number[]): void {
  const vectors = new Float32Array(SLOTS * DIMENSION);
  for (let slot = 0; slot < SLOTS; slot++) {
    const angle = (2 * Math.PI * ((slot * 7919) % SLOTS)) / SLOTS;
    const length = longer.includes(slot) ? 2 : 1;
    vectors.set([length * Math.cos(angle), length * Math.sin(angle)], slot * DIMENSION);
  }
  store.reserve(SLOTS);
  store.write({ store: 1, first: 0, slots: SLOTS, rows: null, vectors, dead: NO_SLOTS });
}

/** Appends the first of the vectors. */
function write(store: VectorStore, slots: number): void {
  const first = store.stats().count;
  store.reserve(first + slots);
  const vectors = VECTORS.subarray(0, slots * DIMENSION);
  store.write({ store: 1, first, slots, rows: null, vectors, dead: NO_SLOTS });
}
