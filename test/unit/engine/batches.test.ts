// Insertions in batches, for which builder threads search: the graph, beside one by single insertions, and what becomes
// of it when threads end early. Levels and data are seeded, so recall is a fixed number.
import type { Worker } from "node:worker_threads";
import { expect } from "chai";
import type { Encoding, Metric } from "../../../src/engine/abi.ts";
import type { Builders } from "../../../src/engine/build-threads.ts";
import { check, instantiateOver } from "../../../src/engine/instance.ts";
import type { LocalEngine } from "../../../src/engine/local.ts";
import type { StoreHandle, StoreSpec } from "../../../src/engine/types.ts";
import type { VectorStore } from "../../../src/engine/vector-store.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { until } from "../../support/until.ts";
import { itOnceIn } from "../../support/weekly.ts";
import { buildersInThreads } from "./builders-in-threads.ts";
import { graphBytes, measured, written } from "./bulk-builds.ts";
import { append, BUILDS, kill, newEngine, type Random, seededRandom, spec } from "./fixtures.ts";

/** Enough for a graph to which batches are added, and for several batches. */
const COUNT = 9600;
const DIMENSION = 8;
const TOPICS = 60;
const SMALL = { m: 8, efConstruct: 24 };

/** Rows in clusters, topic by topic if `sorted`; every eighth is equal to an earlier one of its topic. */
function rowsOf(random: Random, sorted: boolean, count = COUNT): Float32Array[] {
  const draw = () => random() + random() + random() - 1.5;
  const centres = Array.from({ length: TOPICS }, () =>
    Float32Array.from({ length: DIMENSION }, () => 4 * draw()),
  );
  const topics: Float32Array[][] = centres.map(() => []);
  return Array.from({ length: count }, (_, i) => {
    const topic = sorted ? Math.floor((i * TOPICS) / count) : Math.floor(random() * TOPICS);
    const before = topics[topic]!;
    const twin = before[Math.floor(random() * before.length)];
    const row = i % 8 === 7 && twin ? twin : centres[topic]!.map((value) => value + draw());
    before.push(row);
    return row;
  });
}

/** Returns the rows with lengths from a half to the double. */
const varying = (rows: Float32Array[], random: Random) =>
  rows.map((row) => {
    const size = 2 ** (2 * random() - 1);
    return row.map((value) => value * size);
  });

interface Case {
  readonly metric: Metric;
  readonly encoding: Encoding;
}

const CASES: Record<string, Case> = {
  "Manhattan distances": { metric: "Manhattan", encoding: "int8" },
  "1-bit codes": { metric: "Cosine", encoding: "binary" },
  "Dot of vectors that differ in length": { metric: "Dot", encoding: "int8" },
  "vectors without codes": { metric: "Euclid", encoding: "none" },
};

