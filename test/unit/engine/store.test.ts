// One vector store: written rows are read and found through growth, deletion and lack of memory. Vectors are small
// integers, so that distances are exact and results can be compared whole.
import { expect } from "chai";
import { OutOfMemory } from "../../../src/errors/failures.ts";
import { InvalidArgument } from "../../../src/errors/invalid-argument.ts";
import { VectorDbError } from "../../../src/errors/vector-db-error.ts";
import {
  append,
  BUILDS,
  bits,
  concat,
  filled,
  flat,
  integer,
  integers,
  kill,
  METRIC_NAMES,
  NO_SLOTS,
  nearest,
  newEngine,
  PAGE_BYTES,
  pagesOf,
  plain,
  type Random,
  rejection,
  top,
  withSeed,
} from "./fixtures.ts";

const rowsOf = (random: Random, count: number, dimension: number) =>
  Array.from({ length: count }, () => integers(random, dimension));
const upTo = (count: number) => Uint32Array.from({ length: count }, (_, i) => i);

describe("a vector store", () => {
  it("a vector store keeps every row and finds every neighbour while it grows over many chunks", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const dimension = 1000; // 256 rows for each chunk and more than 16 chunks, so the tables grow as well
      const store = await engine.create(flat({ dimension, metric: "Euclid" }));
      const rows: Float32Array[] = [];
      const capacities = new Set<number>();
      while (rows.length < 4600) {
        const batch = rowsOf(random, integer(random, 1, 400), dimension);
        const { capacity } = await engine.stats(store);
        expect(await engine.reserve(store, rows.length + batch.length)).to.be.at.least(
          Math.max(capacity, rows.length + batch.length),
        );
        expect(await append(engine, store, batch)).to.equal(rows.length);
        rows.push(...batch);
        capacities.add((await engine.stats(store)).capacity);
        const query = integers(random, dimension);
        const hits = plain(await engine.search(store, query, top(10)));
        expect(hits, `${rows.length} rows`).to.deep.equal(nearest("Euclid", query, rows, 10));
      }
      expect(capacities.size, "growths").to.be.at.least(10);
      const found = await engine.read(store, upTo(rows.length));
      expect(Buffer.compare(Buffer.from(found.buffer), Buffer.from(concat(rows).buffer))).to.equal(0);
    }));

  it("a vector store keeps every row when chunk 0 grows below the bits of dead slots, in every width of rows", () =>
    withSeed(async (random) => {
      for (const dimension of [1, 3, 4, 17, 128]) {
        const engine = newEngine();
        const store = await engine.create(flat({ dimension, metric: "Manhattan" }));
        const rows: Float32Array[] = [];
        const dead = new Set<number>();
        for (let count = 1; rows.length < 9000; count *= 3) {
          const batch = rowsOf(random, count, dimension);
          await append(engine, store, batch);
          rows.push(...batch);
          const killed = Array.from({ length: 1 + count / 4 }, () => integer(random, 0, rows.length - 1));
          await kill(engine, store, killed);
          for (const slot of killed) dead.add(slot);
        }
        const query = integers(random, dimension);
        const alive = nearest("Manhattan", query, rows).filter(({ slot }) => !dead.has(slot));
        expect(plain(await engine.search(store, query, top(rows.length)))).to.deep.equal(alive);
        expect(await engine.stats(store)).to.include({ count: rows.length, live: alive.length });
        expect(bits(await engine.read(store, upTo(rows.length)))).to.deep.equal(bits(concat(rows)));
      }
    }));

  it("a vector store takes a single page of 64 KiB for ten points", () =>
    withSeed(async (random) => {
      const taken: Record<number, number> = {};
      for (const dimension of [2, 4, 32, 100, 128]) {
        const engine = newEngine();
        const store = await engine.create(flat({ dimension, metric: "Dot" }));
        expect(await pagesOf(engine, store), "empty").to.equal(1);
        await append(engine, store, rowsOf(random, 10, dimension));
        await engine.search(store, integers(random, dimension), top(10));
        taken[dimension] = await pagesOf(engine, store);
      }
      expect(taken).to.deep.equal({ 2: 1, 4: 1, 32: 1, 100: 1, 128: 1 });
    }));

  it("a vector store never finds dead slots, keeps their rows, and is not changed by a repeated deletion", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const rows = rowsOf(random, 200, 6);
      const store = await filled(engine, "Euclid", rows);
      const dead = [0, 63, 64, 65, 127, 128, 199];
      for (let times = 1; times <= 2; times++) {
        await kill(engine, store, dead);
        expect(await engine.stats(store)).to.include({ count: 200, live: 193 });
        const query = integers(random, 6);
        const alive = nearest("Euclid", query, rows).filter(({ slot }) => !dead.includes(slot));
        expect(plain(await engine.search(store, query, top(200)))).to.deep.equal(alive);
      }
      const kept = await engine.read(store, Uint32Array.from(dead));
      expect(bits(kept)).to.deep.equal(bits(concat(dead.map((slot) => rows[slot]!))));
      await kill(engine, store, [...rows.keys()]);
      expect(plain(await engine.search(store, rows[0]!, top(5)))).to.deep.equal([]);
      expect(await engine.stats(store)).to.include({ count: 200, live: 0 });
    }));

  it("a vector store never finds the slots of points without this vector", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const store = await engine.create(flat({ dimension: 5, metric: "Dot" }));
      const all: (Float32Array | null)[] = [];
      for (let batch = 0; batch < 40; batch++) {
        const some = Array.from({ length: integer(random, 0, 90) }, () =>
          random() < 0.5 ? integers(random, 5) : null,
        );
        const given = some.flatMap((row) => row ?? []);
        await engine.reserve(store, all.length + some.length);
        await engine.write([
          {
            store,
            first: all.length,
            slots: some.length,
            rows: Uint32Array.from(some.flatMap((row, i) => (row ? i : []))),
            vectors: concat(given),
            dead: NO_SLOTS,
          },
        ]);
        all.push(...some);
      }
      const present = all.flatMap((row, slot) => (row ? slot : []));
      expect(await engine.stats(store)).to.include({ count: all.length, live: present.length });
      const query = integers(random, 5);
      const wanted = nearest(
        "Dot",
        query,
        present.map((slot) => all[slot]!),
      ).map(({ slot, distance }) => ({
        slot: present[slot]!,
        distance: distance + 0,
      }));
      expect(plain(await engine.search(store, query, top(all.length)))).to.deep.equal(wanted);
    }));

  it("a vector store returns nothing when it is empty, and accepts any k", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const store = await engine.create(flat({ dimension: 4, metric: "Euclid" }));
      const query = integers(random, 4);
      for (const k of [0, 1, 2 ** 32])
        expect(plain(await engine.search(store, query, top(k)))).to.deep.equal([]);
      const rows = rowsOf(random, 70, 4);
      await append(engine, store, rows);
      for (const k of [0, 1, 2, 69, 70, 71, 10_000, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
        const hits = plain(await engine.search(store, query, top(k)));
        expect(hits, `k = ${k}`).to.deep.equal(nearest("Euclid", query, rows, k));
      }
    }));

  it("a vector store is independent of other vector stores", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const stores = await Promise.all(
        METRIC_NAMES.filter((metric) => metric !== "Cosine").map(async (metric, i) => {
          const rows = rowsOf(random, 50 + i, 3 + i);
          return { metric, rows, store: await filled(engine, metric, rows) };
        }),
      );
      await engine.drop(stores.pop()!.store);
      for (const { metric, rows, store } of stores) {
        const wanted = nearest(metric, rows[7]!, rows).map(({ slot, distance }) => ({
          slot,
          distance: distance + 0,
        }));
        expect(plain(await engine.search(store, rows[7]!, top(99)))).to.deep.equal(wanted);
      }
    }));

  it("a vector store supports vectors of 1 to 65,536 dimensions and no others", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const rows = rowsOf(random, 6, 65_536);
      const store = await filled(engine, "Manhattan", rows);
      expect(plain(await engine.search(store, rows[2]!, top(6)))).to.deep.equal(
        nearest("Manhattan", rows[2]!, rows),
      );
      expect(bits(await engine.read(store, Uint32Array.of(5)))).to.deep.equal(bits(rows[5]!));
      for (const dimension of [0, 65_537, 2 ** 32 - 1]) {
        const error = await rejection(engine.create(flat({ dimension, metric: "Dot" })));
        expect(error, String(dimension)).to.be.instanceOf(InvalidArgument);
      }
    }));

  it("a vector store refuses to read a slot that was never written", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const store = await filled(engine, "Dot", rowsOf(random, 3, 4));
      for (const slot of [3, 511, 2 ** 32 - 1]) {
        const error = await rejection(engine.read(store, Uint32Array.of(0, slot)));
        expect(error).to.be.instanceOf(VectorDbError);
        expect(error.message).to.equal(`slot ${slot} was never written`);
      }
    }));

  it("a vector store refuses writes beyond the capacity, or into published slots", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const rows = rowsOf(random, 3, 4);
      const store = await filled(engine, "Dot", rows);
      const before = await engine.stats(store);
      for (const first of [before.capacity, before.capacity - 1, 2 ** 32 - 2, 0, 2]) {
        const vectors = new Float32Array(8).fill(1.9999999); // all low bits are set, which would be bits of dead slots
        await rejection(engine.write([{ store, first, slots: 2, rows: null, vectors, dead: NO_SLOTS }]));
        expect(await engine.stats(store), `from slot ${first}`).to.deep.equal(before);
      }
      await rejection(kill(engine, store, [before.capacity]));
      expect(plain(await engine.search(store, rows[0]!, top(3))).length).to.equal(3);
      expect(bits(await engine.read(store, upTo(3)))).to.deep.equal(bits(concat(rows)));
    }));

  for (const [build, module] of Object.entries(BUILDS)) {
    it(`a vector store has its static data below its header: zeros from byte 1024 on (${build} build)`, () => {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536, shared: true });
      const host = { grow: () => -1, readWords: () => {} };
      new WebAssembly.Instance(module, { env: { memory, abort: () => {} }, host });
      const bytes = new Uint8Array(memory.buffer);
      expect(bytes.length).to.equal(PAGE_BYTES);
      expect(bytes.subarray(1024).findIndex((byte) => byte !== 0)).to.equal(-1);
    });
  }
});

