// The states of collections: created, marked, restored, dropped and purged, each of them also after a restart.
import { expect } from "chai";
import { isAboutCollection } from "../../../../src/core/record/operation.ts";
import { decodeOperation, encodeOperation } from "../../../../src/core/record/record.ts";
import {
  CollectionAlreadyExists,
  CollectionDeleted,
  CollectionNotFound,
} from "../../../../src/errors/collections.ts";
import { VectorDbError } from "../../../../src/errors/vector-db-error.ts";
import { LocalLog } from "../../../../src/storage/local-log.ts";
import type { LogRecord } from "../../../../src/storage/log.ts";
import { allocateShared } from "../../../../src/storage/memory.ts";
import { nodeFs } from "../../../../src/storage/node-fs.ts";
import { batchesOf } from "../../../support/log-batches.ts";
import { integer, integers, rejection, withSeed } from "../../engine/fixtures.ts";
import {
  configOf,
  found,
  freshDir,
  open,
  registry,
  remove,
  reopen,
  startUpsert,
  stored,
  TestClock,
  unnamed,
  upsert,
} from "../fixtures.ts";

const UNDO_MS = 60_000;
const UUID = "550e8400-e29b-41d4-a716-446655440000";
const bytesOf = (text: string) => new TextEncoder().encode(text);
const vector = Float32Array.of(1, 2, 3);

/** A database with one collection `a` that has one point. */
async function oneCollection() {
  const opened = await open();
  await opened.database.create("a", unnamed(3));
  await upsert(opened.database, "a", [{ id: 1, vectors: { "": vector }, payload: bytesOf("{}") }]);
  return opened;
}

async function allRecords(dir: string): Promise<LogRecord[]> {
  const log = new LocalLog(nodeFs, dir, { reserveBytes: 0 });
  await log.open();
  const records: LogRecord[] = [];
  for await (const next of batchesOf(log)) {
    for (const record of next) records.push({ ...record, body: record.body.slice() });
  }
  await log.close();
  return records;
}

/** Resolves when the work that the clock has started is done: changes of collections run in a serial queue. */
const settled = (opened: { database: { drop(name: string): Promise<boolean> } }) =>
  opened.database.drop("no such collection");

