// A store of sparse vectors that is restored from its file finds what it found before, and a damaged file is refused.
import { expect } from "chai";
import type { LocalEngine } from "../../../src/engine/local.ts";
import type { SavedSparse } from "../../../src/engine/sparse-types.ts";
import { DamagedFile } from "../../../src/errors/failures.ts";
import { encodeSparse } from "../../../src/shared/sparse-vector.ts";
import { integer, newEngine, rejection, withSeed } from "./fixtures.ts";
import { SavedStores } from "./saved-stores.ts";
import { add, best, bitsOf, draw, pairsOf, type Rows, VALUES } from "./sparse-oracle.ts";

const KIND = { terms: 500, entries: 15, value: VALUES.signed! };

describe("a restored store of sparse vectors", () => {
  let saved: SavedStores;
  let engine: LocalEngine;

  beforeEach(() => {
    saved = new SavedStores();
    engine = newEngine({ files: saved.files });
  });
  afterEach(async () => {
    await engine.close();
    saved.remove();
  });

  async function save(rows: Rows, dead: Iterable<number>): Promise<SavedSparse> {
    const store = await engine.createSparse();
    // Two checkpoints, so the file has the parts of both.
    const half = Math.floor(rows.length / 2);
    await add(engine, store, rows.slice(0, half));
    const parts = await engine.sparseRows(store, 0, half);
    await add(engine, store, rows.slice(half));
    parts.push(...(await engine.sparseRows(store, half, rows.length)));
    const absent = [...rows.keys()].filter((slot) => rows[slot] === null);
    const unused = bitsOf([...dead, ...absent], rows.length);
    return { slots: rows.length, dead: unused, rows: saved.write("sparse", parts) };
  }

  for (const count of [0, 1, 3000, 9000]) {
    it(`a restored store of sparse vectors with ${count} slots finds, counts and grows as the first one`, () =>
      withSeed(async (random) => {
        const rows: Rows = Array.from({ length: count }, () => (random() < 0.1 ? null : draw(random, KIND)));
        const dead = new Set(Array.from({ length: count / 10 }, () => integer(random, 0, count - 1)));
        const store = await engine.restoreSparse(await save(rows, dead));
        const live = () =>
          rows.filter((row, slot) => row && row.indices.length > 0 && !dead.has(slot)).length;
        for (let round = 0; round < 3; round++) {
          const query = draw(random, { ...KIND, entries: 25 });
          const [hits] = await engine.searchSparse(store, [encodeSparse(query)], { k: 10 });
          expect(pairsOf(hits!)).to.deep.equal(best(query, rows, 10, (slot) => !dead.has(slot)));
          const { vectors } = await engine.termStatistics(store, query.indices, null);
          expect(vectors).to.equal(live());
          const added = Array.from({ length: 400 }, () => draw(random, KIND));
          await add(engine, store, added);
          rows.push(...added);
        }
      }));
  }

  it("a flipped bit anywhere in the file of a store of sparse vectors is found", () =>
    withSeed(async (random) => {
      const rows = Array.from({ length: 40 }, () => draw(random, KIND));
      const all = await save(rows, []);
      for (let i = 0; i < 30; i++) {
        const at = integer(random, 0, all.rows.bytes - 1);
        const bit = 1 << integer(random, 0, 7);
        saved.flip(all.rows, at, bit);
        expect(await rejection(engine.restoreSparse(all)), `byte ${at}`).to.be.instanceOf(DamagedFile);
        saved.flip(all.rows, at, bit);
      }
    }));

  it("a file of sparse vectors for another number of slots is refused", () =>
    withSeed(async (random) => {
      const rows = Array.from({ length: 40 }, () => draw(random, KIND));
      const all = await save(rows, []);
      const more = { ...all, slots: 41 };
      expect(await rejection(engine.restoreSparse(more))).to.be.instanceOf(DamagedFile);
    }));
});
