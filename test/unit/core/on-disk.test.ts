// Collections with vectors on disk: a full disk refuses a write before it is logged.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { CollectionDamaged, DiskFull } from "../../../src/errors/failures.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { segmentFilesIn } from "../../../src/storage/segment-files.ts";
import { rowFilesIn } from "../../support/row-files.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { newEngine, rejection } from "../engine/fixtures.ts";
import { BrokenFs, IoError } from "../storage/broken-fs.ts";
import { configOf, found, open, type TestPoint, upsert } from "./fixtures.ts";

const SIZE = 64;
const ON_DISK = configOf({ name: "", size: SIZE, distance: "Euclid", on_disk: true });
const QUERY = new Float32Array(SIZE);

const points = (first: number, count: number): TestPoint[] =>
  Array.from({ length: count }, (_, i) => ({
    id: first + i,
    vectors: { "": new Float32Array(SIZE).fill(first + i) },
  }));

describe("a database with vectors in files", () => {
  let dir: string;
  let fs: BrokenFs;
  beforeEach(() => {
    dir = scratchFolder("azimuth-rows-");
    nodeFs.remove(join(dir, "collections"));
    fs = new BrokenFs();
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const engine = () => newEngine({ files: segmentFilesIn(fs, dir) });
  const fail = (code: string) => {
    fs.before = (op) => {
      if (op === "write") throw new IoError(code);
    };
  };

  it("a database with vectors in files refuses a write before it is logged when its files have no space, and accepts it later", async () => {
    const opened = await open({ engine: engine() });
    const { database } = opened;
    await database.create("a", ON_DISK);
    await upsert(database, "a", points(0, 10));
    const before = await found(database, "a", QUERY, 100);
    fail("ENOSPC");
    for (let times = 1; times <= 2; times++) {
      expect(await rejection(upsert(database, "a", points(10, 1000)))).to.be.instanceOf(DiskFull);
      expect(await found(database, "a", QUERY, 100)).to.deep.equal(before);
    }
    fs.before = () => {};
    expect(await upsert(database, "a", points(10, 1000)), "the next LSN").to.equal(3);
    expect(await found(database, "a", QUERY, 2000)).to.have.length(1010);
    await database.close();
  });

  it("a database with vectors in files reports a lack of space at a restart, and is complete again at the next one", async () => {
    const opened = await open({ engine: engine() });
    await opened.database.create("a", ON_DISK);
    await upsert(opened.database, "a", points(0, 10));
    const before = await found(opened.database, "a", QUERY, 100);
    await opened.database.close();
    nodeFs.remove(join(dir, "collections"));
    fail("ENOSPC");
    const full = await open({ dir: opened.dir, engine: engine() });
    const error = await rejection(found(full.database, "a", QUERY, 100));
    expect(error).to.be.instanceOf(CollectionDamaged);
    expect(error.message).to.match(/no space left on device while applying the log; make room and restart/);
    await full.database.close();
    fs.before = () => {};
    nodeFs.remove(join(dir, "collections"));
    const again = await open({ dir: opened.dir, engine: engine() });
    expect(await found(again.database, "a", QUERY, 100)).to.deep.equal(before);
    await again.database.close();
  });

  it("a database with vectors in files reports a collection as damaged when a logged row cannot be written", async () => {
    const { database } = await open({ engine: engine() });
    await database.create("a", ON_DISK);
    await upsert(database, "a", points(0, 10));
    fail("EIO");
    await rejection(upsert(database, "a", points(10, 1)));
    expect(await rejection(found(database, "a", QUERY, 1))).to.be.instanceOf(CollectionDamaged);
    await database.close();
  });

  it("a database with vectors in files keeps the vectors of each segment in a file of its own", async () => {
    const { database } = await open({ engine: engine() });
    await database.create("a", ON_DISK);
    for (let round = 0; round < 4; round++) await upsert(database, "a", points(0, 1500));
    await database.optimized();
    expect(database.collection("a").upkeep.failure).to.equal(null);
    const { uuid } = database.collection("a");
    for (const file of rowFilesIn(dir))
      expect(file).to.match(new RegExp(`^collections/${uuid}/[0-9]+/rows-0.f32$`));
    expect(await found(database, "a", QUERY, 2000)).to.have.length(1500);
    await database.close();
  });
});
