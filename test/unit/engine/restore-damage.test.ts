// Vector stores restored from damaged files: lost rows are reported, and codes and graphs are built again. The files
// are damaged when the engine reads them, one bit at a time.
import { truncateSync } from "node:fs";
import { expect } from "chai";
import type { StoreFiles } from "../../../src/engine/files.ts";
import type { LocalEngine } from "../../../src/engine/local.ts";
import type { SavedStore } from "../../../src/engine/restore.ts";
import { type SavedBytes, SUM_BYTES } from "../../../src/engine/saved.ts";
import type { Hits, StoreHandle, StoreSpec } from "../../../src/engine/types.ts";
import { DamagedFile } from "../../../src/errors/failures.ts";
import { countOf } from "../../support/chance.ts";
import {
  append,
  bits,
  floats,
  integer,
  kill,
  newEngine,
  type Random,
  rejection,
  spec,
  withSeed,
} from "./fixtures.ts";
import { SavedStores, sumsOf } from "./saved-stores.ts";

const ROWS = 24;
const DIMENSION = 5;
/** Memories wait to be collected, and each takes its largest size of address space. */
const MOST_PAGES = 40;
const DEAD = [2, 17];
/** The approximate number of flipped bits of each file; each of them costs a memory. */
const FLIPS = countOf("FLIPS", 40);

const said = ({ slots, distances }: Hits) => ({ slots: [...slots], distances: bits(distances) });

/** One flipped bit of one file. */
interface Flip {
  readonly file: string;
  readonly bit: number;
}

/** The files, of which one is read with a flipped bit. */
const flipping = (files: StoreFiles, { file, bit }: Flip): StoreFiles => ({
  ...files,
  read: (key) => {
    const inner = files.read(key);
    if (key !== file) return inner;
    return {
      close: () => inner.close(),
      read: (into, position) => {
        const read = inner.read(into, position);
        const at = (bit >> 3) - position;
        if (at >= 0 && at < read) into[at]! ^= 1 << (bit & 7);
        return read;
      },
    };
  },
});

