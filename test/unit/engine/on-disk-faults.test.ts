// Vector stores with their vectors in a file, on a disk that fails: what cannot be stored is refused, and everything
// else continues.
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { LocalEngine } from "../../../src/engine/local.ts";
import type { StoreHandle } from "../../../src/engine/types.ts";
import { DiskFull } from "../../../src/errors/failures.ts";
import { fileFailureOf } from "../../../src/errors/files.ts";
import { VectorDbError } from "../../../src/errors/vector-db-error.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { segmentFilesIn } from "../../../src/storage/segment-files.ts";
import { rowFilesIn } from "../../support/row-files.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { BrokenFs, IoError, type Op } from "../storage/broken-fs.ts";
import {
  append,
  bits,
  floats,
  NO_SLOTS,
  nearest,
  newEngine,
  plain,
  rejection,
  spec,
  top,
  withSeed,
} from "./fixtures.ts";

const DIMENSION = 6;
const ON_DISK = spec({ dimension: DIMENSION, metric: "Euclid", rowsFile: "a/0/rows-0.f32" });

describe("a vector store with its vectors in a file, on a failing disk", () => {
  let dir: string;
  let fs: BrokenFs;
  let engine: LocalEngine;
  let store: StoreHandle;

  beforeEach(async () => {
    dir = scratchFolder("azimuth-rows-");
    nodeFs.remove(join(dir, "collections"));
    fs = new BrokenFs();
    engine = newEngine({ files: segmentFilesIn(fs, dir) });
    store = await engine.create(ON_DISK);
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  /** Lets the n-th call of this kind from now on fail once. */
  function failNth(op: Op, n: number, error: IoError): void {
    let calls = 0;
    fs.before = (which) => {
      if (which === op && ++calls === n) throw error;
    };
  }

  const everything = async () => {
    const query = new Float32Array(DIMENSION);
    const { count, live } = await engine.stats(store);
    const slots = Uint32Array.from({ length: count }, (_, i) => i);
    const hits = plain(await engine.search(store, query, top(count + 1)));
    return { count, live, hits, rows: bits(await engine.read(store, slots)) };
  };

  for (const n of [1, 2, 5]) {
    it(`a vector store on a failing disk shows nothing of a write whose ${n}. row cannot be written, and accepts the repeated write`, () =>
      withSeed(async (random) => {
        await append(engine, store, [floats(random, DIMENSION)]);
        const before = await everything();
        await engine.reserve(store, 9);
        const vectors = floats(random, 5 * DIMENSION);
        const write = { store, first: 1, slots: 8, rows: Uint32Array.of(0, 2, 3, 5, 7), vectors };
        failNth("write", n, new IoError("EIO", 7));
        const error = await rejection(engine.write([{ ...write, dead: Uint32Array.of(0) }]));
        expect(error).to.be.instanceOf(VectorDbError);
        expect(error.message).to.equal("a file of a segment could not be written: EIO: injected");
        expect(await everything()).to.deep.equal(before);
        const other = { ...write, slots: 7, rows: Uint32Array.of(1, 2, 4, 5, 6), dead: NO_SLOTS };
        await engine.write([other]);
        const { count, live, rows } = await everything();
        expect({ count, live }).to.deep.equal({ count: 8, live: 6 });
        expect(rows.slice(2 * DIMENSION, 4 * DIMENSION)).to.deep.equal(
          bits(vectors.subarray(0, 2 * DIMENSION)),
        );
      }));
  }

  for (const code of ["ENOSPC", "EDQUOT", "EFBIG"]) {
    it(`a vector store on a failing disk refuses a write before it begins when the disk has no space, and frees what it reserved (${code})`, () =>
      withSeed(async (random) => {
        const rows = Array.from({ length: 20 }, () => floats(random, DIMENSION));
        await append(engine, store, rows);
        const before = await everything();
        const path = join(dir, rowFilesIn(dir)[0]!);
        const { size } = statSync(path);
        failNth("write", 3, new IoError(code, 100));
        expect(await rejection(engine.reserve(store, 200_000))).to.be.instanceOf(DiskFull);
        expect(statSync(path).size).to.equal(size);
        expect(await everything()).to.deep.equal(before);
        // Writes succeed again when there is space.
        const more = Array.from({ length: 4000 }, () => floats(random, DIMENSION));
        expect(await append(engine, store, more)).to.equal(20);
        const query = floats(random, DIMENSION);
        const { slots } = await engine.search(store, query, { k: 5, ef: 5, exact: true });
        const expected = nearest("Euclid", query, [...rows, ...more], 5);
        expect([...slots]).to.deep.equal(expected.map(({ slot }) => slot));
      }));
  }

  for (const code of ["EMFILE", "ENFILE"]) {
    it(`a vector store on a failing disk reports to another thread that no descriptor was free for its file, and works when one is (${code})`, () =>
      withSeed(async (random) => {
        await append(engine, store, [floats(random, DIMENSION)]);
        const query = floats(random, DIMENSION);
        const shared = await engine.share(store);
        const other = newEngine({ files: segmentFilesIn(fs, dir) });
        failNth("open", 1, new IoError(code));
        const error = await rejection(other.attach(shared));
        expect(fileFailureOf(error)).to.include({ code: "TOO_MANY_OPEN_FILES" });
        // This call waited behind the failed one.
        expect(await rejection(other.search(shared.handle, query, top(1)))).to.equal(error);
        await other.attach(shared);
        const before = plain(await engine.search(store, query, top(1)));
        expect(plain(await other.search(shared.handle, query, top(1)))).to.deep.equal(before);
        await other.drop(shared.handle);
      }));
  }

  it("a vector store on a failing disk reports the full disk although the reserved space cannot be freed", async () => {
    fs.before = (op) => {
      if (op === "write") throw new IoError("ENOSPC");
      if (op === "truncate") throw new IoError("EIO");
    };
    expect(await rejection(engine.reserve(store, 1))).to.be.instanceOf(DiskFull);
  });

  it("a vector store on a failing disk reserves no more rows than the disk has space for", async () => {
    const rows = await engine.reserve(store, 10);
    const [name] = rowFilesIn(dir);
    expect(rows * 32).to.be.at.most(statSync(join(dir, name!)).size);
    expect(rows).to.be.at.least(10);
    fs.before = () => {
      throw new IoError("EIO");
    };
    expect(await engine.reserve(store, rows)).to.equal(rows);
  });

  it("a vector store on a failing disk is not created when its file cannot be created, and leaves nothing that prevents the next attempt", async () => {
    const another = { ...ON_DISK, rowsFile: "a/1/rows-0.f32" };
    failNth("open", 1, new IoError("EMFILE"));
    const error = await rejection(engine.create(another));
    expect(error).to.include({ code: "TOO_MANY_OPEN_FILES", message: "too many open files" });
    expect(rowFilesIn(dir)).to.have.length(1);
    await rejection(engine.create({ ...another, m: 1 }));
    expect(rowFilesIn(dir)).to.have.length(1);
    await engine.create(another);
    expect(rowFilesIn(dir)).to.have.length(2);
  });
});
