// Vector stores with their vectors in a file: they return what a vector store in memory returns, bit for bit. The
// decision: each test fills one vector store of either kind with the same vectors, and the one in memory is the oracle.
// Vectors are real numbers, so that equal bits mean equal arithmetic.

import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Metric } from "../../../src/engine/abi.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { rowBytesOf } from "../../../src/engine/rows.ts";
import type { Hits, SearchOptions, StoreHandle } from "../../../src/engine/types.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { segmentFilesIn } from "../../../src/storage/segment-files.ts";
import { rowFilesIn } from "../../support/row-files.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { itOnceIn } from "../../support/weekly.ts";
import {
  append,
  bits,
  floats,
  integer,
  kill,
  METRIC_NAMES,
  NO_SLOTS,
  newEngine,
  type Random,
  rejection,
  spec,
  withSeed,
} from "./fixtures.ts";

const ROWS = 900;
/** Not a multiple of four, so rows have padding. */
const DIMENSION = 37;
const K = 10;

const rowsOf = (random: Random, count: number, dimension = DIMENSION) =>
  Array.from({ length: count }, () => floats(random, dimension));

/**
 * The result of a search with the bits of its distances, without the width that the walk could have had, which depends
 * on free memory.
 */
const said = ({ slots, distances, complete, compared, rescored, indexed, method }: Hits) => ({
  slots: [...slots],
  distances: bits(distances),
  ...{ complete, compared, rescored, indexed, method },
});

const filterOf = (slots: readonly number[], limit: number) => {
  const words = new Uint32Array(Math.ceil(limit / 32));
  for (const slot of slots) words[slot >> 5]! |= 1 << (slot & 31);
  return words;
};