describe("a vector store restored from damaged files", () => {
  let disk: SavedStores;
  beforeEach(() => {
    disk = new SavedStores();
  });
  afterEach(() => disk.remove());

  const open = (files = disk.files) => newEngine({ files, maximumPages: MOST_PAGES });

  async function saved(random: Random, given: StoreSpec, count = ROWS) {
    const engine = newEngine({ files: disk.files });
    const store = await engine.create(given);
    const rows = Array.from({ length: count }, () => floats(random, given.dimension));
    await append(engine, store, rows);
    await kill(engine, store, DEAD);
    await engine.indexed(store);
    return { engine, store, saved: await disk.save(engine, store, given, DEAD) };
  }

  const answers = async (engine: LocalEngine, store: StoreHandle, queries: Float32Array, exact = false) =>
    (await engine.searchBatch(store, queries, { k: 7, ef: 50, exact })).map(said);

  /** Restores many times with one flipped bit of a file. @param then checks the result */
  async function flipMany(
    random: Random,
    given: StoreSpec,
    from: SavedStore,
    { file, bytes }: SavedBytes,
    then: (engine: LocalEngine, restoring: ReturnType<LocalEngine["restore"]>, flip: Flip) => Promise<void>,
  ): Promise<void> {
    const step = Math.max(1, Math.floor((bytes * 8) / FLIPS));
    let flips = 0;
    for (let bit = integer(random, 0, step - 1); bit < bytes * 8; bit += integer(random, 1, 2 * step - 1)) {
      const engine = open(flipping(disk.files, { file, bit }));
      await then(engine, engine.restore(given, from), { file, bit });
      await engine.close();
      if (++flips % 50 === 0) await new Promise(setImmediate);
    }
  }

  for (const inFile of [false, true]) {
    it(`a vector store restored from damaged files is refused when any bit of its rows is changed${inFile ? ", although they stay in their file" : ""}`, () =>
      withSeed(async (random) => {
        const kept = inFile ? { rowsFile: disk.newKey("rows.f32") } : {};
        const given = { ...spec({ dimension: DIMENSION, metric: "Euclid" }), ...kept };
        const { saved: from } = await saved(random, given);
        await flipMany(random, given, from, from.rows, async (engine, restoring, { file, bit }) => {
          const error = await rejection(restoring);
          expect(error, `bit ${bit}`).to.be.instanceOf(DamagedFile).and.include({ file, offset: 0 });
          expect(engine.memory.used).to.equal(0);
        });
      }));
  }

  for (const encoding of ["int8", "binary", "none"] as const) {
    for (const part of ["codes", "graph"] as const) {
      if (part === "codes" && encoding !== "int8") continue;
      it(`a vector store restored from damaged files rebuilds its ${part} when any bit of the file is changed (${encoding})`, () =>
        withSeed(async (random) => {
          const given = spec({ dimension: DIMENSION, metric: "Dot", encoding, m: 2, efConstruct: 10 });
          const source = await saved(random, given);
          const queries = floats(random, 3 * DIMENSION);
          // New codes have another centre, so a walk on them may find other slots.
          const exact = part === "codes";
          const expected = await answers(source.engine, source.store, queries, exact);
          const counts = await source.engine.validate(source.store);
          await flipMany(
            random,
            given,
            source.saved,
            source.saved[part]!,
            async (engine, restoring, { file, bit }) => {
              const { store, faults } = await restoring;
              expect(faults, `bit ${bit}`).to.have.length(1);
              expect(faults[0]).to.include(`file ${file} is damaged at byte 0: `);
              if (part === "graph") expect((await engine.stats(store)).indexed).to.equal(0);
              if (random() < 0.9) return;
              const now = await answers(engine, store, queries, exact);
              expect(now, "before it is indexed").to.deep.equal(expected);
              await engine.indexed(store);
              expect(await answers(engine, store, queries, exact)).to.deep.equal(expected);
              if (part === "codes") expect(await engine.validate(store)).to.deep.equal(counts);
            },
          );
        }));
    }
  }

  it("a vector store restored from damaged files encodes its rows again around a new centre, from rows in memory and in a file", () =>
    withSeed(async (random) => {
      for (const kept of [{}, { rowsFile: disk.newKey("rows.f32") }]) {
        const given = { ...spec({ dimension: 300, metric: "Dot", m: 4, efConstruct: 10 }), ...kept };
        const { engine, store, saved: from } = await saved(random, given, 500);
        for (const codes of [null, { ...from.codes!, file: "nowhere" }, { ...from.codes!, bytes: 7 }]) {
          const other = newEngine({ files: disk.files });
          const { store: again, faults, recoded } = await other.restore(given, { ...from, codes });
          expect(faults).to.have.length(1);
          expect(recoded, "all of them have to be saved again").to.equal(true);
          const lengthOf = async (one: LocalEngine, of: number) =>
            Buffer.concat(await one.column(of, "codes", 0, 500)).length;
          expect(await lengthOf(other, again)).to.equal(await lengthOf(engine, store));
          const queries = floats(random, 5 * 300);
          const expected = await answers(engine, store, queries, true);
          expect(await answers(other, again, queries, true)).to.deep.equal(expected);
        }
      }
    }));

  it("a vector store restored from damaged files reports which MiB of the rows is damaged, and where too short a file ends", () =>
    withSeed(async (random) => {
      const given = {
        ...spec({ dimension: 512, metric: "Euclid", m: 0 }),
        rowsFile: disk.newKey("rows.f32"),
      };
      const { saved: inFile } = await saved(random, given, 2000);
      const { rowsFile: _, ...inMemory } = given;
      const { saved: from } = await saved(random, inMemory, 2000);
      for (const [one, { rows, ...rest }] of [
        [given, inFile],
        [inMemory, from],
      ] as const) {
        const refusal = async () =>
          rejection(newEngine({ files: disk.files }).restore(one, { rows, ...rest }));
        for (const offset of [0, SUM_BYTES - 1, SUM_BYTES, rows.bytes - 1]) {
          disk.flip(rows, offset);
          const mib = Math.floor(offset / SUM_BYTES) * SUM_BYTES;
          const error = await refusal();
          expect(error).to.be.instanceOf(DamagedFile).and.include({ file: rows.file, offset: mib });
          expect(error.message).to.equal(
            `collection is damaged: file ${rows.file} at byte ${mib}: the MiB that begins here is not as it was written`,
          );
          disk.flip(rows, offset);
        }
        truncateSync(disk.path(rows.file), SUM_BYTES + 5);
        expect(await refusal())
          .to.be.instanceOf(DamagedFile)
          .and.include({ offset: SUM_BYTES + 5 });
      }
    }));

  it("a vector store restored from damaged files does not use a graph of another vector store, another configuration or another format", () =>
    withSeed(async (random) => {
      const given = spec({ dimension: DIMENSION, metric: "Euclid", encoding: "none", m: 4 });
      const { saved: from } = await saved(random, given);
      const others: [string, Partial<StoreSpec>][] = [
        ["metric", { metric: "Manhattan" }],
        ["encoding", { encoding: "binary" }],
        ["M", { m: 5 }],
        ["ef_construct", { efConstruct: 99 }],
        ["dimension", { dimension: DIMENSION + 1 }],
      ];
      for (const [name, change] of others) {
        const other = await saved(random, { ...given, ...change });
        const engine = open();
        const { store, faults } = await engine.restore(given, { ...from, graph: other.saved.graph });
        expect(faults[0]).to.match(
          new RegExp(`file .*/graph is damaged at byte 0: its graph has the ${name} \\d+, \\d+ is needed`),
        );
        await engine.indexed(store);
        expect(await engine.stats(store)).to.include({ indexed: ROWS });
      }
      const larger = await saved(random, given, ROWS + 1);
      const { faults } = await open().restore(given, { ...from, graph: larger.saved.graph });
      expect(faults[0]).to.include(`its graph covers ${ROWS + 1} slots, and there are ${ROWS}`);
    }));

  it("a vector store restored from damaged files does not use a graph with an invalid link, level or list of duplicates, whatever its checksum is", () =>
    withSeed(async (random) => {
      const given = spec({ dimension: DIMENSION, metric: "Euclid", encoding: "none", m: 2, efConstruct: 10 });
      const { engine, store, saved: from } = await saved(random, given);
      const parts = await engine.graph(store);
      const bytes = Buffer.concat(parts);
      // The head, 64 bytes for each list, and degrees and duplicates filled up to 64.
      const links = 64;
      const duplicates = links + ROWS * 64 + 64;
      const upper = duplicates + 128;
      const changes: [string, number, number][] = [
        ["a link to a slot that there is not", links + 5 * 64, ROWS + 1],
        ["a duplicate that is a node", duplicates + 4 * 4, 1],
        ["a duplicate that is not there", duplicates + 4 * 4, ROWS + 1],
        ["an upper link to a slot that there is not", upper + 8, ROWS + 1],
        ["upper links of a slot that there is not", upper, ROWS],
        ["upper links of another level", upper + 4, 9],
        ["an entry point without its level", 44, 16],
        ["an entry point that is not there", 48, ROWS + 1],
        ["no entry point", 48, 0],
        ["more nodes than slots", 36, ROWS + 1],
      ];
      const restore = async (changed: Buffer) => {
        const graph = { ...disk.write("graph", [changed]), sums: sumsOf(changed) };
        return newEngine({ files: disk.files }).restore(given, { ...from, graph });
      };
      expect((await restore(bytes)).faults).to.deep.equal([]);
      for (const [name, offset, value] of changes) {
        const changed = Buffer.from(bytes);
        changed.writeUInt32LE(value, offset);
        const { faults } = await restore(changed);
        expect(faults, name).to.have.length(1);
        expect(faults[0], name).to.include("its links do not make a graph");
      }
    }));
});
