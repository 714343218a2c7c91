// Graphs that are built in bulk in the place of one that covers a part of the slots: how good they are, and what
// searches, writes, deletions and saves find before, between and after the steps.

import { expect } from "chai";
import type { LocalEngineOptions } from "../../../src/engine/local-options.ts";
import type { StoreSpec } from "../../../src/engine/types.ts";
import { VectorStore } from "../../../src/engine/vector-store.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { itWeekly } from "../../support/weekly.ts";
import { builtInBulk, graphBytes, inserted, measured, replacedInBulk } from "./bulk-builds.ts";
import { append, concat, floats, NO_SLOTS, newEngine, seededRandom, spec, storeHost } from "./fixtures.ts";
import { SavedStores } from "./saved-stores.ts";
import { dataSet } from "./vectors.ts";

const SEED = 21;
const COUNT = 6000;
/** Slots of the graph that is replaced, and of the one that replaces it. */
const PART = 2000;
const ALL = 24_000;
const DIMENSION = 4;
/** Bytes of a slot in the columns of a graph with M 16, and more than all upper links. */
const GRAPH_BYTES = 2 * 16 * 4 + 2 + 4 + 4;
const UPPER_BYTES = 60_000;
const EVERY_SLOT = Number.POSITIVE_INFINITY;
const GIVEN = { metric: "Euclid" } as const;

/** Rows in space, so that near ones are found by every graph. */
const ROWS = rowsOf(ALL);

describe("a bulk graph that replaces a part graph", () => {
  it("a bulk graph that replaces a part graph has the bytes of one that replaces none", () => {
    const rows = dataSet("duplicates", COUNT, SEED).rows.map(toUnitLength);
    const dead = Uint32Array.from({ length: COUNT / 2 }, (_, i) => 2 * i);
    for (const [metric, ...parts] of [
      ["Euclid", PART],
      ["Euclid", PART, 2 * PART],
      ["Dot", PART, 2 * PART],
    ] as const) {
      const given = { metric, centre: new Float32Array(rows[0]!.length) };
      const replaced = replacedInBulk(rows, given, parts, dead);
      expect(graphBytes(replaced).equals(graphBytes(builtInBulk(rows, given, dead)))).to.equal(true);
    }
  });

  for (const metric of ["Euclid", "Cosine"] as const) {
    const register = metric === "Euclid" ? it : itWeekly;
    register(
      `a bulk graph that replaces a part graph is sound, finds what a graph by insertion finds, and takes further slots: ${metric}`,
      () => {
        const { rows, queries } = dataSet("clusters", COUNT, SEED);
        const store = replacedInBulk(rows.slice(0, COUNT - 500), { metric }, [PART]);
        expect(store.validate()).to.include({ unreachable: 0, broken: 0 });
        store.reserve(COUNT);
        const vectors = concat(rows.slice(COUNT - 500));
        store.write({ store: 1, first: COUNT - 500, slots: 500, rows: null, vectors, dead: NO_SLOTS });
        while (store.index(100, EVERY_SLOT) > 0);
        while (store.repair(4, true));
        expect(store.stats()).to.include({ indexed: COUNT, nodes: COUNT, unreachable: 0 });
        expect(store.validate()).to.include({ unreachable: 0, broken: 0 });
        const wanted = measured(inserted(rows, { metric }), queries, 32).recall;
        expect(measured(store, queries, 32).recall).to.be.at.least(wanted - 0.01);
      },
    );
  }

  it("a bulk graph that replaces a part graph leads to equal vectors whose node was another one before", () => {
    const random = seededRandom(SEED);
    const different = Array.from({ length: COUNT / 3 }, () => floats(random, 24));
    const rows = [...different, ...different, ...different];
    const store = replacedInBulk(rows, GIVEN, [different.length - 10]);
    expect(store.stats()).to.include({ nodes: different.length, indexed: COUNT });
    for (let i = 0; i < 50; i++) {
      const hits = store.search(different[i]!, { k: 3, ef: 16 });
      const equal = [i, i + different.length, i + 2 * different.length];
      expect([...hits.slots].sort((a, b) => a - b)).to.deep.equal(equal);
    }
  });

  it("a bulk graph that replaces another takes the memory of the one before, which is used again for the next", () => {
    const { rows } = dataSet("clusters", COUNT, SEED);
    const bytesAfter = (parts: number[]) => replacedInBulk(rows, GIVEN, parts).stats().usedBytes;
    // A chunk has 2048 slots.
    const [none, one, two] = [[0], [2000], [2000, 4000]].map(bytesAfter) as [number, number, number];
    expect(one - none).to.be.within(2048 * GRAPH_BYTES, 2048 * GRAPH_BYTES + UPPER_BYTES);
    expect(two - one).to.be.within(2048 * GRAPH_BYTES, 2048 * GRAPH_BYTES + UPPER_BYTES);
  });

  it("a bulk graph that replaces a part graph is empty if all slots are dead, and takes further slots", () => {
    const { rows } = dataSet("clusters", COUNT, SEED);
    const dead = Uint32Array.from({ length: COUNT }, (_, slot) => slot);
    const store = replacedInBulk(rows, GIVEN, [PART], dead);
    expect(store.stats()).to.include({ nodes: 0, indexed: COUNT });
    expect(store.search(rows[0]!, { k: 5, ef: 16 }).slots).to.have.length(0);
    store.reserve(COUNT + 1);
    store.write({ store: 1, first: COUNT, slots: 1, rows: null, vectors: rows[0]!, dead: NO_SLOTS });
    while (store.index(1, EVERY_SLOT) > 0);
    expect([...store.search(rows[0]!, { k: 5, ef: 16 }).slots]).to.deep.equal([COUNT]);
  });
});

