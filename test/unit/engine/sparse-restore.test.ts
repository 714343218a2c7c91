// A store of sparse vectors that is restored from its files finds what it found before, whether its rows are in memory
// or in their file. Damaged rows are refused, damaged postings are made again.

import { expect } from "chai";
import type { LocalEngine } from "../../../src/engine/local.ts";
import { postingsFrom } from "../../../src/engine/sparse-saved.ts";
import type { SavedSparse, SparseSpec } from "../../../src/engine/sparse-types.ts";
import type { StoreHandle } from "../../../src/engine/types.ts";
import { DamagedFile } from "../../../src/errors/failures.ts";
import { encodeSparse } from "../../../src/shared/sparse-vector.ts";
import { itOnceIn } from "../../support/weekly.ts";
import { integer, newEngine, rejection, withSeed } from "./fixtures.ts";
import { SavedStores } from "./saved-stores.ts";
import { add, best, bitsOf, draw, pairsOf, type Rows, VALUES } from "./sparse-oracle.ts";

const KIND = { terms: 500, entries: 15, value: VALUES.signed! };
const PLACES = ["memory", "file"] as const;
type Place = (typeof PLACES)[number];

interface Saved {
  readonly spec: SparseSpec;
  readonly files: SavedSparse;
}

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

  async function postingsOf(store: StoreHandle, from: number, slots: number): Promise<Uint8Array[]> {
    const parts: Uint8Array[] = [];
    let cursor = postingsFrom(from, slots);
    for (;;) {
      const { bytes, next } = await engine.sparsePostings(store, cursor);
      if (bytes.length === 0) return parts;
      parts.push(bytes);
      cursor = next;
    }
  }

  /** Saves the rows in two checkpoints, so the files have the parts of both. */
  async function save(place: Place, rows: Rows, dead: readonly number[] = []): Promise<Saved> {
    const spec = place === "file" ? { rowsFile: saved.newKey("sparse") } : {};
    const store = await engine.createSparse(spec);
    const half = Math.floor(rows.length / 2);
    await add(engine, store, rows.slice(0, half));
    const postings = await postingsOf(store, 0, half);
    const parts = place === "file" ? [] : await engine.sparseRows(store, 0, half);
    await add(engine, store, rows.slice(half), Uint32Array.from(dead));
    postings.push(...(await postingsOf(store, half, rows.length)));
    if (place === "memory") parts.push(...(await engine.sparseRows(store, half, rows.length)));
    const sizes = await engine.sparseSizes(store, rows.length);
    const absent = [...rows.keys()].filter((slot) => rows[slot] === null);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const files = {
      slots: rows.length,
      dead: bitsOf([...dead, ...absent], rows.length),
      rows: spec.rowsFile === undefined ? saved.write("sparse", parts) : saved.whole(spec.rowsFile, bytes),
      postings: saved.write("postings", postings),
    };
    await engine.drop(store);
    return { spec, files };
  }

  const itSampled = itOnceIn(5);
  for (const place of PLACES) {
    for (const count of [0, 1, 3000, 8192, 8193, 17_000]) {
      itSampled(
        `a restored store of sparse vectors with ${count} slots and rows in ${place} finds, counts and grows as the first one`,
        () =>
          withSeed(async (random) => {
            const rows: Rows = Array.from({ length: count }, () =>
              random() < 0.1 ? null : draw(random, KIND),
            );
            const dead = new Set(Array.from({ length: count / 10 }, () => integer(random, 0, count - 1)));
            const { spec, files } = await save(place, rows, [...dead]);
            const { store, faults } = await engine.restoreSparse(spec, files);
            expect(faults).to.deep.equal([]);
            await expectSame(store, rows, dead, random);
          }),
      );
    }

    it(`a restored store of sparse vectors whose postings were not saved, with rows in ${place}, has them again`, () =>
      withSeed(async (random) => {
        const rows = Array.from({ length: 9000 }, () => draw(random, KIND));
        const { spec, files } = await save(place, rows, [3, 8999]);
        const { store } = await engine.restoreSparse(spec, { ...files, postings: null });
        await expectSame(store, rows, new Set([3, 8999]), random);
      }));

    it(`a restored store of sparse vectors is refused if a bit of its rows was flipped, with rows in ${place}`, () =>
      withSeed(async (random) => {
        const rows = Array.from({ length: 40 }, () => draw(random, KIND));
        const { spec, files } = await save(place, rows);
        for (let i = 0; i < 30; i++) {
          const at = integer(random, 0, files.rows.bytes - 1);
          const bit = 1 << integer(random, 0, 7);
          saved.flip(files.rows, at, bit);
          expect(await rejection(engine.restoreSparse(spec, files)), `byte ${at}`).to.be.instanceOf(
            DamagedFile,
          );
          saved.flip(files.rows, at, bit);
        }
      }));

    it(`a restored store of sparse vectors is refused if its file of rows is for another number of slots, with rows in ${place}`, () =>
      withSeed(async (random) => {
        const { spec, files } = await save(
          place,
          Array.from({ length: 40 }, () => draw(random, KIND)),
        );
        for (const slots of [39, 41]) {
          const other = engine.restoreSparse(spec, { ...files, slots });
          expect(await rejection(other), `${slots} slots`).to.be.instanceOf(DamagedFile);
        }
      }));
  }

  it("a restored store of sparse vectors makes its postings again if a bit of them was flipped, and says so", () =>
    withSeed(async (random) => {
      const rows = Array.from({ length: 17_000 }, () => draw(random, KIND));
      const { spec, files } = await save("memory", rows, [5, 9000]);
      for (let i = 0; i < 3; i++) {
        const at = integer(random, 0, files.postings!.bytes - 1);
        const bit = 1 << integer(random, 0, 7);
        saved.flip(files.postings!, at, bit);
        const { store, faults } = await engine.restoreSparse(spec, files);
        expect(faults.length, `byte ${at}`).to.equal(1);
        await expectSame(store, [...rows], new Set([5, 9000]), random);
        saved.flip(files.postings!, at, bit);
      }
    }));

  it("a restored store of sparse vectors answers with an error if its file of rows was truncated, and goes on when it is whole again", () =>
    withSeed(async (random) => {
      const rows = Array.from({ length: 200 }, () => draw(random, KIND));
      const { spec, files } = await save("file", rows);
      const { store } = await engine.restoreSparse(spec, files);
      const query = draw(random, { ...KIND, entries: 25 });
      const search = () => engine.searchSparse(store, [encodeSparse(query)], { k: 10 });
      const whole = saved.truncate(files.rows, 100);
      expect((await rejection(search())).message).to.contain("it was truncated");
      saved.replace(files.rows, whole);
      expect(pairsOf((await search())[0]!)).to.deep.equal(best(query, rows, 10, () => true));
    }));

  async function expectSame(
    store: StoreHandle,
    rows: Rows,
    dead: ReadonlySet<number>,
    random: () => number,
  ): Promise<void> {
    const isLive = (slot: number) => !dead.has(slot);
    for (let round = 0; round < 3; round++) {
      const query = draw(random, { ...KIND, entries: 25 });
      const encoded = [encodeSparse(query)];
      const [hits] = await engine.searchSparse(store, encoded, { k: 10 });
      expect(pairsOf(hits!)).to.deep.equal(best(query, rows, 10, isLive));
      const some = new Set([...rows.keys()].filter(() => random() < 0.01));
      const [few] = await engine.searchSparse(store, encoded, { k: 10, filter: bitsOf(some, rows.length) });
      expect(pairsOf(few!)).to.deep.equal(best(query, rows, 10, (slot) => isLive(slot) && some.has(slot)));
      await expectStatistics(
        store,
        query.indices,
        rows.filter((_, slot) => isLive(slot)),
      );
      const added = Array.from({ length: 400 }, () => draw(random, KIND));
      await add(engine, store, added);
      rows.push(...added);
    }
  }

  async function expectStatistics(store: StoreHandle, indices: Uint32Array, live: Rows): Promise<void> {
    const rows = live.filter((row) => row !== null && row.indices.length > 0);
    const frequencies = Array.from(
      indices,
      (index) => rows.filter((row) => row!.indices.includes(index)).length,
    );
    const found = await engine.termStatistics(store, indices, null);
    expect(found.vectors).to.equal(rows.length);
    expect(Array.from(found.frequencies)).to.deep.equal(frequencies);
    const { count } = await engine.sparseStats(store);
    const all = bitsOf(Array(count).keys(), count);
    const within = await engine.termStatistics(store, indices, all);
    expect(Array.from(within.frequencies)).to.deep.equal(frequencies);
  }
});
