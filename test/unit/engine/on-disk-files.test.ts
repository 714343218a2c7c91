// Segments whose vectors are in a file: how long the file lives, who reads it, and what is refused without it.
import { mkdtempSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { startPool } from "../../../src/engine/node-threads.ts";
import { rowBytesOf } from "../../../src/engine/rows.ts";
import { DamagedImage, InvalidArgument, VectorDbError } from "../../../src/errors.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { clearRowFiles, rowFilesIn } from "../../../src/storage/row-files.ts";
import {
  append,
  BUILDS,
  floats,
  integer,
  newEngine,
  plain,
  type Random,
  rejection,
  spec,
  withSeed,
} from "./fixtures.ts";

const ROWS = 900;
const DIMENSION = 37;
const ON_DISK = spec({ dimension: DIMENSION, metric: "Euclid", onDisk: true });

const rowsOf = (random: Random, count: number) =>
  Array.from({ length: count }, () => floats(random, DIMENSION));

describe("the file of a segment's vectors", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "azimuth-rows-"));
    clearRowFiles(nodeFs, dir);
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const files = () => readdirSync(join(dir, "vectors"));
  const open = () => newEngine({ rowFiles: rowFilesIn(nodeFs, dir) });

  it("stays when the engine closes and goes with the segment that is dropped", async () => {
    const engine = open();
    await append(engine, await engine.create(ON_DISK), rowsOf(Math.random, 3));
    expect(files()).to.have.length(1);
    await engine.close();
    expect(files()).to.have.length(1);
    clearRowFiles(nodeFs, dir);
    expect(files()).to.deep.equal([]);
    const next = open();
    const segment = await next.create(ON_DISK);
    expect(files()).to.have.length(1);
    await next.drop(segment);
    expect(files()).to.deep.equal([]);
  });

  it("is refused by an engine without files, and where the graph would need the vectors", async () => {
    const error = await rejection(newEngine().create(ON_DISK));
    expect(error).to.be.instanceOf(InvalidArgument);
    expect(error.message).to.equal(
      "on_disk needs a directory for files of vectors, and this engine was given none",
    );
    for (const encoding of ["none", "binary"] as const) {
      expect(await rejection(open().create({ ...ON_DISK, encoding }))).to.be.instanceOf(InvalidArgument);
    }
    expect(files()).to.deep.equal([]);
  });

  it("is not answered from when it was cut off", () =>
    withSeed(async (random) => {
      const engine = open();
      const disk = await engine.create(ON_DISK);
      await append(engine, disk, rowsOf(random, 50));
      truncateSync(join(dir, "vectors", files()[0]!), 7 * rowBytesOf(DIMENSION) + 5);
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

  it("makes the segment again together with its image, and neither does without the other", () =>
    withSeed(async (random) => {
      const engine = open();
      const [memory, disk] = [
        await engine.create({ ...ON_DISK, onDisk: false }),
        await engine.create(ON_DISK),
      ];
      const rows = rowsOf(random, ROWS);
      for (const segment of [memory, disk]) await append(engine, segment, rows);
      await engine.indexed(disk);
      const parts = await engine.image(disk);
      const bytesOf = (image: readonly Uint8Array[]) => image.reduce((sum, { length }) => sum + length, 0);
      const saved = bytesOf(await engine.image(memory)) - bytesOf(parts);
      expect(saved, "bytes of vectors").to.be.above(ROWS * rowBytesOf(DIMENSION) * 0.5);
      const file = () => rowFilesIn(nodeFs, dir).open(disk, rowBytesOf(DIMENSION));
      const loaded = await engine.load(ON_DISK, parts, file());
      const query = floats(random, DIMENSION);
      for (const options of [
        { k: 10, ef: 50 },
        { k: 10, ef: 1, exact: true },
      ]) {
        const before = plain(await engine.search(disk, query, options));
        expect(plain(await engine.search(loaded, query, options))).to.deep.equal(before);
      }
      const refusal = async (onDisk: boolean, from: Uint8Array[], rowFile = false) => {
        const error = await rejection(engine.load({ ...ON_DISK, onDisk }, from, rowFile ? file() : null));
        expect(error).to.be.instanceOf(DamagedImage);
        return error.message;
      };
      expect(await refusal(true, parts)).to.match(/the file of its vectors has 0 rows, 900 are needed/);
      expect(await refusal(false, parts)).to.match(/it lacks its vectors, which are in a file/);
      expect(await refusal(true, await engine.image(memory), true)).to.match(/it holds its vectors/);
      truncateSync(join(dir, "vectors", files()[0]!), 100 * rowBytesOf(DIMENSION));
      expect(await refusal(true, parts, true)).to.match(
        /the file of its vectors has 100 rows, 900 are needed/,
      );
    }));

  it("is read by other threads while one writes it", () =>
    withSeed(async (random) => {
      const pool = startPool(2, Number.POSITIVE_INFINITY, undefined, BUILDS.release, dir);
      const segment = await pool.create(ON_DISK);
      const rows = rowsOf(random, 3000);
      let acknowledged = 0;
      const search = async () => {
        while (acknowledged < rows.length) {
          const target = integer(random, 0, Math.max(0, acknowledged - 1));
          if (acknowledged === 0) await new Promise(setImmediate);
          else {
            const { slots, distances } = await pool.search(segment, rows[target]!, {
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
          await append(pool, segment, rows.slice(at, at + 50));
          acknowledged = at + 50;
        }
      };
      await Promise.all([write(), search(), search(), search()]);
      expect(files()).to.have.length(1);
      await pool.drop(segment);
      expect(files()).to.deep.equal([]);
      await pool.close();
    })).timeout(20_000);
});
