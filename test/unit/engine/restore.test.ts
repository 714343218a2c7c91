// A restored vector store: it returns what the saved one returns, bit for bit, and can be written to. The decision: the
// saved vector store stays open and is the oracle, so no expected results are written down.
import { expect } from "chai";
import { ENCODINGS, type Encoding } from "../../../src/engine/abi.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { startPool } from "../../../src/engine/node-threads.ts";
import type { SavedStore } from "../../../src/engine/restore.ts";
import type { Hits, StoreHandle, StoreSpec } from "../../../src/engine/types.ts";
import { DamagedFile, OutOfMemory } from "../../../src/errors/failures.ts";
import { itWeekly } from "../../support/weekly.ts";
import {
  append,
  BUILDS,
  bits,
  floats,
  integer,
  kill,
  METRIC_NAMES,
  newEngine,
  PAGE_BYTES,
  type Random,
  rejection,
  spec,
  withSeed,
} from "./fixtures.ts";
import { SavedStores } from "./saved-stores.ts";

const ROWS = 1200;
const CROSSING = 2500;
/** Not a multiple of four, so rows have padding. */
const DIMENSION = 37;

/** Rows of which some occur twice, so that there are duplicates. */
function rowsOf(random: Random, count: number, dimension = DIMENSION): Float32Array[] {
  const rows: Float32Array[] = [];
  for (let i = 0; i < count; i++)
    rows.push(i % 10 === 9 ? rows[integer(random, 0, i - 1)]! : floats(random, dimension));
  return rows;
}

/** The result of a search with the bits of its distances. */
const said = ({ slots, distances, ...rest }: Hits) => ({
  slots: [...slots],
  distances: bits(distances),
  ...rest,
});

async function expectAlike(
  random: Random,
  [engine, store]: [Engine, StoreHandle],
  [other, restored]: [Engine, StoreHandle],
  dimension = DIMENSION,
): Promise<void> {
  await other.indexed(restored); // A restored graph is checked for nodes that no links lead to.
  for (const way of [{}, { exact: true }, { rescore: 10 }, { indexedOnly: true }, { k: 300 }]) {
    const queries = floats(random, 5 * dimension);
    const options = { k: 10, ef: 60, ...way };
    const expected = (await engine.searchBatch(store, queries, options)).map(said);
    const hits = (await other.searchBatch(restored, queries, options)).map(said);
    expect(hits, JSON.stringify(way)).to.deep.equal(expected);
  }
  const { capacity: _, usedBytes: __, relinked: ___, ...counts } = await engine.stats(store);
  expect(await other.stats(restored)).to.include(counts);
  expect(await other.validate(restored)).to.deep.equal(await engine.validate(store));
}