describe("a database", () => {
  it("a database has the same points, payload bytes, versions, vectors, hits and collections after a restart", async () => {
    let opened = await open();
    const { database } = opened;
    const config = configOf(
      { name: "image", size: 3, distance: "Euclid" },
      { name: "t\u00e9xt \u{1f600}", size: 5, distance: "Cosine" },
    );
    await database.create("shop", config);
    await database.create("gone", unnamed(2, "Dot"));
    await database.create("kept", unnamed(2, "Dot"));
    const text = Float32Array.of(1, 2, 3, 4, 5);
    const ids = [0, 2 ** 53 - 1, 13_570_027_672_830_659_665n, 2n ** 64n - 1n, UUID];
    await upsert(database, "shop", [
      {
        id: ids[0]!,
        vectors: { image: vector, [config.vectors[1]!.name]: text },
        payload: bytesOf('{"b":1, "a":2}'),
      },
      { id: ids[1]!, vectors: { image: vector.map((x) => -x) }, payload: bytesOf('{"n":1e400}') },
      { id: ids[2]!, vectors: { [config.vectors[1]!.name]: text.map((x) => x * x) } },
      { id: ids[3]!, vectors: {}, payload: bytesOf("{}") },
    ]);
    await upsert(database, "shop", [{ id: UUID, vectors: { image: Float32Array.of(0, -0, 9) } }]);
    await upsert(database, "shop", [{ id: ids[1]!, vectors: { image: vector }, payload: bytesOf("{ }") }]);
    await remove(database, "shop", [ids[0]!, 77]);
    await database.mark("kept", UNDO_MS);
    await database.drop("gone");
    const look = async () => ({
      registry: registry(opened.database),
      points: await Promise.all(ids.map((id) => stored(opened.database, "shop", id))),
      image: await found(opened.database, "shop", vector, 10, "image"),
      text: await found(opened.database, "shop", text, 10, config.vectors[1]!.name),
    });
    const before = await look();
    expect(before.points.map((point) => point?.version)).to.deep.equal([undefined, 6, 4, 4, 5]);
    expect(before.image.map(({ id }) => id)).to.deep.equal([ids[1], UUID]);
    for (let restart = 1; restart <= 2; restart++) {
      opened = await reopen(opened);
      expect(await look(), `restart ${restart}`).to.deep.equal(before);
    }
    await opened.database.close();
  });

  it("a database lists collections in code point order", async () => {
    const { database } = await open();
    const names = ["\u{1f600}", "b", "\uff5e", "a", "B", "\u00e9"];
    for (const name of names) await database.create(name, unnamed(1));
    const listed = database.collections().map(({ name }) => name);
    expect(listed).to.deep.equal(["B", "a", "b", "\u00e9", "\uff5e", "\u{1f600}"]);
    await database.close();
  });

  it("a database lets exactly one of many concurrent creations of a name succeed", async () => {
    const opened = await open();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => opened.database.create("a", unnamed(i + 1))),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? outcome.reason : []));
    expect(refused.length).to.equal(7);
    for (const reason of refused) expect(reason).to.be.instanceOf(CollectionAlreadyExists);
    const before = registry(opened.database);
    const again = await reopen(opened);
    expect(registry(again.database)).to.deep.equal(before);
    await again.database.close();
  });

  it("a database removes a dropped collection for good, and accepts its name again at once", async () => {
    const opened = await oneCollection();
    const { database } = opened;
    expect(await database.drop("a")).to.equal(true);
    expect(await database.drop("a")).to.equal(false);
    expect(() => database.collection("a")).to.throw(CollectionNotFound, "Collection not found: a");
    await database.create("a", unnamed(2));
    const again = await reopen(opened);
    expect(again.database.collection("a").points).to.equal(0);
    expect(again.database.collection("a").config).to.deep.equal(unnamed(2));
    await again.database.close();
  });

  it("a database logs nothing after the drop of a collection that is being written to", () =>
    withSeed(async (random) => {
      const opened = await open();
      const { database, dir } = opened;
      let applied = 0;
      for (let round = 0; round < 8; round++) {
        await database.create("a", unnamed(3));
        const { uuid } = database.collection("a");
        const writes: Promise<unknown>[] = []; // each resolves with its error, if any
        const pause = integer(random, 0, 12);
        let dropped: Promise<boolean> | undefined;
        for (let i = 0; i < 14; i++) {
          if (i === pause) dropped = database.drop("a");
          if (dropped && database.registered("a")?.state.kind !== "ready") break;
          const points = [{ id: i, vectors: { "": integers(random, 3) } }];
          const write = startUpsert(database, "a", points).then(({ applied }) => applied);
          writes.push(write.catch((error) => error));
          if (random() < 0.3) await new Promise(setImmediate);
        }
        await dropped;
        for (const error of await Promise.all(writes)) {
          if (error === undefined) applied++;
          else expect(error).to.be.instanceOf(CollectionDeleted);
        }
        expect(database.registered("a")?.uuid).not.to.equal(uuid);
      }
      await database.close();
      const gone = new Set<string>();
      for (const { lsn, type, body } of await allRecords(dir)) {
        const operation = decodeOperation(type, body);
        if (!isAboutCollection(operation)) continue;
        expect(gone.has(operation.collection), `record ${lsn}, ${operation.kind}, behind the drop`).to.equal(
          false,
        );
        if (operation.kind === "drop_collection") gone.add(operation.collection);
      }
      expect(gone.size).to.equal(8);
      expect(applied).to.be.above(0);
      const again = await open({ dir });
      expect(again.database.collections()).to.deep.equal([]);
      await again.database.close();
    }));

  it("a database refuses to start if the log has a record about a missing collection", async () => {
    const dir = freshDir();
    const { database } = await open({ dir });
    await database.create("a", unnamed(3));
    await upsert(database, "a", [{ id: 1, vectors: { "": vector } }]);
    await database.close();
    const [, point] = await allRecords(dir);
    const other = freshDir();
    const log = new LocalLog(nodeFs, other, { reserveBytes: 0 });
    await log.open();
    await log.append({ type: point!.type, body: point!.body });
    await log.close();
    const error = await rejection(open({ dir: other }));
    expect(error).to.be.instanceOf(VectorDbError);
    expect(error.message).to.include("log record 1 is about collection");
  });

  it("a database refuses to start if the log has a record of an unknown type", async () => {
    const dir = freshDir();
    const log = new LocalLog(nodeFs, dir, { reserveBytes: 0 });
    await log.open();
    const { body } = encodeOperation({ kind: "drop_collection", collection: UUID }, allocateShared);
    await log.append({ type: 15, body });
    await log.close();
    expect((await rejection(open({ dir }))).message).to.include("unknown type 15");
  });
});

