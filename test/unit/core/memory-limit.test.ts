// A database with a memory limit: writes that do not fit are refused before they are logged, and only those writes.
import { expect } from "chai";
import type { Database } from "../../../src/core/database/database.ts";
import type { StoreFiles } from "../../../src/engine/files.ts";
import { OutOfMemory } from "../../../src/errors/failures.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";
import { integer, newEngine, type Random, rejection, withSeed } from "../engine/fixtures.ts";
import { BrokenFs } from "../storage/broken-fs.ts";
import { freshDir, open, remove, startUpsert, stored, type TestPoint, unnamed, upsert } from "./fixtures.ts";

const LIMIT = 8 * 2 ** 20;
/** The size of the blocks of payloads in memory. */
const BLOCK_BYTES = 2 ** 20;
const PAYLOAD_BYTES = 20_000;
const vectors = { "": Float32Array.of(1, 2) };

const engineWithin = (memory: MemoryLimit) => (files: StoreFiles) => newEngine({ memory, files });

const pointsFrom = (first: number, count: number, payloadBytes: number): TestPoint[] =>
  Array.from({ length: count }, (_, i) => ({
    id: first + i,
    vectors,
    payload: payloadBytes === 0 ? null : new Uint8Array(payloadBytes).fill(first + i),
  }));

/** Writes points until a write is refused. @returns the number of written points */
async function fill(
  database: Database,
  name: string,
  count = 1,
  payloadBytes = PAYLOAD_BYTES,
): Promise<number> {
  for (let points = 0; ; points += count) {
    try {
      await upsert(database, name, pointsFrom(points, count, payloadBytes));
    } catch (error) {
      expect(error).to.be.instanceOf(OutOfMemory);
      return points;
    }
  }
}

describe("a database with a memory limit", () => {
  for (const [what, count, payloadBytes] of [
    ["payloads", 1, PAYLOAD_BYTES],
    ["points without payloads", 1000, 0],
  ] as const) {
    it(`a database with a memory limit refuses ${what} that do not fit before they are logged, and continues to read and delete`, async () => {
      const fs = new BrokenFs();
      const memory = MemoryLimit.of(LIMIT);
      const { database } = await open({ fs, engine: engineWithin(memory) });
      await database.create("a", unnamed(2));
      const points = await fill(database, "a", count, payloadBytes);
      expect(memory.used).to.be.within(LIMIT / 2, LIMIT + BLOCK_BYTES);
      const writes = fs.count("write");
      const one = pointsFrom(0, Math.max(count, 20), payloadBytes);
      expect(await rejection(startUpsert(database, "a", one))).to.be.instanceOf(OutOfMemory);
      expect(fs.count("write")).to.equal(writes);
      expect(database.collection("a")).to.include({ points, damage: null });
      expect((await stored(database, "a", points - 1))?.payload?.length ?? 0).to.equal(payloadBytes);
      await remove(database, "a", [0]);
      expect(database.collection("a")).to.include({ points: points - 1 });
      await database.close();
    });
  }

  it("a database with a memory limit loads everything that it acknowledged when it starts again with the same limit", async () => {
    const dir = freshDir();
    const { database } = await open({ dir, engine: engineWithin(MemoryLimit.of(LIMIT)) });
    await database.create("a", unnamed(2));
    await database.create("b", unnamed(2));
    const points = { a: await fill(database, "a"), b: await fill(database, "b", 10, 100) };
    await database.close();
    const again = await open({ dir, engine: engineWithin(MemoryLimit.of(LIMIT)) });
    for (const name of ["a", "b"] as const) {
      expect(again.database.collection(name)).to.include({ points: points[name], damage: null });
    }
    // The payloads are in files now, so their memory is free for more.
    const { applied } = await startUpsert(again.database, "a", pointsFrom(0, 100, PAYLOAD_BYTES));
    await applied;
    await again.database.close();
  });

  it("a database with a memory limit reports a collection as damaged when it starts with too small a limit, and serves the others", async () => {
    const dir = freshDir();
    const { database } = await open({ dir, engine: engineWithin(MemoryLimit.of(LIMIT)) });
    await database.create("small", unnamed(2));
    await upsert(database, "small", pointsFrom(0, 1, 10));
    await database.create("large", unnamed(2));
    await fill(database, "large", 1000, 0);
    await database.close();
    const again = await open({ dir, engine: engineWithin(MemoryLimit.of(LIMIT / 4)) });
    expect(again.database.collection("small")).to.include({ points: 1 });
    expect(() => again.database.collection("large")).to.throw("give the server more memory");
    await again.database.close();
  });

  it("a database with a memory limit accepts writes again when a collection is dropped, and has released everything when all are", async () => {
    const memory = MemoryLimit.of(LIMIT);
    const { database } = await open({ engine: engineWithin(memory) });
    await database.create("first", unnamed(2));
    const idle = memory.used;
    const points = await fill(database, "first");
    await database.create("second", unnamed(2));
    expect(
      await rejection(startUpsert(database, "second", pointsFrom(0, 40, PAYLOAD_BYTES))),
    ).to.be.instanceOf(OutOfMemory);
    await database.drop("first");
    expect(await fill(database, "second")).to.be.closeTo(points, points / 10);
    await database.drop("second");
    // Buffers of records are kept for later records.
    expect(memory.used - idle).to.be.within(0, LIMIT / 16);
    await database.close();
  });

  it("a database with a memory limit reserves memory for payloads of concurrent writes, and applies all that it has logged", () =>
    withSeed(async (random) => {
      const memory = MemoryLimit.of(LIMIT);
      const dir = freshDir();
      const { database } = await open({ dir, engine: engineWithin(memory) });
      await database.create("a", unnamed(2));
      const written = await race(database, random);
      expect(database.collection("a")).to.include({ points: written, damage: null });
      expect(memory.used).to.be.at.most(LIMIT + BLOCK_BYTES);
      await database.close();
      const again = await open({ dir, engine: engineWithin(MemoryLimit.of(LIMIT)) });
      expect(again.database.collection("a")).to.include({ points: written, damage: null });
      await again.database.close();
    }));
});

/** Clients that write until each was refused a few times. @returns the points acknowledged */
async function race(database: Database, random: Random): Promise<number> {
  let next = 0;
  let written = 0;
  const client = async () => {
    for (let refused = 0; refused < 3; ) {
      const count = integer(random, 1, 20);
      next += count;
      const points = pointsFrom(next - count, count, integer(random, 1, PAYLOAD_BYTES));
      try {
        await upsert(database, "a", points);
        written += count;
      } catch (error) {
        expect(error).to.be.instanceOf(OutOfMemory);
        refused++;
      }
    }
  };
  await Promise.all(Array.from({ length: 6 }, client));
  return written;
}
