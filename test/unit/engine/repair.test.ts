// Nodes that no links lead to: they are found and linked again, whatever the reason is.

import { expect } from "chai";
import type { Encoding, Metric } from "../../../src/engine/abi.ts";
import { VectorStore } from "../../../src/engine/vector-store.ts";
import { itOnceIn } from "../../support/weekly.ts";
import {
  append,
  floats,
  kill,
  METRIC_NAMES,
  NO_SLOTS,
  newEngine,
  type Random,
  seededRandom,
  spec,
  storeHost,
} from "./fixtures.ts";
import { Links } from "./links.ts";
import { dataSet, indexed } from "./vectors.ts";

const SEED = 29;
const M = 4;
const ROWS = 800;
/** The offset of the arena's next free address (assembly/memory/layout.ts). */
const NEXT_FREE = 1024 + 40;
const PAGE_BYTES = 65_536;
/** Enough new rows for the graph to be checked again. */
const MORE = 150;

/** A graph in which no other node leads to the nodes `cut`. */
async function damaged(cut: readonly number[], metric: Metric, encoding: Encoding, engine = newEngine()) {
  const { rows } = dataSet("clusters", ROWS + MORE, SEED);
  const { store } = await indexed(rows.slice(0, ROWS), { metric, encoding, m: M }, engine);
  const { memory } = await engine.share(store);
  const links = new Links(memory, M);
  const slots = cut.filter((slot) => slot !== links.entry);
  links.cutOff(slots);
  if (metric === "Dot") new Links(memory, M, "Products").cutOff(slots);
  const { unreachable } = await engine.validate(store);
  expect(unreachable, "planted").to.be.at.least(slots.length);
  const grow = async () => {
    await append(engine, store, rows.slice(ROWS));
    await engine.indexed(store);
  };
  return { engine, store, links, rows, slots, grow };
}

const SOME = [5, 6, 7, 300, 799];
const ISLAND = Array.from({ length: 200 }, (_, i) => 100 + i);

describe("nodes of a graph that no links lead to", () => {
  const itSampled = itOnceIn(5);
  for (const metric of METRIC_NAMES) {
    for (const encoding of ["none", "int8", "binary"] as const) {
      itSampled(
        `nodes of a graph that no links lead to are linked and counted when the graph has grown by an eighth: ${metric}, ${encoding}`,
        async () => {
          const { engine, store, grow } = await damaged(SOME, metric, encoding);
          await grow();
          expect(await engine.validate(store)).to.include({ unreachable: 0, broken: 0 });
          const { relinked, unreachable } = await engine.stats(store);
          expect(relinked).to.be.at.least(1);
          expect(unreachable).to.equal(0);
        },
      );
    }
  }

  it("nodes of a graph that no links lead to are found by walks again, though they were a quarter of all nodes and linked only with each other", async () => {
    const { engine, store, slots, rows, grow } = await damaged(ISLAND, "Euclid", "none");
    const found = async () => {
      let count = 0;
      for (const slot of slots) {
        const { slots: hits } = await engine.search(store, rows[slot]!, { k: 1, ef: 40 });
        if (hits[0] === slot) count++;
      }
      return count;
    };
    expect(await found(), "before").to.be.below(slots.length / 2);
    await grow();
    expect(await found(), "after").to.be.above(slots.length * 0.95);
    expect((await engine.stats(store)).relinked).to.be.above(slots.length / 2);
  });

  it("nodes of a graph that no links lead to are searched for when the graph has grown by an eighth, not before, and without a waiting caller", async () => {
    const engine = newEngine({ later: setImmediate });
    const { store, rows } = await damaged(SOME, "Euclid", "none", engine);
    const grown = async (from: number, to: number) => {
      await append(engine, store, rows.slice(from, to));
      let stats = await engine.stats(store);
      while (stats.indexed < to || stats.unchecked > 0) {
        await new Promise((resolve) => setImmediate(resolve));
        stats = await engine.stats(store);
      }
      return stats.relinked;
    };
    expect(await grown(ROWS, ROWS + ROWS / 8)).to.equal(0);
    expect(await grown(ROWS + ROWS / 8, ROWS + MORE)).to.be.at.least(1);
  });

  it("nodes of a graph that no links lead to are linked in slices, beside writes and searches", async () => {
    const engine = newEngine({ later: setImmediate });
    const { store, rows } = await damaged(ISLAND, "Euclid", "none", engine);
    for (let at = ROWS; at < rows.length; at += 10) {
      await append(engine, store, rows.slice(at, at + 10));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await engine.indexed(store);
    expect(await engine.validate(store)).to.include({ unreachable: 0, broken: 0 });
  });

  it("nodes of a graph that no links lead to are ignored when they are dead and have no duplicates", async () => {
    const { engine, store, slots, grow } = await damaged(SOME, "Euclid", "none");
    await kill(engine, store, slots);
    await grow();
    expect((await engine.stats(store)).relinked).to.equal(0);
  });
});

const normals = (random: Random, count: number, dimension: number) =>
  Array.from({ length: count }, () => {
    const row = floats(random, dimension);
    return row.map((value) => value + floats(random, 1)[0]!);
  });

/** Data that graphs easily fall apart on. */
const SHAPES: Record<string, (random: Random) => Float32Array[]> = {
  "a zero vector in each hundred": (random) =>
    normals(random, 1000, 32).map((row, i) => (i % 100 === 0 ? row.fill(0) : row)),
  "two clusters far apart, one after the other": (random) =>
    normals(random, 1000, 8).map((row, i) => row.map((value) => (i < 500 ? value : value + 1e4))),
  "duplicates in any number": (random) => {
    const some = normals(random, 50, 16);
    return Array.from({ length: 1000 }, () => some[Math.floor(random() ** 3 * 50)]!.slice());
  },
  "4,000 equal vectors": () => Array.from({ length: 4000 }, () => new Float32Array(8).fill(0.5)),
};

describe("the graph of all slots", () => {
  for (const room of [64, 512]) {
    it(`the graph of all slots is not checked for ever when there is no memory for the check: ${room} bytes`, () => {
      const host = { ...storeHost(), maximumPages: 64 };
      const store = VectorStore.create(host, spec({ dimension: 1, metric: "Euclid", m: 2, efConstruct: 4 }));
      store.reserve(3000);
      const vectors = Float32Array.from({ length: 3000 }, (_, i) => i);
      store.write({ store: 1, first: 0, slots: 3000, rows: null, vectors, dead: NO_SLOTS });
      while (store.index(100, 3000) > 0);
      new BigUint64Array(store.memory.buffer, NEXT_FREE, 1)[0] = BigInt(64 * PAGE_BYTES - room);
      let steps = 0;
      while (steps < 1000 && store.repair(4, true)) steps++;
      expect(steps).to.be.below(1000);
    });
  }

  const itOfShapes = itOnceIn(3);
  for (const metric of METRIC_NAMES) {
    for (const [name, make] of Object.entries(SHAPES)) {
      itOfShapes(
        `the graph of all slots reaches every node, also with few links: ${metric}, ${name}`,
        async () => {
          const random = seededRandom(SEED);
          const engine = newEngine();
          const rows = make(random);
          const store = await engine.create(
            spec({ dimension: rows[0]!.length, metric, m: 2, efConstruct: 4 }),
          );
          await append(engine, store, rows);
          await engine.indexed(store);
          expect(await engine.validate(store), `seed ${SEED}`).to.include({ unreachable: 0, broken: 0 });
          expect(await engine.stats(store)).to.include({ unreachable: 0, unchecked: 0 });
        },
      );
    }
  }
});