describe("a restored vector store", () => {
  let disk: SavedStores;
  beforeEach(() => {
    disk = new SavedStores();
  });
  afterEach(() => disk.remove());

  const open = () => newEngine({ files: disk.files });
  const restored = async (engine: Engine, given: StoreSpec, saved: SavedStore) => {
    const { store, faults } = await engine.restore(given, saved);
    expect(faults).to.deep.equal([]);
    return store;
  };

  const kinds = METRIC_NAMES.flatMap((metric) => [
    ...(Object.keys(ENCODINGS) as Encoding[]).map((encoding) => ({ metric, encoding, inFile: false })),
    { metric, encoding: "int8" as const, inFile: true },
  ]);
  for (const { metric, encoding, inFile } of kinds) {
    it(`a restored vector store returns the hits of the saved one, also after the same writes (${metric}, ${encoding}${inFile ? ", rows in a file" : ""})`, () =>
      withSeed(async (random) => {
        const engine = open();
        const given = spec({ dimension: DIMENSION, metric, encoding, m: 6, efConstruct: 40 });
        const source = inFile ? { ...given, rowsFile: disk.newKey("rows.f32") } : given;
        const store = await engine.create(source);
        const rows = rowsOf(random, ROWS);
        await append(engine, store, rows.slice(0, 900));
        await engine.indexed(store);
        const dead = Array.from({ length: 50 }, () => integer(random, 0, 899));
        await kill(engine, store, dead);
        const saved = await disk.save(engine, store, source, dead);
        const other = open();
        const again = await restored(other, source, saved);
        await expectAlike(random, [engine, store], [other, again]);
        const numbers = Uint32Array.from({ length: 900 }, (_, slot) => slot);
        expect(bits(await other.read(again, numbers))).to.deep.equal(bits(await engine.read(store, numbers)));
        for (const [one, handle] of [
          [engine, store],
          [other, again],
        ] as const) {
          if (inFile && one === other) continue; // both have the same file, and its slots have been written
          await append(one, handle, rows.slice(900));
          await one.indexed(handle);
        }
        if (!inFile) await expectAlike(random, [engine, store], [other, again]);
      }));
  }

  it("a restored vector store has every slot of chunks that were not adjacent", () =>
    withSeed(async (random) => {
      const engine = open();
      const given = spec({ dimension: 256, metric: "Euclid", efConstruct: 10, m: 4 });
      const store = await engine.create(given);
      const rows = rowsOf(random, 3000, 256);
      for (let at = 0; at < rows.length; at += 70) await append(engine, store, rows.slice(at, at + 70));
      await engine.indexed(store);
      expect((await engine.column(store, "rows", 0, 3000)).length).to.be.above(1);
      const other = open();
      const again = await restored(other, given, await disk.save(engine, store, given));
      await expectAlike(random, [engine, store], [other, again], 256);
      const part = await engine.column(store, "rows", 700, 2900);
      const whole = Buffer.concat(await engine.column(store, "rows", 0, 3000));
      expect(Buffer.compare(Buffer.concat(part), whole.subarray(700 * 1024, 2900 * 1024))).to.equal(0);
    }));

  it("a restored vector store uses a graph that is older than the rows, and indexes the other slots", () =>
    withSeed(async (random) => {
      for (const encoding of ["int8", "binary", "none"] as const) {
        const engine = open();
        const given = spec({ dimension: DIMENSION, metric: "Dot", encoding, efConstruct: 40 });
        const store = await engine.create(given);
        const rows = rowsOf(random, ROWS);
        await append(engine, store, rows.slice(0, 700));
        await engine.indexed(store);
        const graph = await disk.saveGraph(engine, store);
        await append(engine, store, rows.slice(700));
        await kill(engine, store, [3, 800]);
        const other = open();
        const again = await restored(other, given, {
          ...(await disk.save(engine, store, given, [3, 800])),
          graph,
        });
        expect(await other.stats(again)).to.include({ count: ROWS, live: ROWS - 2, indexed: 700 });
        const { method } = await other.search(again, rows[900]!, { k: 5, ef: 5, rescore: 5 });
        const { length: found } = (await other.search(again, rows[900]!, { k: ROWS, ef: ROWS })).slots;
        expect({ method, found }).to.deep.equal({ method: "walk", found: ROWS - 2 });
        await engine.indexed(store);
        await other.indexed(again);
        await expectAlike(random, [engine, store], [other, again]);
      }
    }));

  it("a restored vector store is empty when nothing was written, and has no graph if none was built", async () => {
    const engine = open();
    const given = spec({ dimension: 4, metric: "Euclid" });
    const empty = await engine.create(given);
    const saved = await disk.save(engine, empty, given);
    expect(saved).to.include({ slots: 0, codes: null, graph: null });
    expect(await engine.stats(await restored(engine, given, saved))).to.include({ count: 0, capacity: 0 });
    await append(engine, empty, new Array(10).fill(new Float32Array(4)));
    const again = await restored(engine, given, await disk.save(engine, empty, given));
    expect(await engine.stats(again)).to.include({ count: 10, indexed: 0 });
    expect((await rejection(engine.column(empty, "rows", 0, 11))).message).to.match(/10 have been written/);
  });

  it("a restored vector store keeps slots without a vector, and dead slots stay dead", () =>
    withSeed(async (random) => {
      const engine = open();
      const given = spec({ dimension: DIMENSION, metric: "Cosine", efConstruct: 40 });
      const store = await engine.create(given);
      await engine.reserve(store, 600);
      const rows = Uint32Array.from({ length: 600 }, (_, i) => i).filter(() => random() < 0.6);
      const vectors = floats(random, rows.length * DIMENSION);
      await engine.write([{ store, first: 0, slots: 600, rows, vectors, dead: Uint32Array.of(rows[5]!) }]);
      await engine.indexed(store);
      const alive = new Set(rows.filter((slot) => slot !== rows[5]));
      const dead = Array.from({ length: 600 }, (_, i) => i).filter((slot) => !alive.has(slot));
      const other = open();
      const again = await restored(other, given, await disk.save(engine, store, given, dead));
      await expectAlike(random, [engine, store], [other, again]);
      const { slots } = await other.search(again, floats(random, DIMENSION), { k: 600, ef: 600 });
      expect([...slots].sort((a, b) => a - b)).to.deep.equal([...alive].sort((a, b) => a - b));
    }));

  it("a restored vector store can be written to in the file from which it was restored", () =>
    withSeed(async (random) => {
      const given = {
        ...spec({ dimension: DIMENSION, metric: "Euclid" }),
        rowsFile: disk.newKey("rows.f32"),
      };
      const engine = open();
      const store = await engine.create(given);
      const rows = rowsOf(random, ROWS);
      await append(engine, store, rows.slice(0, 100));
      const saved = await disk.save(engine, store, given);
      await append(engine, store, rows.slice(100, 300));
      await engine.close();
      const other = open();
      const again = await restored(other, given, saved);
      expect((await other.stats(again)).count, "what was written later is in the log").to.equal(100);
      await append(other, again, rows.slice(100));
      const numbers = Uint32Array.from({ length: ROWS }, (_, slot) => slot);
      const read = await other.read(again, numbers);
      rows.forEach((row, i) => {
        expect(bits(read.slice(i * DIMENSION, (i + 1) * DIMENSION))).to.deep.equal(bits(row));
      });
    }));

  it("a restored vector store reserves memory for a graph only during the copy, and none when there is too little", () =>
    withSeed(async (random) => {
      const engine = open();
      const given = spec({ dimension: DIMENSION, metric: "Dot", m: 4 });
      const store = await engine.create(given);
      await append(engine, store, rowsOf(random, ROWS));
      await engine.indexed(store);
      await engine.graph(store); // reserves working memory once
      const before = engine.memory.used;
      const parts = await engine.graph(store);
      const bytes = parts.reduce((sum, { length }) => sum + length, 0);
      expect(engine.memory.used - before).to.equal(bytes);
      for (const { buffer } of parts) expect(buffer).to.be.instanceOf(SharedArrayBuffer);
      engine.noteGarbage(bytes);
      expect(engine.memory.used).to.equal(before);
      const room = bytes - 1;
      engine.memory.add(engine.memory.limit - before - room);
      expect(await rejection(engine.graph(store))).to.be.instanceOf(OutOfMemory);
      expect(engine.memory.limit - engine.memory.used).to.equal(room);
    }));

  itWeekly("a restored vector store can be saved from a busy pool, and restored into another", () =>
    withSeed(async (random) => {
      const start = () => startPool(2, { module: BUILDS.release, dataDir: disk.dir });
      const pool = start();
      const given = spec({ dimension: DIMENSION, metric: "Dot", efConstruct: 60 });
      const store = await pool.create(given);
      const rows = rowsOf(random, CROSSING);
      await append(pool, store, rows);
      const saves: SavedStore[] = [];
      const searching = { on: true };
      const search = async () => {
        while (searching.on) await pool.search(store, floats(random, DIMENSION), { k: 10, ef: 50 });
      };
      const save = async () => {
        for (let i = 0; i < 3; i++) saves.push(await disk.save(pool, store, given));
        searching.on = false;
      };
      await Promise.all([save(), search(), search()]);
      await pool.indexed(store);
      saves.push(await disk.save(pool, store, given));
      const other = start();
      const covered: number[] = [];
      for (const saved of saves) {
        const again = await restored(other, given, saved);
        covered.push((await other.stats(again)).indexed);
        await other.indexed(again);
        expect(await other.validate(again)).to.include({ unreachable: 0, broken: 0 });
        await expectAlike(random, [pool, store], [other, again]);
        await other.drop(again);
      }
      process.stdout.write(`      graphs of ${covered.join(", ")} slots\n`);
      expect(covered.at(-1)).to.equal(CROSSING);
      const damaged = { ...saves[0]!, rows: { ...saves[0]!.rows, file: "nowhere/rows" } };
      const error = await rejection(other.restore(given, damaged));
      expect(error).to.be.instanceOf(DamagedFile).and.include({ file: "nowhere/rows", offset: 0 });
      await Promise.all([pool.close(), other.close()]);
    }),
  );

  it("a restored vector store is indexed in the background without a request", () =>
    withSeed(async (random) => {
      const engine = open();
      const given = spec({ dimension: DIMENSION, metric: "Euclid", efConstruct: 20 });
      const store = await engine.create(given);
      await append(engine, store, rowsOf(random, 300));
      const other = newEngine({ files: disk.files, later: setImmediate });
      const again = await restored(other, given, await disk.save(engine, store, given));
      const indexed = async () => (await other.stats(again)).indexed;
      expect(await indexed()).to.equal(0);
      while ((await indexed()) < 300) await new Promise(setImmediate);
    }));

  it("a restored vector store allocates the pages of all that was saved once", () =>
    withSeed(async (random) => {
      const engine = open();
      const given = spec({ dimension: 300, metric: "Euclid", m: 4, efConstruct: 10 });
      const store = await engine.create(given);
      await append(engine, store, rowsOf(random, 3000, 300));
      const saved = await disk.save(engine, store, given);
      const before = engine.memory.used;
      await restored(engine, given, saved);
      const needed = saved.rows.bytes + saved.codes!.bytes;
      expect(engine.memory.used - before).to.be.within(needed, needed * 1.3 + 40 * PAGE_BYTES);
    }));
});
