// Writes that fail for lack of disk space, memory or another limit: a failed write changes nothing.
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { Database } from "../../../src/core/database/database.ts";
import { DiskFull, OutOfMemory } from "../../../src/errors/failures.ts";
import { InvalidArgument } from "../../../src/errors/invalid-argument.ts";
import { MAX_COLLECTIONS } from "../../../src/schema/limits.ts";
import { type Log, NO_STATS } from "../../../src/storage/log.ts";
import { integer, newEngine, type Random, rejection, withSeed } from "../engine/fixtures.ts";
import { BrokenFs, IoError } from "../storage/broken-fs.ts";
import {
  found,
  freshDir,
  open,
  registry,
  remove,
  startUpsert,
  stored,
  TestClock,
  type TestPoint,
  unnamed,
  upsert,
} from "./fixtures.ts";
import { smallEngine } from "./segment-fixtures.ts";

const UNDO_MS = 1_000;
const vectors = { "": Float32Array.of(1, 2) };

/** A database with a ready collection `a`, a marked one `m`, and a disk that can be filled. */
async function openOnSmallDisk() {
  const fs = new BrokenFs();
  const opened = await open({ fs });
  const { database } = opened;
  for (const name of ["a", "m"]) {
    await database.create(name, unnamed(2));
    await upsert(database, name, [{ id: 1, vectors, payload: Uint8Array.of(123, 125) }]);
  }
  await database.mark("m", UNDO_MS);
  const fill = () => {
    fs.before = (op) => {
      if (op === "write") throw new IoError("ENOSPC", 50);
    };
  };
  const makeRoom = () => {
    fs.before = () => {};
  };
  return { ...opened, fs, fill, makeRoom };
}

type SmallDisk = Awaited<ReturnType<typeof openOnSmallDisk>>;

const WRITES: Record<string, (opened: SmallDisk) => Promise<unknown>> = {
  "an upsert of a new point": ({ database }) => upsert(database, "a", [{ id: 2, vectors }]),
  "an overwrite": ({ database }) =>
    upsert(database, "a", [{ id: 1, vectors: { "": Float32Array.of(5, 5) } }]),
  "a deletion": ({ database }) => remove(database, "a", [1]),
  "the creation of a collection": ({ database }) => database.create("b", unnamed(3)),
  "the creation of a name that is marked": ({ database }) => database.create("m", unnamed(3)),
  "a drop": ({ database }) => database.drop("a"),
  "a mark": ({ database }) => database.mark("a", UNDO_MS),
  "a restoration": ({ database }) => database.restore("m"),
};

async function look({ database, clock }: SmallDisk) {
  return {
    registry: registry(database),
    points: [await stored(database, "a", 1), await stored(database, "a", 2)],
    results: await found(database, "a", Float32Array.of(0, 0), 10),
    purges: clock.waiting,
  };
}

describe("a database on a full disk", () => {
  for (const [title, write] of Object.entries(WRITES)) {
    it(`a database on a full disk is not changed by ${title}, which succeeds once there is space`, async () => {
      const opened = await openOnSmallDisk();
      const before = await look(opened);
      opened.fill();
      for (let times = 1; times <= 2; times++) {
        expect(await rejection(write(opened))).to.be.instanceOf(DiskFull);
        // Waits for the drop of `m`, which was started to free space and failed as well.
        await opened.database.drop("no such collection");
        expect(await look(opened)).to.deep.equal(before);
      }
      opened.makeRoom();
      expect(await upsert(opened.database, "a", [{ id: 3, vectors }]), "the next LSN").to.equal(6);
      await write(opened);
      const after = registry(opened.database);
      await opened.database.close();
      const again = await open({ dir: opened.dir });
      expect(registry(again.database)).to.deep.equal(after);
      await again.database.close();
    });
  }

  it("a database on a full disk purges a marked collection at the next start if it expired while the disk was full", async () => {
    const opened = await openOnSmallDisk();
    opened.fill();
    opened.clock.advance(UNDO_MS);
    await opened.database.drop("no such collection"); // waits for the purge
    expect(opened.database.registered("m")?.state.kind).to.equal("marked");
    opened.makeRoom();
    await opened.database.close();
    const again = await open({ dir: opened.dir, clock: opened.clock });
    opened.clock.advance(0);
    await again.database.drop("no such collection");
    expect(again.database.registered("m")).to.equal(undefined);
    await again.database.close();
  });
});

const DIMENSION = 256;

const pointsFrom = (first: number, count: number): TestPoint[] =>
  Array.from({ length: count }, (_, i) => ({
    id: first + i,
    vectors: { "": new Float32Array(DIMENSION).fill(first + i) },
  }));