describe("a store with many slots that its graph lacks", () => {
  it("a store with many slots that its graph lacks gets a graph of all in bulk; until then searches walk the old graph and compare the others", () => {
    const store = withPart();
    let [steps, walks] = [0, 0];
    for (; store.stats().indexed === PART; steps++) {
      const hits = store.search(ROWS[steps % ALL]!, { k: 5, ef: 32 });
      expect(hits.slots[0]).to.equal(steps % ALL);
      expect(hits.slots).to.have.length(5);
      if (hits.method === "walk") walks++;
      for (let i = 0; i < 50 && store.stats().indexed === PART; i++) store.index(1, EVERY_SLOT);
    }
    expect(walks).to.equal(steps);
    expect(steps).to.be.above(1);
    expect(store.stats()).to.include({ indexed: ALL, nodes: ALL, unchecked: ALL });
    while (store.repair(4, true));
    expect(store.validate()).to.include({ unreachable: 0, broken: 0 });
  });

  it("a store with many slots that its graph lacks does not find slots that were deleted during the build", () => {
    const store = withPart();
    for (let i = 0; i < 20; i++) store.index(1, EVERY_SLOT);
    const dead = Uint32Array.of(0, 7, PART, ALL - 1);
    store.write({ store: 1, first: ALL, slots: 0, rows: NO_SLOTS, vectors: new Float32Array(0), dead });
    while (store.index(1, EVERY_SLOT) > 0);
    while (store.repair(4, true));
    for (const slot of dead) {
      const hits = store.search(ROWS[slot]!, { k: 5, ef: 32 });
      expect(hits.slots).to.have.length(5);
      expect([...hits.slots]).not.to.include(slot);
    }
    expect(store.validate()).to.include({ unreachable: 0, broken: 0 });
  });

  it("a store with many slots that its graph lacks gets the others inserted if they are few beside it, or fewer than 20,000", () => {
    for (const [part, more] of [
      [PART, 19_999],
      [50_000, 24_000],
    ] as const) {
      const store = newStore();
      write(store, part);
      while (store.index(1000, EVERY_SLOT) > 0);
      write(store, more);
      while (store.stats().indexed === part && !store.bulk.isRunning) store.index(1, EVERY_SLOT);
      expect(store.stats().indexed, `${more} beside ${part}`).to.be.within(part + 1, part + more - 1);
    }
  });

  it("a store with many slots that its graph lacks keeps a graph that is being copied if others are short of memory then", () => {
    const store = withPart();
    while (store.bulk.doneBeyond(0) < ALL) store.index(1, EVERY_SLOT);
    for (let i = 0; i < 3; i++) store.index(1, EVERY_SLOT);
    expect(store.stats().indexed).to.equal(PART);
    expect(store.bulk.giveUp()).to.equal(true);
    expect(store.stats()).to.include({ indexed: ALL, nodes: ALL });
    while (store.repair(4, true));
    expect(store.validate()).to.include({ unreachable: 0, broken: 0 });
  });

  it("a store with many slots that its graph lacks inserts them if there is no memory for a second graph", () => {
    const without = MemoryLimit.unlimited();
    withPart(without);
    const store = withPart(MemoryLimit.of(without.used + 2 ** 20));
    store.index(1, EVERY_SLOT);
    expect(store.stats().indexed).to.equal(PART + 1);
  });

  it("a store with many slots that its graph lacks gets their graph while a checkpoint keeps later slots out of it", async () => {
    const { engine, store, tasks } = await engineWithPart();
    const indexed = engine.indexed(store);
    tasks.shift()!();
    await engine.limitGraph(store, ALL);
    await append(engine, store, ROWS.slice(0, 10));
    while (tasks.length > 0) tasks.shift()!();
    expect((await engine.stats(store)).indexed).to.equal(ALL);
    await engine.limitGraph(store, null);
    while (tasks.length > 0) tasks.shift()!();
    await indexed;
    expect((await engine.stats(store)).indexed).to.equal(ALL + 10);
    expect(await engine.validate(store)).to.include({ unreachable: 0, broken: 0 });
  });

  it("a store with many slots that its graph lacks is saved and restored between any two steps", async () => {
    const files = new SavedStores();
    const { engine, store, tasks } = await engineWithPart({ files: files.files });
    const given = specOf();
    const indexed = engine.indexed(store);
    const found = new Set<number>();
    for (let step = 0; tasks.length > 0; step++) {
      if (step % 12 === 0) found.add(await restoredIndexed());
      tasks.shift()!();
    }
    await indexed;
    found.add(await restoredIndexed());
    expect([...found]).to.deep.equal([PART, ALL]);
    files.remove();

    /** Restores the saved store, and returns how many slots its graph covers. */
    async function restoredIndexed(): Promise<number> {
      const other = newEngine({ files: files.files });
      const restored = await other.restore(given, await files.save(engine, store, given));
      expect(restored.faults).to.deep.equal([]);
      expect(await other.validate(restored.store)).to.include({ broken: 0 });
      const hits = await other.search(restored.store, ROWS[PART + 5]!, { k: 5, ef: 32 });
      expect([hits.slots[0], hits.slots.length]).to.deep.equal([PART + 5, 5]);
      const { indexed } = await other.stats(restored.store);
      await other.close();
      return indexed;
    }
  });
});

