// The file of the vectors of a vector store: how long it exists, which threads read it, and what is refused without it.
import { rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { startPool } from "../../../src/engine/node-threads.ts";
import { rowBytesOf } from "../../../src/engine/rows.ts";
import { InvalidArgument } from "../../../src/errors/invalid-argument.ts";
import { VectorDbError } from "../../../src/errors/vector-db-error.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { segmentFilesIn } from "../../../src/storage/segment-files.ts";
import { rowFilesIn } from "../../support/row-files.ts";
import { scratchFolder } from "../../support/scratch.ts";
import {
  append,
  BUILDS,
  floats,
  integer,
  newEngine,
  type Random,
  rejection,
  seededRandom,
  spec,
  withSeed,
} from "./fixtures.ts";

const DIMENSION = 37;
const ON_DISK = spec({ dimension: DIMENSION, metric: "Euclid", rowsFile: "a/0/rows-0.f32" });

const rowsOf = (random: Random, count: number) =>
  Array.from({ length: count }, () => floats(random, DIMENSION));

describe("the file with the vectors of a vector store", () => {
  let dir: string;
  beforeEach(() => {
    dir = scratchFolder("azimuth-rows-");
    nodeFs.remove(join(dir, "collections"));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const files = () => rowFilesIn(dir);
  const open = () => newEngine({ files: segmentFilesIn(nodeFs, dir) });

  it("the file of a vector store stays when the vector store is dropped and when the engine closes, until it is removed", async () => {
    const engine = open();
    const store = await engine.create(ON_DISK);
    await append(engine, store, rowsOf(seededRandom(1), 3));
    await engine.drop(store);
    expect(files()).to.have.length(1);
    await engine.close();
    expect(files()).to.have.length(1);
    segmentFilesIn(nodeFs, dir).remove(ON_DISK.rowsFile!);
    expect(files()).to.deep.equal([]);
  });

  it("the file of a vector store is refused by an engine without files, and with a graph that needs the vectors", async () => {
    const error = await rejection(newEngine().create(ON_DISK));
    expect(error).to.be.instanceOf(InvalidArgument);
    expect(error.message).to.equal(
      "files of segments need a directory (as on_disk does), and this engine has none",
    );
    for (const encoding of ["none", "binary"] as const) {
      expect(await rejection(open().create({ ...ON_DISK, encoding }))).to.be.instanceOf(InvalidArgument);
    }
    expect(files()).to.deep.equal([]);
  });

  it("the file of a vector store is not used from where it was truncated", () =>
    withSeed(async (random) => {
      const engine = open();
      const disk = await engine.create(ON_DISK);
      await append(engine, disk, rowsOf(random, 50));
      truncateSync(join(dir, files()[0]!), 7 * rowBytesOf(DIMENSION) + 5);
      const query = floats(random, DIMENSION);
      for (const failing of [
        engine.search(disk, query, { k: 50, ef: 50 }),
        engine.read(disk, Uint32Array.of(7)),
      ]) {
        const error = await rejection(failing);
        expect(error).to.be.instanceOf(VectorDbError);
        expect(error.message).to.match(/^the file of vectors ends before slot \d+: .*restart the server/);
      }
      expect([...(await engine.read(disk, Uint32Array.of(6)))]).to.have.length(DIMENSION);
    }));

  it("the file of a vector store is read by other threads while one writes it", () =>
    withSeed(async (random) => {
      const pool = startPool(2, { module: BUILDS.release, dataDir: dir });
      const store = await pool.create(ON_DISK);
      const rows = rowsOf(random, 3000);
      let acknowledged = 0;
      const search = async () => {
        while (acknowledged < rows.length) {
          const target = integer(random, 0, Math.max(0, acknowledged - 1));
          if (acknowledged === 0) await new Promise(setImmediate);
          else {
            const { slots, distances } = await pool.search(store, rows[target]!, {
              k: 1,
              ef: 1,
              exact: true,
            });
            expect([slots[0], distances[0]], "what was acknowledged").to.deep.equal([target, 0]);
          }
        }
      };
      const write = async () => {
        for (let at = 0; at < rows.length; at += 50) {
          await append(pool, store, rows.slice(at, at + 50));
          acknowledged = at + 50;
        }
      };
      await Promise.all([write(), search(), search(), search()]);
      expect(files()).to.have.length(1);
      await pool.drop(store);
      await pool.close();
    }));
});