describe("a vector store with its vectors in a file", () => {
  let dir: string;
  let nextStore = 0;
  beforeEach(() => {
    dir = scratchFolder("azimuth-rows-");
    nodeFs.remove(join(dir, "collections"));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const files = () => rowFilesIn(dir);
  const open = () => newEngine({ files: segmentFilesIn(nodeFs, dir) });

  /** Two vector stores with equal contents, the first in memory and the second with a file. */
  async function duplicates(engine: Engine, metric: Metric, dimension = DIMENSION, given = {}) {
    const rowsFile = `a/${nextStore++}/rows-0.f32`;
    const both = await Promise.all(
      [{}, { rowsFile }].map((kept) => engine.create(spec({ dimension, metric, ...kept, ...given }))),
    );
    const [memory, disk] = both as [StoreHandle, StoreHandle];
    const each = async (act: (store: StoreHandle) => Promise<unknown>) => {
      for (const store of both) await act(store);
    };
    const expectAlike = async (queries: Float32Array, options: Partial<SearchOptions> = {}) => {
      const all = { k: K, ef: 40, ...options };
      const oracle = await engine.searchBatch(memory, queries, all);
      const hits = await engine.searchBatch(disk, queries, all);
      expect(oracle.length).to.equal(queries.length / dimension);
      expect(hits.map(said), JSON.stringify(options)).to.deep.equal(oracle.map(said));
      return hits;
    };
    return { memory, disk, each, expectAlike };
  }

  const itSampled = itOnceIn(3);
  const itOfFiles = itOnceIn(3);
  for (const metric of METRIC_NAMES) {
    itSampled(
      `a vector store with its vectors in a file has the hits of one in memory, with the same bits, in every kind of search (${metric})`,
      () =>
        withSeed(async (random) => {
          const engine = open();
          const { each, expectAlike } = await duplicates(engine, metric);
          const query = floats(random, DIMENSION);
          const queries = floats(random, 9 * DIMENSION);
          const rows = rowsOf(random, ROWS);
          await each((store) => append(engine, store, rows.slice(0, 300)));
          const methods = new Set((await expectAlike(query)).map((hits) => hits.method));
          await each((store) => engine.indexed(store));
          await each((store) => append(engine, store, rows.slice(300)));
          const few = filterOf([3, 77, 299, 300, 650, 899], ROWS);
          const many = filterOf(
            rows.flatMap((_, slot) => (random() < 0.7 ? slot : [])),
            ROWS,
          );
          const dead = Array.from({ length: 120 }, () => integer(random, 0, ROWS - 1));
          for (const state of ["all alive", "some dead"]) {
            const ways: Partial<SearchOptions>[] = [
              {},
              { exact: true },
              { rescore: 40 },
              { rescore: 1 },
              { k: 40, ef: 300, rescore: 300 },
              { indexedOnly: true },
              { filter: few },
              { filter: many, ef: 12 },
              { filter: many, exact: true },
              { k: ROWS, ef: 1 },
            ];
            for (const way of ways) {
              for (const { method } of await expectAlike(query, way)) methods.add(method);
              await expectAlike(queries, way);
            }
            if (state === "all alive") await each((store) => kill(engine, store, dead));
          }
          expect([...methods]).to.have.members(["exact", "walk", "matches"]);
        }),
    );

    itOfFiles(
      `a vector store with its vectors in a file compares all vectors of the file when the codes cannot distinguish them (${metric})`,
      () =>
        withSeed(async (random) => {
          const engine = open();
          const { each, expectAlike, disk } = await duplicates(engine, metric, 8, { m: 0 });
          // Two clusters so far apart that the codes within each cluster are equal.
          const rows = Array.from({ length: 9000 }, (_, i) =>
            floats(random, 8).map((value, at) => (at > 0 ? value * 1e-6 : i % 2 === 0 ? 1000 : -1000)),
          );
          await each((store) => append(engine, store, rows));
          await each((store) => kill(engine, store, [0, 17, 8999]));
          const query = rows[4]!;
          const [hits] = await expectAlike(query, { exact: true });
          expect(hits!.compared, "all that live").to.equal(8997);
          await expectAlike(query, { exact: true, filter: filterOf([0, 1, 2, 8998, 8999], 9000) });
          expect((await engine.search(disk, query, { k: 9000, ef: 1 })).slots.length).to.equal(8997);
        }),
    );
  }

  it("a vector store with its vectors in a file rescores every candidate of the walk when codes are to be ignored", () =>
    withSeed(async (random) => {
      const engine = open();
      const { memory, disk, each } = await duplicates(engine, "Cosine");
      const rows = rowsOf(random, ROWS);
      await each((store) => append(engine, store, rows));
      await each((store) => engine.indexed(store));
      const query = floats(random, DIMENSION);
      const ignoring = await engine.search(disk, query, { k: K, ef: 60, ignoreCodes: true });
      const all = await engine.search(memory, query, { k: K, ef: 60, rescore: 60 });
      expect(said(ignoring)).to.deep.equal(said(all));
    }));

  it("a vector store with its vectors in a file returns the rows of one in memory, in every width of rows, while it grows", () =>
    withSeed(async (random) => {
      for (const dimension of [1, 3, 4, 17, 1024]) {
        const engine = open();
        const { memory, disk, each } = await duplicates(engine, "Cosine", dimension);
        let count = 0;
        for (let batch = 1; count < 2000; batch = batch * 3 + 1) {
          const rows = rowsOf(random, batch, dimension);
          await each((store) => append(engine, store, rows));
          count += batch;
          const some = Uint32Array.from({ length: 50 }, () => integer(random, 0, count - 1));
          const runs = Uint32Array.of(0, ...some, count - 1, 0, Math.min(1, count - 1));
          for (const slots of [some.sort(), runs, Uint32Array.from({ length: count }, (_, i) => i)]) {
            const [wanted, read] = [await engine.read(memory, slots), await engine.read(disk, slots)];
            expect(read.length).to.equal(slots.length * dimension);
            expect(Buffer.compare(Buffer.from(read.buffer), Buffer.from(wanted.buffer))).to.equal(0);
          }
        }
        const error = await rejection(engine.read(disk, Uint32Array.of(0, count)));
        expect(error.message).to.equal(`slot ${count} was never written`);
        await engine.close();
        nodeFs.remove(join(dir, "collections"));
      }
    }));

  it("a vector store with its vectors in a file supports points without this vector", () =>
    withSeed(async (random) => {
      const engine = open();
      const { each, expectAlike } = await duplicates(engine, "Euclid");
      for (let first = 0; first < 600; first += 60) {
        const rows = Uint32Array.from({ length: 60 }, (_, i) => i).filter(() => random() < 0.5);
        const vectors = floats(random, rows.length * DIMENSION);
        await each(async (store) => {
          await engine.reserve(store, first + 60);
          await engine.write([{ store, first, slots: 60, rows, vectors, dead: NO_SLOTS }]);
        });
        await expectAlike(floats(random, DIMENSION), { k: 200, exact: true });
      }
    }));

  it("a vector store with its vectors in a file has the codes in memory, and the padded vectors in its file", () =>
    withSeed(async (random) => {
      const engine = open();
      const dimension = 510;
      const { memory, disk, each } = await duplicates(engine, "Dot", dimension);
      const rows = rowsOf(random, 4000, dimension);
      await each((store) => append(engine, store, rows));
      const raw = rowBytesOf(dimension) * rows.length;
      const inMemory = (await engine.stats(memory)).usedBytes;
      const onDisk = (await engine.stats(disk)).usedBytes;
      expect(onDisk).to.be.below(raw / 2);
      expect(inMemory - onDisk).to.be.above(raw * 0.9);
      expect(files()).to.have.length(1);
      const { size } = statSync(join(dir, files()[0]!));
      expect(size).to.be.within(raw, raw * 1.3);
    }));
});
