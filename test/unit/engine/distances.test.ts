// Distances to given slots: they equal the definition, and bit for bit those of an exact search.
import { rmSync } from "node:fs";
import { expect } from "chai";
import type { Encoding, Metric } from "../../../src/engine/abi.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { startPool } from "../../../src/engine/node-threads.ts";
import type { StoreHandle } from "../../../src/engine/types.ts";
import { OutOfMemory } from "../../../src/errors/failures.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { segmentFilesIn } from "../../../src/storage/segment-files.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { itOnceIn } from "../../support/weekly.ts";
import {
  append,
  BUILDS,
  bits,
  concat,
  floats,
  integer,
  kill,
  METRIC_NAMES,
  newEngine,
  oracle,
  type Random,
  rejection,
  spec,
  withSeed,
} from "./fixtures.ts";

const ENCODINGS: Encoding[] = ["none", "int8", "binary"];
const DIMENSIONS = [...Array(40).keys()].map((i) => i + 1).concat(127, 768, 1536, 4100);

const rowsOf = (random: Random, count: number, dimension: number) =>
  Array.from({ length: count }, () => floats(random, dimension));

/** Slots in any order, some of them more than once. */
const slotsOf = (random: Random, length: number, count: number) =>
  Uint32Array.from({ length }, () => integer(random, 0, count - 1));

/** The distances of an exact search, by slot. */
async function exactly(engine: Engine, store: StoreHandle, query: Float32Array, count: number) {
  const { slots, distances } = await engine.search(store, query, { k: count, ef: count, exact: true });
  const all = new Float32Array(count).fill(Number.NaN);
  slots.forEach((slot, i) => {
    all[slot] = distances[i]!;
  });
  return all;
}

async function expectExact(
  engine: Engine,
  store: StoreHandle,
  queries: readonly Float32Array[],
  slots: Uint32Array,
): Promise<void> {
  const { count } = await engine.stats(store);
  const distances = await engine.distances(store, concat(queries), slots);
  expect(distances.length).to.equal(queries.length * slots.length);
  for (const [i, query] of queries.entries()) {
    const exact = await exactly(engine, store, query, count);
    const own = distances.slice(i * slots.length, (i + 1) * slots.length);
    expect(bits(own), `query ${i}`).to.deep.equal(bits(Float32Array.from(slots, (slot) => exact[slot]!)));
  }
}

describe("distances to given slots", () => {
  for (const [build, module] of Object.entries(BUILDS)) {
    for (const metric of METRIC_NAMES) {
      it(`distances to given slots equal the definition and an exact search in any dimension (${metric}, ${build})`, () =>
        withSeed(async (random) => {
          const engine = newEngine({ module });
          for (const dimension of DIMENSIONS) {
            const store = await engine.create(spec({ dimension, metric, encoding: "none", m: 0 }));
            const rows = rowsOf(random, 40, dimension);
            await append(engine, store, rows);
            const queries = rowsOf(random, integer(random, 1, 3), dimension);
            const slots = slotsOf(random, 30, rows.length);
            await expectExact(engine, store, queries, slots);
            const distances = await engine.distances(store, concat(queries), slots);
            for (const [i, query] of queries.entries()) {
              slots.forEach((slot, s) => {
                const { distance, terms } = oracle(metric, query, rows[slot]!);
                const error = Math.abs(distances[i * slots.length + s]! - distance);
                expect(error, `dimension ${dimension}`).to.be.at.most(1e-6 * terms + 1e-30);
              });
            }
            await engine.drop(store);
          }
        }));
    }
  }

  const itSampled = itOnceIn(3);
  for (const encoding of ENCODINGS) {
    for (const metric of METRIC_NAMES) {
      itSampled(
        `distances to given slots are computed with the f32 vectors whatever the encoding of the graph is (${metric}, ${encoding})`,
        () =>
          withSeed(async (random) => {
            const engine = newEngine();
            const store = await engine.create(spec({ dimension: 21, metric, encoding }));
            await append(engine, store, rowsOf(random, 1500, 21));
            await engine.indexed(store);
            for (const queries of [1, 9, 65]) {
              await expectExact(engine, store, rowsOf(random, queries, 21), slotsOf(random, 1200, 1500));
            }
          }),
      );
    }
  }
});