describe("a database without memory", () => {
  it("a database without memory refuses a write before it is logged, and continues to read, delete and restart", async () => {
    const fs = new BrokenFs();
    const dir = freshDir();
    const { database } = await open({ dir, fs, engine: (files) => smallEngine(1, 30, files) });
    await database.create("a", unnamed(DIMENSION));
    let points = 0;
    let lsn = 1;
    let refusal: Error | undefined;
    while (refusal === undefined) {
      const writes = fs.count("write");
      try {
        lsn = await upsert(database, "a", pointsFrom(points, 100));
        points += 100;
      } catch (error) {
        refusal = error as Error;
        expect(fs.count("write"), "writes of a refused upsert").to.equal(writes);
      }
    }
    expect(refusal).to.be.instanceOf(OutOfMemory);
    expect(points).to.be.above(400);
    expect(database.collection("a")).to.include({ points });
    const nearest = { id: 17, score: 0 };
    const query = new Float32Array(DIMENSION).fill(17);
    expect(await found(database, "a", query, 1)).to.deep.equal([nearest]);
    expect(await remove(database, "a", [0]), "the next LSN").to.equal(lsn + 1);
    await database.close();
    const again = await open({ dir, engine: (files) => smallEngine(1, 30, files) });
    expect(again.database.collection("a")).to.include({ points: points - 1 });
    expect(await found(again.database, "a", query, 1)).to.deep.equal([nearest]);
    await again.database.close();
  });

  it("a database without memory applies every write it has logged when many writes compete for the last memory", () =>
    withSeed(async (random) => {
      for (let round = 0; round < 6; round++) {
        const dir = freshDir();
        const memories = integer(random, 1, 3);
        const pages = integer(random, 4, 40);
        const { database } = await open({ dir, engine: (files) => smallEngine(memories, pages, files) });
        await database.create("a", unnamed(DIMENSION));
        const written = await raceForMemory(database, random);
        const collection = database.collection("a");
        expect(collection.damage).to.equal(null);
        expect(collection.points).to.equal(written);
        await database.close();
        const again = await open({ dir, engine: (files) => smallEngine(memories, pages, files) });
        expect(again.database.collection("a")).to.include({ points: written });
        await again.database.close();
      }
    }));

  it("a database without memory creates a collection without memory, and refuses its first points when no memory is free", async () => {
    const fs = new BrokenFs();
    const { database } = await open({ fs, engine: newEngine({ maximumPages: 0 }) });
    await database.create("a", unnamed(DIMENSION));
    expect(await found(database, "a", new Float32Array(DIMENSION), 1)).to.deep.equal([]);
    const writes = fs.count("write");
    expect(await rejection(startUpsert(database, "a", pointsFrom(0, 1)))).to.be.instanceOf(OutOfMemory);
    expect(fs.count("write")).to.equal(writes);
    await database.close();
  });
});

/**
 * Clients that write the next batch when the last one is durable, until memory is used up. @returns the points
 * acknowledged
 */
async function raceForMemory(database: Database, random: Random): Promise<number> {
  const applications: Promise<void>[] = [];
  let next = 0;
  let written = 0;
  const client = async () => {
    for (let refused = 0; refused < 5; ) {
      const count = integer(random, 1, 60);
      next += count;
      try {
        const { applied } = await startUpsert(database, "a", pointsFrom(next - count, count));
        applications.push(applied);
        written += count;
      } catch (error) {
        expect(error).to.be.instanceOf(OutOfMemory);
        refused++;
      }
    }
  };
  await Promise.all(Array.from({ length: 6 }, client));
  await Promise.all(applications);
  return written;
}

/** A log that keeps nothing, for tests that are not about durability. */
function noLog(): Log {
  let lsn = 0;
  return {
    holds: async () => false,
    open: async () => ({ firstLsn: 1, lastLsn: 0, torn: null, unclean: false }),
    read: async () => [],
    append: async () => ++lsn,
    trim: async () => 0,
    sync: async () => {},
    roll: async () => {},
    stats: async () => NO_STATS,
    close: async () => {},
  };
}

describe("a database with the maximum number of collections", () => {
  it("a database with the maximum number of collections refuses another one, but not one that replaces a marked collection", async () => {
    const engine = Object.assign(newEngine(), { create: async () => 1, drop: async () => {} });
    const database = new Database({ log: noLog(), engine, clock: new TestClock(), randomUuid: randomUUID });
    await database.load();
    for (let i = 0; i < MAX_COLLECTIONS; i++) await database.create(`c${i}`, unnamed(1));
    const error = await rejection(database.create("one too many", unnamed(1)));
    expect(error).to.be.instanceOf(InvalidArgument);
    expect(error.message).to.equal("This server holds 4000 collections, the most it can; delete some first");
    await database.mark("c7", UNDO_MS);
    await database.create("c7", unnamed(1));
    await database.drop("c8");
    await database.create("one more", unnamed(1));
    await database.close();
  });
});
