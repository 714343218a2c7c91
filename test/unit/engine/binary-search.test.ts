// Searches with 1-bit codes through a real engine: recall with default options, on data whose signs say little.
import { expect } from "chai";
import type { Metric } from "../../../src/engine/abi.ts";
import type { LocalEngine } from "../../../src/engine/local.ts";
import type { Hits, SearchOptions, StoreHandle } from "../../../src/engine/types.ts";
import { DIMENSION, hasMnist, loadMnist, row } from "../../support/mnist.ts";
import { itOnceIn } from "../../support/weekly.ts";
import {
  append,
  bits,
  floats,
  integer,
  integers,
  kill,
  newEngine,
  plain,
  type Random,
  spec,
  withSeed,
} from "./fixtures.ts";
import { SavedStores } from "./saved-stores.ts";

const METRICS = ["Cosine", "Dot", "Euclid"] as const;
const DEFAULT: SearchOptions = { k: 10, ef: 64 };
const ROWS = 2000;
const QUERIES = 40;

/** Makes a normal number out of two uniform ones (Box and Muller). */
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Points around 40 centres far from the origin; in each kind the signs of raw components are useless. */
const KINDS: Record<string, (vector: Float32Array, random: Random) => Float32Array> = {
  "in clusters": (vector) => vector,
  "of varying norms": (vector, random) => {
    const length = Math.exp(normal(random));
    return vector.map((value) => value * length);
  },
  "with outlying dimensions": (vector) => vector.map((value, i) => (i % 50 === 3 ? value * 20 + 100 : value)),
};

function clustered(random: Random, dimension: number, kind: string, length: number): Float32Array[] {
  const centres = Array.from({ length: 40 }, () => floats(random, dimension).map((value) => value + 1));
  return Array.from({ length }, () => {
    const centre = centres[integer(random, 0, centres.length - 1)]!;
    return KINDS[kind]!(
      centre.map((value) => value + 0.4 * normal(random)),
      random,
    );
  });
}

async function binary(engine: LocalEngine, metric: Metric, rows: readonly Float32Array[]) {
  const given = { dimension: rows[0]!.length, metric, encoding: "binary", efConstruct: 60, m: 12 } as const;
  const store = await engine.create(spec(given));
  await append(engine, store, rows);
  await engine.indexed(store);
  return store;
}

const exactly = (engine: LocalEngine, store: StoreHandle, query: Float32Array, options: SearchOptions) =>
  engine.search(store, query, { ...options, exact: true });

/** The share of the true neighbours that are found. All hits have to have their exact score. */
async function recall(
  engine: LocalEngine,
  store: StoreHandle,
  queries: readonly Float32Array[],
  options = DEFAULT,
) {
  let found = 0;
  for (const query of queries) {
    const hits = await engine.search(store, query, options);
    const all = await exactly(engine, store, query, { ...options, k: 1e6 });
    expect(all.method).to.equal("exact");
    expect(hits.slots.length).to.equal(options.k);
    const scores = new Map(Array.from(all.slots, (slot, i) => [slot, all.distances[i]!]));
    const wanted = Float32Array.from(hits.slots, (slot) => scores.get(slot)!);
    expect(bits(hits.distances), "scores of the walk").to.deep.equal(bits(wanted));
    found += hits.slots.filter((slot) => all.slots.indexOf(slot) < options.k).length;
  }
  return found / queries.length / options.k;
}

const methodOf = ({ method }: Hits) => method;