function toUnitLength(row: Float32Array): Float32Array {
  const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
  return row.map((value) => value / length);
}

function rowsOf(count: number): Float32Array[] {
  const random = seededRandom(SEED);
  return Array.from({ length: count }, () => floats(random, DIMENSION));
}

function specOf(): StoreSpec {
  return spec({ ...GIVEN, dimension: DIMENSION, m: 8, efConstruct: 16 });
}

/** An engine whose slices the test runs, with a store of all rows and a graph of the first ones. */
async function engineWithPart(options: Partial<LocalEngineOptions> = {}) {
  const tasks: (() => void)[] = [];
  const engine = newEngine({ ...options, later: (task) => void tasks.push(task) });
  const store = await engine.create(specOf());
  await append(engine, store, ROWS.slice(0, PART));
  const indexed = engine.indexed(store);
  while (tasks.length > 0) tasks.shift()!();
  await indexed;
  await append(engine, store, ROWS.slice(PART));
  return { engine, store, tasks };
}

function newStore(account = MemoryLimit.unlimited()): VectorStore {
  return VectorStore.create(storeHost(account), specOf());
}

/** A store of all rows, with a graph of the first ones. */
function withPart(account?: MemoryLimit): VectorStore {
  const store = newStore(account);
  write(store, PART);
  while (store.index(100, EVERY_SLOT) > 0);
  store.repair(1, true);
  write(store, ALL - PART);
  return store;
}

/** Appends rows, from the first one again after the last. */
function write(store: VectorStore, slots: number): void {
  const first = store.stats().count;
  const rows = Array.from({ length: slots }, (_, i) => ROWS[(first + i) % ALL]!);
  store.reserve(first + slots);
  store.write({ store: 1, first, slots, rows: null, vectors: concat(rows), dead: NO_SLOTS });
}
