// A store of sparse vectors finds what a comparison of all vectors finds, to the bit.

import { expect } from "chai";
import { encodeSparse } from "../../../src/shared/sparse-vector.ts";
import { itOnceIn } from "../../support/weekly.ts";
import { BUILDS, integer, NO_SLOTS, newEngine, withSeed } from "./fixtures.ts";
import { add, best, bitsOf, draw, pairsOf, type Rows, scoreOf, VALUES } from "./sparse-oracle.ts";

const WINDOW = 8192;

describe("a store of sparse vectors", () => {
  const itSampled = itOnceIn(3);
  for (const [name, value] of Object.entries(VALUES)) {
    itSampled(
      `a search among vectors with ${name} values returns the best of all, to the bit, across sealed windows`,
      () =>
        withSeed(async (random) => {
          const engine = newEngine();
          const store = await engine.createSparse();
          const kind = { terms: 300, entries: 20, value };
          const rows: Rows = [];
          const dead = new Set<number>();
          while (rows.length < 2.3 * WINDOW) {
            const added = Array.from({ length: integer(random, 1, 3000) }, () =>
              random() < 0.1 ? null : draw(random, kind),
            );
            const killed = Uint32Array.from({ length: Math.min(rows.length, 50) }, () =>
              integer(random, 0, rows.length - 1),
            );
            await add(engine, store, added, killed);
            rows.push(...added);
            for (const slot of killed) dead.add(slot);
            for (const k of [1, 10, 200]) {
              const query = draw(random, { ...kind, entries: integer(random, 1, 30) });
              const expected = best(query, rows, k, (slot) => !dead.has(slot));
              const [hits] = await engine.searchSparse(store, [encodeSparse(query)], { k });
              expect(pairsOf(hits!), `${rows.length} slots, k ${k}`).to.deep.equal(expected);
            }
          }
        }),
    );
  }

  for (const [build, module] of Object.entries(BUILDS)) {
    it(`a filter of any width leaves the best of its slots, in the ${build} build`, () =>
      withSeed(async (random) => {
        const engine = newEngine({ module });
        const store = await engine.createSparse();
        const kind = { terms: 1000, entries: 12, value: VALUES.signed! };
        const rows = Array.from({ length: 1.4 * WINDOW }, () => draw(random, kind));
        await add(engine, store, rows);
        for (const part of [0, 0.0005, 0.01, 0.3, 1]) {
          const allowed = new Set([...rows.keys()].filter(() => random() < part));
          const filter = bitsOf(allowed, rows.length);
          for (let i = 0; i < 4; i++) {
            const query = draw(random, { ...kind, entries: 15 });
            const [hits] = await engine.searchSparse(store, [encodeSparse(query)], { k: 10, filter });
            expect(pairsOf(hits!), `part ${part}`).to.deep.equal(
              best(query, rows, 10, (slot) => allowed.has(slot)),
            );
          }
        }
      }));
  }

  it("a query without entries, or with unknown indices only, finds nothing", async () => {
    const engine = newEngine();
    const store = await engine.createSparse();
    await add(engine, store, [{ indices: Uint32Array.of(1), values: Float32Array.of(1) }]);
    for (const indices of [[], [2, 4_294_967_295]]) {
      const query = { indices: Uint32Array.from(indices), values: new Float32Array(indices.length).fill(1) };
      const [hits] = await engine.searchSparse(store, [encodeSparse(query)], { k: 3 });
      expect(pairsOf(hits!)).to.deep.equal([]);
    }
  });

  it("a vector that shares an index is found whatever its score, and one that shares none is not", async () => {
    const engine = newEngine();
    const store = await engine.createSparse();
    const rows = [0, -1, -0, 3].map((value) => ({
      indices: Uint32Array.of(7, 2 ** 32 - 1),
      values: Float32Array.of(value, 0),
    }));
    await add(engine, store, [...rows, { indices: Uint32Array.of(8), values: Float32Array.of(9) }]);
    const query = encodeSparse({ indices: Uint32Array.of(7), values: Float32Array.of(2) });
    const [hits] = await engine.searchSparse(store, [query], { k: 10 });
    expect(Array.from(hits!.slots)).to.deep.equal([3, 0, 2, 1]);
    expect(hits!.complete).to.equal(true);
  });

  it("measured distances are those of a search; 0 without a shared index, NaN without a vector", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const store = await engine.createSparse();
      const kind = { terms: 50, entries: 9, value: VALUES.signed! };
      const rows = Array.from({ length: 500 }, () => (random() < 0.2 ? null : draw(random, kind)));
      await add(engine, store, rows);
      await add(engine, store, [], Uint32Array.of(3, 4, 5));
      const queries = [draw(random, kind), draw(random, kind)];
      const slots = Uint32Array.from({ length: 900 }, () => integer(random, 0, rows.length - 1));
      const expected = queries.flatMap((query) =>
        Array.from(slots, (slot) => (rows[slot] ? -(scoreOf(query, rows[slot]) ?? 0) : Number.NaN)),
      );
      const found = await engine.measureSparse(store, queries.map(encodeSparse), slots);
      expect(Array.from(found)).to.deep.equal(expected);
    }));

  it("vectors are returned as they were written, deleted ones too", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const store = await engine.createSparse();
      const kind = { terms: 2 ** 20, entries: 300, value: VALUES.signed! };
      const rows = Array.from({ length: 3000 }, () => draw(random, kind));
      await add(engine, store, rows);
      await add(engine, store, [], Uint32Array.of(0, 2999));
      const slots = Uint32Array.of(2999, 5, 0, 5);
      const expected = Buffer.concat(Array.from(slots, (slot) => encodeSparse(rows[slot]!)));
      expect(Buffer.compare(await engine.readSparse(store, slots), expected)).to.equal(0);
      const all = Buffer.concat(await engine.sparseRows(store, 0, rows.length));
      expect(Buffer.compare(all, Buffer.concat(rows.map(encodeSparse)))).to.equal(0);
    }));

  it("frequencies of terms count live vectors, and those of a corpus the live vectors in it", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const store = await engine.createSparse();
      const kind = { terms: 40, entries: 6, value: VALUES.positive! };
      const rows = Array.from({ length: 9000 }, () => (random() < 0.1 ? null : draw(random, kind)));
      await add(engine, store, rows);
      const dead = new Set([...rows.keys()].filter(() => random() < 0.3));
      await add(engine, store, [], Uint32Array.from(dead));
      await add(engine, store, [], Uint32Array.from(dead));
      const indices = draw(random, { ...kind, entries: 30 }).indices;
      const corpus = new Set([...rows.keys()].filter(() => random() < 0.3));
      const live = rows.map((row, slot) => (dead.has(slot) ? null : row));
      const count = (among: Rows) =>
        Array.from(indices, (index) => among.filter((row) => row?.indices.includes(index)).length);
      const all = await engine.termStatistics(store, indices, null);
      expect(all.vectors).to.equal(live.filter((row) => row && row.indices.length > 0).length);
      expect(Array.from(all.frequencies)).to.deep.equal(count(live));
      const within = live.map((row, slot) => (corpus.has(slot) ? row : null));
      const part = await engine.termStatistics(store, indices, bitsOf(corpus, rows.length));
      expect(part.vectors).to.equal(within.filter((row) => row !== null).length);
      expect(Array.from(part.frequencies)).to.deep.equal(count(within));
    }));

  it("a search that may be approximate returns scores of whole vectors, and all of the best when it drops nothing", () =>
    withSeed(async (random) => {
      const engine = newEngine();
      const store = await engine.createSparse();
      const kind = { terms: 400, entries: 30, value: VALUES.positive! };
      const rows = Array.from({ length: 10_000 }, () => draw(random, kind));
      await add(engine, store, rows);
      const query = draw(random, { ...kind, entries: 40 });
      const exact = best(query, rows, 10, () => true);
      for (const drop of [0, 0.2]) {
        const approximate = { drop, oversampling: 5 };
        const [hits] = await engine.searchSparse(store, [encodeSparse(query)], { k: 10, approximate });
        for (const { slot, distance } of pairsOf(hits!)) {
          expect(-distance).to.equal(scoreOf(query, rows[slot]!));
        }
        if (drop === 0) expect(pairsOf(hits!)).to.deep.equal(exact);
      }
    }));

  it("a store refuses to reserve what its memory cannot hold, and stays as it was", async () => {
    const engine = newEngine({ maximumPages: 20 });
    const store = await engine.createSparse();
    const row = { indices: Uint32Array.of(1), values: Float32Array.of(1) };
    await add(engine, store, [row]);
    const refused = await engine.reserveSparse(store, 2, 2 ** 20).catch((error) => error);
    expect(refused).to.be.instanceOf(Error);
    const [hits] = await engine.searchSparse(store, [encodeSparse(row)], { k: 1 });
    expect(pairsOf(hits!)).to.deep.equal([{ slot: 0, distance: -1 }]);
    expect(NO_SLOTS.length).to.equal(0);
  });
});
