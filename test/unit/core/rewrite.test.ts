// Writes that read first: what they read is what they change, whatever other requests write, and even if the collection
// is dropped or damaged.
import { expect } from "chai";
import type { Collection } from "../../../src/core/collection/collection.ts";
import type { Database } from "../../../src/core/database/database.ts";
import { CollectionDeleted } from "../../../src/errors/collections.ts";
import { CollectionDamaged } from "../../../src/errors/failures.ts";
import type { PointId } from "../../../src/schema/leaf.ts";
import { integer, newEngine, rejection, withSeed } from "../engine/fixtures.ts";
import { BrokenFs, IoError } from "../storage/broken-fs.ts";
import {
  freshDir,
  type Opened,
  open,
  setPayloadsOf,
  startUpsert,
  stored,
  unnamed,
  upsert,
  upsertOf,
} from "./fixtures.ts";

const numbered = (n: number) => new TextEncoder().encode(String(n));
const pointOf = (id: number, n = 0) => ({
  ...{ id, vectors: { "": Float32Array.of(id, 1) } },
  payload: numbered(n),
});

async function opened(more: Parameters<typeof open>[0] = {}): Promise<Opened> {
  const one = await open(more);
  await one.database.create("a", unnamed(2));
  await upsert(one.database, "a", [pointOf(1), pointOf(2)]);
  return one;
}

/** The number in the payload of the point. */
async function numberOf({ reads }: Collection, id: PointId): Promise<number> {
  const [slot] = await reads.find([id]);
  const [payload] = await reads.payloads([slot!]);
  return Number(new TextDecoder().decode(Uint8Array.from(payload!)));
}

/** Adds one to the number of the point. */
function increment(database: Database, id: PointId): Promise<void> {
  const collection = database.collection("a");
  return database.rewrite(collection, async (write) => {
    const n = await numberOf(collection, id);
    await write(setPayloadsOf(collection, new Map([[id, numbered(n + 1)]])), 0);
  });
}

/** A gate: `passed` resolves when `open` is called. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));

describe("a write that reads", () => {
  it("a write that reads reads everything that was written before it, durable or not when it was called", async () => {
    const { database } = await opened();
    const before = startUpsert(database, "a", [pointOf(1, 41)]);
    await increment(database, 1);
    await (await before).applied;
    await database.collection("a").settled();
    expect(await numberOf(database.collection("a"), 1)).to.equal(42);
    await database.close();
  });

  it("a write that reads counts correctly beside many concurrent ones, and beside upserts of other points", () =>
    withSeed(async (random) => {
      const { database } = await opened();
      const work: Promise<unknown>[] = [];
      for (let i = 0; i < 100; i++) {
        work.push(increment(database, 1));
        if (random() < 0.5) work.push(upsert(database, "a", [pointOf(integer(random, 2, 9), i)]));
        if (random() < 0.2) await turns();
      }
      await Promise.all(work);
      await database.collection("a").settled();
      expect(await numberOf(database.collection("a"), 1)).to.equal(100);
      await database.close();
    }));

  it("a write that reads delays other writes to its collection until it has ended, and no writes to others", async () => {
    const { database } = await opened();
    await database.create("b", unnamed(2));
    const { open: go, passed } = gate();
    const rewritten = database.rewrite(database.collection("a"), async () => {
      await passed;
      expect(await numberOf(database.collection("a"), 1)).to.equal(0);
    });
    const behind = upsert(database, "a", [pointOf(1, 7)]);
    await upsert(database, "b", [pointOf(1)]);
    go();
    await rewritten;
    await behind;
    expect(await numberOf(database.collection("a"), 1)).to.equal(7);
    await database.close();
  });

  it("a write that reads may write several times, each time after reading the applied result of the last", async () => {
    const { database } = await opened();
    const collection = database.collection("a");
    await database.rewrite(collection, async (write) => {
      for (let i = 0; i < 5; i++) {
        const n = await numberOf(collection, 2);
        const { applied } = await write(upsertOf(collection, [pointOf(2, n + 1)]), 1);
        await applied;
      }
    });
    expect(await numberOf(collection, 2)).to.equal(5);
    await database.close();
  });

  it("a write that reads fails with the error of its function, and later ones continue", async () => {
    const { database } = await opened();
    const failed = rejection(
      database.rewrite(database.collection("a"), async () => {
        throw new Error("no such point");
      }),
    );
    await increment(database, 1);
    expect((await failed).message).to.equal("no such point");
    await database.close();
  });

  it("a write that reads continues after an earlier one that failed on a full disk, which changed nothing", async () => {
    const fs = new BrokenFs();
    const { database } = await opened({ fs });
    fs.before = (op) => {
      if (op === "write") throw new IoError("ENOSPC", 50);
    };
    expect((await rejection(increment(database, 1))).constructor.name).to.equal("DiskFull");
    fs.before = () => {};
    await upsert(database, "a", [pointOf(3)]);
    await increment(database, 1);
    await database.collection("a").settled();
    expect(await numberOf(database.collection("a"), 1)).to.equal(1);
    await database.close();
  });

  for (const [how, leave] of [
    ["dropped", (database) => database.drop("a")],
    ["marked as deleted", (database) => database.mark("a", 60_000)],
  ] as [string, (database: Database) => Promise<unknown>][]) {
    it(`a write that reads writes nothing more to a collection that is ${how} meanwhile, and does not run if that was before its turn`, async () => {
      const { database } = await opened();
      const collection = database.collection("a");
      const { open: go, passed } = gate();
      const first = database.rewrite(collection, async (write) => {
        await passed;
        await write(setPayloadsOf(collection, new Map([[1, numbered(7)]])), 0);
      });
      let looked = false;
      const second = database.rewrite(collection, async () => {
        looked = true;
      });
      await turns();
      await leave(database);
      go();
      expect(await rejection(first)).to.be.instanceOf(CollectionDeleted);
      expect(await rejection(second)).to.be.instanceOf(CollectionDeleted);
      expect(looked).to.equal(false);
      await database.create("a", unnamed(2));
      expect(await stored(database, "a", 1)).to.equal(null);
      await database.close();
    });
  }

  it("a write that reads is refused for a collection that was damaged before it started", async () => {
    const { database, engine } = await opened();
    engine.write = async () => {
      throw new Error("the engine has failed");
    };
    const { applied } = await startUpsert(database, "a", [pointOf(1, 1)]);
    const refused = rejection(increment(database, 1));
    await rejection(applied);
    expect(await refused).to.be.instanceOf(CollectionDamaged);
    await database.close();
  });

  it("a write that reads ends with the database, which keeps what it has acknowledged", async () => {
    const dir = freshDir();
    const one = await opened({ dir, engine: (files) => newEngine({ files }) });
    const counted = Array.from({ length: 50 }, () =>
      increment(one.database, 1).then(
        () => 1,
        () => 0 as number,
      ),
    );
    await turns();
    await one.database.close();
    const done = (await Promise.all(counted)).reduce((sum, n) => sum + n, 0);
    const again = await open({ dir });
    expect(await numberOf(again.database.collection("a"), 1)).to.equal(done);
    await again.database.close();
  });
});