describe("distances to given slots of a vector store with its vectors in a file", () => {
  let dir: string;
  beforeEach(() => {
    dir = scratchFolder("azimuth-distances-");
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  for (const metric of METRIC_NAMES) {
    it(`distances to slots whose vectors are in a file have the same bits as in memory (${metric})`, () =>
      withSeed(async (random) => {
        const engine = newEngine({ files: segmentFilesIn(nodeFs, dir) });
        for (const dimension of [3, 37, 900]) {
          const rowsFile = `a/${dimension}/rows-0.f32`;
          const store = await engine.create(spec({ dimension, metric, rowsFile }));
          await append(engine, store, rowsOf(random, 400, dimension));
          for (const queries of [1, 3, 65]) {
            const slots = slotsOf(random, 300, 400);
            await expectExact(engine, store, rowsOf(random, queries, dimension), slots);
          }
          await engine.drop(store);
        }
      }));
  }

  it("distances to slots whose vectors are in a file are refused for a slot that was never written, before the file is read", async () => {
    const engine = newEngine({ files: segmentFilesIn(nodeFs, dir) });
    const store = await engine.create(spec({ dimension: 2, metric: "Dot", rowsFile: "a/0/rows-0.f32" }));
    await append(engine, store, [Float32Array.of(1, 2)]);
    const error = await rejection(engine.distances(store, Float32Array.of(1, 1), Uint32Array.of(0, 1)));
    expect(error.message).to.equal("slot 1 was never written");
  });
});

describe("distances to slots of a small vector store", () => {
  /** Three rows of two components, the second of them dead. */
  async function three(metric: Metric) {
    const engine = newEngine();
    const store = await engine.create(spec({ dimension: 2, metric }));
    await append(engine, store, [Float32Array.of(1, 0), Float32Array.of(0, 2), Float32Array.of(3, 4)]);
    await kill(engine, store, [1]);
    return { engine, store };
  }

  it("distances to slots are unchanged for dead slots", async () => {
    const { engine, store } = await three("Dot");
    const distances = await engine.distances(store, Float32Array.of(5, 7), Uint32Array.of(1, 2));
    expect([...distances]).to.deep.equal([-14, -43]);
  });

  it("distances to slots are returned query by query, in the order of the slots, twice for a repeated slot", async () => {
    const { engine, store } = await three("Euclid");
    const queries = Float32Array.of(0, 0, 3, 0);
    const distances = await engine.distances(store, queries, Uint32Array.of(2, 0, 2, 1));
    expect([...distances]).to.deep.equal([25, 1, 25, 4, 16, 4, 16, 13]);
  });

  it("distances to slots depend only on the direction of the query for Cosine", async () => {
    const { engine, store } = await three("Cosine");
    const distances = await engine.distances(store, Float32Array.of(0, 40, 3, 4), Uint32Array.of(0, 2));
    // 1 minus the product of the directions, in 32 bits.
    const expected = [0, 0.8, 0.6, 1].map((product) => Math.fround(1 - Math.fround(product)));
    expect([...distances]).to.deep.equal(expected);
  });

  it("distances to slots are infinite where they would be NaN, as in a search", async () => {
    const engine = newEngine();
    const store = await engine.create(spec({ dimension: 16, metric: "Dot", encoding: "none", m: 0 }));
    const row = new Float32Array(16);
    row.set([3e38, 3e38], 0);
    await append(engine, store, [row]);
    const query = new Float32Array(16);
    query.set([3e38, -3e38], 0);
    expect([...(await engine.distances(store, query, Uint32Array.of(0)))]).to.deep.equal([Infinity]);
    expect([...(await exactly(engine, store, query, 1))]).to.deep.equal([Infinity]);
  });

  it("distances to slots are refused for a slot that was never written", async () => {
    const { engine, store } = await three("Manhattan");
    const error = await rejection(engine.distances(store, Float32Array.of(1, 1), Uint32Array.of(0, 3)));
    expect(error.message).to.equal("slot 3 was never written");
  });

  it("distances to slots are an empty list without slots and without queries", async () => {
    const { engine, store } = await three("Manhattan");
    const none = new Float32Array(0);
    expect(await engine.distances(store, Float32Array.of(1, 1), new Uint32Array(0))).to.deep.equal(none);
    expect(await engine.distances(store, none, Uint32Array.of(0, 1))).to.deep.equal(none);
  });

  it("distances to slots take little memory of the vector store, however many are requested", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const store = await engine.create(spec({ dimension: 64, metric: "Dot", m: 0 }));
      await append(engine, store, rowsOf(random, 2000, 64));
      const before = (await engine.stats(store)).usedBytes;
      await engine.distances(store, floats(random, 200 * 64), slotsOf(random, 20_000, 2000));
      expect((await engine.stats(store)).usedBytes - before).to.be.below(2 ** 20);
    }));

  it("distances to slots are refused when the memory limit is reached, and computed when memory is free again", () =>
    withSeed(async (random) => {
      const memory = MemoryLimit.of(4 * 2 ** 20);
      const engine = newEngine({ memory });
      const store = await engine.create(spec({ dimension: 64, metric: "Dot", m: 0 }));
      await append(engine, store, rowsOf(random, 2000, 64));
      const rest = memory.limit - memory.used;
      expect(memory.reserveSpare(rest)).to.equal(true);
      const queries = floats(random, 64 * 64);
      const slots = slotsOf(random, 1024, 2000);
      expect(await rejection(engine.distances(store, queries, slots))).to.be.instanceOf(OutOfMemory);
      memory.release(rest);
      await expectExact(engine, store, [queries.slice(0, 64)], slots);
      expect((await engine.distances(store, queries, slots)).length).to.equal(64 * 1024);
    }));

  it("distances to slots are correct in threads while the writer inserts and deletes", () =>
    withSeed(async (random) => {
      const engine = startPool(2);
      try {
        const store = await engine.create(spec({ dimension: 24, metric: "Euclid" }));
        const rows = rowsOf(random, 6000, 24);
        let written = 100;
        await append(engine, store, rows.slice(0, written));
        // The first call starts a reader.
        await engine.distances(store, rows[0]!, Uint32Array.of(0));
        let asked = 0;
        const write = async () => {
          for (; written < rows.length; written += 100) {
            await append(engine, store, rows.slice(written, written + 100));
            await kill(engine, store, [integer(random, 0, written)]);
          }
        };
        const ask = async () => {
          while (written < rows.length) {
            const queries = rowsOf(random, 2, 24);
            const slots = slotsOf(random, 200, written);
            const distances = await engine.distances(store, concat(queries), slots);
            // The error in units of f32 rounding for all terms together, of which there are fewer (see
            // kernels.test.ts).
            const errors = Array.from(slots, (slot, i) => {
              const { distance, terms } = oracle("Euclid", queries[1]!, rows[slot]!);
              return Math.abs(distances[slots.length + i]! - distance) / (terms * 2 ** -24);
            });
            expect(Math.max(...errors)).to.be.at.most(16);
            asked++;
          }
        };
        await Promise.all([write(), ask(), ask(), ask()]);
        expect(asked).to.be.above(3);
      } finally {
        await engine.close();
      }
    }));
});