describe("a vector store with 1-bit codes", () => {
  const itSampled = itOnceIn(3);
  for (const metric of METRICS) {
    for (const kind of Object.keys(KINDS)) {
      itSampled(
        `a vector store with 1-bit codes finds .95 of the nearest by default, with their exact scores: ${metric}, vectors ${kind}`,
        () =>
          withSeed(async (random) => {
            const engine = newEngine();
            const points = clustered(random, 120, kind, ROWS + QUERIES);
            const store = await binary(engine, metric, points.slice(QUERIES));
            // Where products link all nodes to a few long vectors, a walk may give up and compare all matches.
            const ways = metric === "Dot" ? ["walk", "matches"] : ["walk"];
            expect(ways).to.include(methodOf(await engine.search(store, points[0]!, DEFAULT)));
            expect(await recall(engine, store, points.slice(0, QUERIES))).to.be.at.least(0.95);
          }),
      );
    }
  }

  it("a vector store with 1-bit codes finds .99 of the nearest of handwritten digits by default", async () => {
    if (!hasMnist()) return;
    const { base, queries } = loadMnist();
    const engine = newEngine();
    const rows = Array.from({ length: 1500 }, (_, i) => Float32Array.from(row(base, i * 40)));
    expect(rows[0]!.length).to.equal(DIMENSION);
    const store = await binary(engine, "Euclid", rows);
    const asked = Array.from({ length: QUERIES }, (_, i) => Float32Array.from(row(queries, i * 20)));
    expect(await recall(engine, store, asked)).to.be.at.least(0.99);
  });

  it("a vector store with 1-bit codes finds slots that are not in the graph yet, as well as those in it", () =>
    withSeed(async (random) => {
      for (const metric of ["Cosine", "Euclid"] as const) {
        const engine = newEngine();
        const points = clustered(random, 100, "of varying norms", ROWS + QUERIES);
        const store = await binary(engine, metric, points.slice(QUERIES, ROWS / 2));
        await append(engine, store, points.slice(ROWS / 2));
        const stats = await engine.stats(store);
        expect(stats.indexed).to.be.below(stats.count);
        const asked = points.slice(0, QUERIES);
        expect(methodOf(await engine.search(store, asked[0]!, DEFAULT))).to.equal("walk");
        expect(await recall(engine, store, asked), metric).to.be.at.least(0.95);
      }
    }));

  it("a vector store with 1-bit codes finds all matches of a selective filter, in the graph and outside of it", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const points = clustered(random, 64, "in clusters", 1000);
      const store = await binary(engine, "Cosine", points.slice(0, 700));
      await append(engine, store, points.slice(700));
      const filter = new Uint32Array(32);
      const matches = [3, 64, 65, 699, 700, 701, 999];
      for (const slot of matches) filter[slot >> 5]! |= 1 << (slot & 31);
      const hits = await engine.search(store, points[5]!, { ...DEFAULT, filter });
      expect([...hits.slots].sort((a, b) => a - b)).to.deep.equal(matches);
      expect(methodOf(hits)).to.equal("matches");
      expect(plain(hits)).to.deep.equal(
        plain(await exactly(engine, store, points[5]!, { ...DEFAULT, filter })),
      );
    }));

  it("a vector store with 1-bit codes supports vectors of 1 to 65,536 dimensions", () =>
    withSeed(async (random) => {
      for (const dimension of [1, 2, 7, 127, 128, 129, 1000, 65_536]) {
        const engine = newEngine();
        const rows = Array.from({ length: 30 }, () => floats(random, dimension));
        const store = await binary(engine, "Euclid", rows);
        const hits = await engine.search(store, rows[17]!, DEFAULT);
        expect(methodOf(hits), `dimension ${dimension}`).to.equal("walk");
        expect(plain(hits)).to.deep.equal(plain(await exactly(engine, store, rows[17]!, DEFAULT)));
      }
    }));

  it("a vector store with 1-bit codes finds nearly equal vectors, and vectors at the limits of f32", () =>
    withSeed(async (random) => {
      for (const value of [0, 1, -1e-30, 1e15, 3e38]) {
        const engine = newEngine();
        const rows = Array.from({ length: 50 }, () => new Float32Array(20).fill(value));
        rows.push(integers(random, 20), integers(random, 20));
        const store = await binary(engine, "Euclid", rows);
        const hits = await engine.search(store, rows[50]!, { k: 52, ef: 64 });
        expect(hits.slots.length, `at ${value}`).to.equal(52);
        expect(hits.distances[0], `at ${value}`).to.equal(0);
      }
    }));

  it("a vector store with 1-bit codes computes its centre from live slots, also when there were none at first", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const rows = clustered(random, 50, "in clusters", 300);
      const store = await engine.create(spec({ dimension: 50, metric: "Dot", encoding: "binary" }));
      await append(
        engine,
        store,
        rows.map((vector) => vector.map((value) => -1000 * value)),
      );
      await kill(engine, store, [...rows.keys()]);
      await engine.indexed(store);
      expect(await engine.stats(store)).to.include({ indexed: 300, nodes: 0 });
      await append(engine, store, rows);
      await engine.indexed(store);
      expect(await engine.stats(store)).to.include({ indexed: 600, nodes: 300 });
      expect(await recall(engine, store, rows.slice(0, 20))).to.be.at.least(0.95);
    }));

  it("a vector store with 1-bit codes returns the same hits in another thread's instance, and when it is restored", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const rows = clustered(random, 100, "of varying norms", 600);
      const store = await binary(engine, "Cosine", rows);
      const other = newEngine({ worker: 1 });
      await other.attach(await engine.share(store));
      const given = spec({ dimension: 100, metric: "Cosine", encoding: "binary", efConstruct: 60, m: 12 });
      const disk = new SavedStores();
      const again = newEngine({ files: disk.files });
      const restored = await again.restore(given, await disk.save(engine, store, given));
      disk.remove();
      expect(restored.faults).to.deep.equal([]);
      for (const query of clustered(random, 100, "of varying norms", 10)) {
        const hits = plain(await engine.search(store, query, DEFAULT));
        expect(plain(await other.search(store, query, DEFAULT))).to.deep.equal(hits);
        expect(plain(await again.search(restored.store, query, DEFAULT))).to.deep.equal(hits);
      }
    }));

  it("a vector store with 1-bit codes searches the f32 vectors for Manhattan distance", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const points = clustered(random, 60, "in clusters", 1000);
      const store = await binary(engine, "Manhattan", points.slice(QUERIES));
      expect(methodOf(await engine.search(store, points[0]!, DEFAULT))).to.equal("walk");
      expect(await recall(engine, store, points.slice(0, QUERIES))).to.be.at.least(0.97);
    }));

  it("a vector store with 1-bit codes takes an eighth of a byte for each dimension, in steps of 16 bytes, and 16 bytes more", () =>
    withSeed(async (random) => {
      const used = async (encoding: "none" | "binary" | "int8") => {
        const engine = newEngine();
        const store = await engine.create(spec({ dimension: 784, metric: "Dot", encoding }));
        await engine.reserve(store, 4096);
        await append(engine, store, [floats(random, 784)]);
        const { usedBytes, capacity } = await engine.stats(store);
        return { perSlot: usedBytes / capacity };
      };
      const [none, one, eight] = [await used("none"), await used("binary"), await used("int8")];
      expect(one.perSlot - none.perSlot).to.be.closeTo(128, 16);
      expect(eight.perSlot - none.perSlot).to.be.closeTo(800, 100);
    }));
});