describe("a collection that is marked as deleted", () => {
  it("a collection that is marked as deleted refuses requests under its name, also after a restart, and can be restored completely", async () => {
    let opened = await oneCollection();
    const before = await stored(opened.database, "a", 1);
    expect(await opened.database.mark("a", UNDO_MS)).to.equal(true);
    expect(await opened.database.mark("b", UNDO_MS)).to.equal(false);
    for (let restart = 0; restart < 2; restart++) {
      expect(() => opened.database.collection("a")).to.throw(CollectionDeleted, "Collection deleted: a");
      const state = { kind: "marked", deletedUntil: opened.clock.now() + UNDO_MS };
      expect(opened.database.registered("a")!.state).to.deep.equal(state);
      opened = await reopen(opened);
    }
    await opened.database.restore("a");
    expect(opened.clock.waiting, "purges that wait").to.equal(0);
    expect(await rejection(opened.database.restore("a"))).to.be.instanceOf(CollectionAlreadyExists);
    expect(await rejection(opened.database.restore("b"))).to.be.instanceOf(CollectionNotFound);
    opened = await reopen(opened);
    expect(await stored(opened.database, "a", 1)).to.deep.equal(before);
    expect(await found(opened.database, "a", vector, 1)).to.deep.equal([{ id: 1, score: 0 }]);
    await opened.database.close();
  });

  it("a collection that is marked as deleted is purged when its time comes, whether the server was running then or not", async () => {
    for (const isRunning of [true, false]) {
      let opened = await oneCollection();
      await opened.database.mark("a", UNDO_MS);
      opened.clock.advance(UNDO_MS - 1);
      await settled(opened);
      expect(opened.database.registered("a")?.state.kind).to.equal("marked");
      if (!isRunning) {
        await opened.database.close();
        opened.clock.advance(UNDO_MS);
        opened = await open({ dir: opened.dir, clock: opened.clock });
      }
      opened.clock.advance(1);
      await settled(opened);
      expect(opened.database.registered("a")).to.equal(undefined);
      const again = await reopen(opened);
      expect(again.database.registered("a")).to.equal(undefined);
      await again.database.close();
    }
  });

  it("a collection that is marked as deleted is purged when its name is created again, and stays deleted", async () => {
    const opened = await oneCollection();
    await opened.database.mark("a", UNDO_MS);
    await opened.database.create("a", unnamed(5));
    opened.clock.advance(UNDO_MS);
    await settled(opened);
    const again = await reopen(opened);
    expect(again.database.collection("a")).to.include({ points: 0 });
    expect(again.database.collection("a").config).to.deep.equal(unnamed(5));
    await again.database.close();
  });

  it("a collection that is marked as deleted is kept until the time of its last mark, even if that of an earlier mark comes first", async () => {
    const opened = await oneCollection();
    const { database, clock } = opened;
    await database.mark("a", UNDO_MS);
    const changes = [database.restore("a"), database.mark("a", 10 * UNDO_MS)];
    clock.advance(UNDO_MS);
    await Promise.all(changes);
    await settled(opened);
    expect(database.registered("a")?.state.kind).to.equal("marked");
    await database.close();
  });

  it("a collection that is marked as deleted can be dropped before its time", async () => {
    const opened = await oneCollection();
    await opened.database.mark("a", UNDO_MS);
    expect(await opened.database.drop("a")).to.equal(true);
    expect(opened.clock.waiting).to.equal(0);
    const again = await reopen({ ...opened, clock: new TestClock() });
    expect(again.database.registered("a")).to.equal(undefined);
    await again.database.close();
  });
});