describe("a vector store whose memory cannot grow", () => {
  it("a vector store whose memory cannot grow refuses to reserve, changes nothing, and can still be searched", () =>
    withSeed(async (random) => {
      for (const maximumPages of [8, 20, 32, 40]) {
        const engine = newEngine({ maximumPages });
        const rows = rowsOf(random, 100, 30);
        const store = await filled(engine, "Euclid", rows);
        await engine.search(store, rows[0]!, top(100));
        const before = { ...(await engine.stats(store)), pages: await pagesOf(engine, store) };
        for (const slots of [30_000, 2 ** 20, 2 ** 31, 2 ** 32 - 1]) {
          const error = await rejection(engine.reserve(store, slots));
          expect(error).to.be.instanceOf(OutOfMemory);
          const after = { ...(await engine.stats(store)), pages: await pagesOf(engine, store) };
          expect(after, `${slots} slots in ${maximumPages} pages`).to.deep.equal(before);
        }
        const hits = plain(await engine.search(store, rows[4]!, top(100)));
        expect(hits).to.deep.equal(nearest("Euclid", rows[4]!, rows));
        await append(engine, store, rows);
        expect(await engine.stats(store)).to.include({ count: 200, live: 200 });
      }
    }));

  it("a vector store whose memory cannot grow accepts writes to all slots that it reserved, however little memory is left", () =>
    withSeed(async (random) => {
      for (let maximumPages = 1; maximumPages <= 40; maximumPages++) {
        const dimension = integer(random, 1, 2000);
        const engine = newEngine({ maximumPages });
        const store = await engine.create(flat({ dimension, metric: "Dot" }));
        let slots = 0;
        for (let step = 2 ** 15; step >= 1; step /= 2) {
          const reserved = await engine.reserve(store, slots + step).catch(() => 0);
          if (reserved > 0) slots = Math.max(slots + step, reserved);
        }
        const rows = rowsOf(random, slots, dimension);
        const where = `${slots} slots of dimension ${dimension} in ${maximumPages} pages`;
        try {
          await append(engine, store, rows);
        } catch (error) {
          throw new Error(where, { cause: error });
        }
        expect((await engine.stats(store)).count, where).to.equal(slots);
      }
    }));
});