describe("batches of insertions", () => {
  let memory: MemoryLimit;
  let threads: Worker[];
  let engines: LocalEngine[];
  let rows: Float32Array[];

  before(() => {
    rows = rowsOf(seededRandom(3), false);
  });

  beforeEach(() => {
    memory = MemoryLimit.unlimited();
    threads = [];
    engines = [];
  });

  afterEach(() => Promise.all(engines.map((engine) => engine.close())));

  const inThreads = (count: number) => buildersInThreads(count, (thread) => threads.push(thread));

  async function opened(builders: Builders | undefined, given: Partial<StoreSpec> = {}) {
    const engine = newEngine({ memory, later: setImmediate, builders });
    engines.push(engine);
    const store = await engine.create(
      spec({ dimension: DIMENSION, metric: "Manhattan", ...SMALL, ...given }),
    );
    return { engine, store };
  }

  const bytesOf = async (engine: LocalEngine, store: StoreHandle) => Buffer.concat(await engine.graph(store));

  /** Indexes the rows in an engine. @returns the bytes of the graph */
  async function graphIn(builders: Builders | undefined, given: Case, all = rows): Promise<Buffer> {
    const { engine, store } = await opened(builders, given);
    await append(engine, store, all);
    await engine.indexed(store);
    return bytesOf(engine, store);
  }

  /** Begins to index the rows, and waits until builder threads have been started and nodes were inserted in batches. */
  async function begun(builders: Builders) {
    const { engine, store } = await opened(builders);
    await append(engine, store, rows);
    const indexed = engine.indexed(store);
    await until(async () => threads.length > 0 && (await engine.stats(store)).nodes > 6800);
    return { engine, store, indexed };
  }

  const itInSample = itOnceIn(5);
  const itOfTwo = itOnceIn(2);
  for (const [what, given] of Object.entries(CASES)) {
    itOfTwo(
      `batches make the graph of one thread, byte for byte, in any number of threads: ${what}`,
      async () => {
        const all = given.metric === "Dot" ? varying(rows, seededRandom(4)) : rows;
        const wanted = await graphIn(undefined, given, all);
        for (const count of [1, 3]) {
          threads = [];
          const graph = await graphIn(inThreads(count), given, all);
          expect(graph.equals(wanted), `${count} threads`).to.equal(true);
          expect(threads).to.have.length(count);
        }
      },
    );

    for (const order of ["mixed", "topic by topic"]) {
      itInSample(`batches find what single insertions find: ${what}, ${order}`, () => {
        const random = seededRandom(5);
        const drawn = rowsOf(random, order !== "mixed");
        const all = given.metric === "Dot" ? varying(drawn, random) : drawn;
        const queries = Array.from({ length: 240 }, (_, i) =>
          all[i * 40]!.map((value) => value + 0.2 * random()),
        );
        const [single, inBatches] = [true, false].map((singly) =>
          indexed(all, { ...SMALL, ...given }, singly),
        );
        expect(graphBytes(inBatches!).equals(graphBytes(single!))).to.equal(false);
        expect(inBatches!.validate()).to.include({ unreachable: 0, broken: 0 });
        expect(inBatches!.stats().nodes).to.be.closeTo(single!.stats().nodes, COUNT / 500);
        for (const ef of [16, 64]) {
          const [wanted, got] = [measured(single!, queries, ef), measured(inBatches!, queries, ef)];
          expect(got.recall, `recall at ef ${ef}`).to.be.at.least(wanted.recall - 0.01);
          expect(got.compared, `comparisons at ef ${ef}`).to.be.at.most(1.05 * wanted.compared);
        }
      });
    }
  }

  it("batches are added to a large graph that stays, in the order of the slots", async () => {
    const graphs = [];
    for (const builders of [undefined, inThreads(2)]) {
      const { engine, store } = await opened(builders, { metric: "Euclid" });
      await append(engine, store, rows.slice(0, 7000));
      await engine.indexed(store);
      threads = [];
      await append(engine, store, rows.slice(7000));
      await engine.indexed(store);
      graphs.push(await bytesOf(engine, store));
    }
    expect(threads).to.have.length(2);
    expect(graphs[0]!.equals(graphs[1]!)).to.equal(true);
  });

  it("a small backlog is inserted without builder threads", async () => {
    const { engine, store } = await opened(inThreads(1));
    await append(engine, store, rows.slice(0, 7000));
    await engine.indexed(store);
    threads = [];
    await append(engine, store, rows.slice(7000, 9000));
    await engine.indexed(store);
    expect(threads).to.have.length(0);
    expect(await engine.stats(store)).to.include({ indexed: 9000 });
  });

  it("builder threads end when the batches are complete, and leave no memory of their own", async () => {
    const { engine, indexed } = await begun(inThreads(2));
    let running = threads.length;
    for (const thread of threads) thread.on("exit", () => running--);
    await indexed;
    await until(() => running === 0);
    expect(memory.used).to.equal(engine.wasmBytes);
  });

  it("writes, deletions and searches are served while builder threads search for a batch", async () => {
    const { engine, store, indexed } = await begun(inThreads(2));
    await kill(engine, store, [0, 9599]);
    const slot = await append(engine, store, [rows[0]!]);
    const hits = engine.searchNow(store, rows[0]!, { k: 3, ef: 64 });
    expect([...hits.slots])
      .to.include(slot)
      .and.not.include(0);
    await indexed;
    expect(await engine.stats(store)).to.include({ indexed: COUNT + 1, live: COUNT - 1 });
    expect(await engine.validate(store)).to.include({ unreachable: 0, broken: 0 });
  });

  for (const [what, end] of [
    ["dies", () => void threads[0]!.terminate()],
    ["is ended because memory is short", () => void memory.releaseCaches(1)],
  ] as const) {
    it(`a builder thread that ${what} changes nothing in the graph, which its owner completes alone`, async () => {
      const wanted = await graphIn(undefined, CASES["Manhattan distances"]!);
      const { engine, store, indexed } = await begun(inThreads(2));
      end();
      await indexed;
      expect((await bytesOf(engine, store)).equals(wanted)).to.equal(true);
      expect(threads).to.have.length(2);
    });
  }

  it("builder threads that cannot be started change nothing in the graph", async () => {
    const start = () => {
      throw new Error("no thread");
    };
    const wanted = await graphIn(undefined, CASES["Manhattan distances"]!);
    const graph = await graphIn({ threads: 2, start }, CASES["Manhattan distances"]!);
    expect(graph.equals(wanted)).to.equal(true);
  });

  for (const [what, end] of [
    ["is dropped", (engine: LocalEngine, store: StoreHandle) => engine.drop(store)],
    ["is closed with its engine", (engine: LocalEngine) => engine.close()],
  ] as const) {
    it(`builder threads have ended, and all memory is free, when a store that ${what} is gone`, async () => {
      const { engine, store, indexed } = await begun(inThreads(2));
      await end(engine, store);
      await indexed;
      expect(memory.used).to.equal(0);
    });
  }
});

/** A store with a graph by insertion. @param singly no slots are inserted in batches */
function indexed(rows: readonly Float32Array[], given: Case & typeof SMALL, singly: boolean): VectorStore {
  const store = written(rows, given);
  const { index } = instantiateOver(BUILDS.release, store.memory, (pages) => store.memory.grow(pages));
  // The first step makes the centre of the codes.
  while (store.index(4, rows.length) > 0) if (singly) check(index(0, rows.length, rows.length));
  while (store.repair(4, true));
  return store;
}
