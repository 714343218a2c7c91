// Recovery of a collection from a snapshot, with the power cut at every call: afterwards either the old collection or
// the recovered one exists, never a mixture or neither, and the unfinished one leaves no files.
import { expect } from "chai";
import type { Database } from "../../../src/core/database/database.ts";
import { recordBuffer, takeSnapshot } from "../../../src/core/snapshot/take.ts";
import { CollectionDeleted } from "../../../src/errors/collections.ts";
import { DamagedFile } from "../../../src/errors/failures.ts";
import { MemoryFs } from "../../../src/storage/memory-fs.ts";
import { Snapshots } from "../../../src/storage/snapshots.ts";
import { countOf, seedOf } from "../../support/chance.ts";
import { seededRandom } from "../../support/random.ts";
import { SimFs } from "../../support/sim-fs.ts";
import { newEngine, rejection } from "../engine/fixtures.ts";
import { found, prepare, remove, setPayloads, type TestPoint, unnamed, upsert } from "./fixtures.ts";

const DIR = "/data";
const QUERY = Float32Array.of(0, 0, 0, 0);
const OLD = [1, 2, 3, 4];
const LATER = [3, 4, 5];
/** The power fails at every call whose number is a multiple of this. */
const STRIDE = countOf("STRIDE", 3);

const open = (fs: SimFs | MemoryFs) =>
  prepare({ fs, dir: DIR, engine: (files) => newEngine({ files }), log: { reserveBytes: 0 } });

function point(id: number): TestPoint {
  const payload = id % 2 === 0 ? null : new TextEncoder().encode(`{"n":${id}}`);
  return { id, vectors: { "": Float32Array.of(id, 0, 0, 0) }, payload };
}

async function ids(database: Database): Promise<unknown[]> {
  return (await found(database, "a", QUERY, 100)).map(({ id }) => id);
}

async function take(database: Database, snapshots: Snapshots): Promise<string> {
  let name = "";
  const collection = database.collection("a");
  const { config } = collection;
  const head = { created: new Date(0).toISOString(), by: "test", collection: "a", config };
  const sink = {
    begin: async ({ points }: { points: number }) => {
      name = await snapshots.begin({ ...head, points });
    },
    write: (record: { type: number; body: Uint8Array }) => snapshots.append(name, [record]),
  };
  const points = await takeSnapshot(collection, sink, recordBuffer());
  await snapshots.finish(name, points);
  return name;
}

async function recover(database: Database, snapshots: Snapshots, name: string): Promise<void> {
  const reader = await snapshots.open(name);
  const { points, config } = (await snapshots.find(name))!.head!;
  const { config: same } = database.collection("a");
  expect(config).to.deep.equal(same);
  await database.recover({ name: "a", config: same, points, next: () => snapshots.next(reader) });
  await snapshots.close(reader);
}

/** A disk on which the collection "a" has other points than its snapshot. */
async function disk(seed: number): Promise<{ fs: SimFs; name: string }> {
  const fs = new SimFs(seededRandom(seed));
  const { database } = open(fs);
  await database.load();
  await database.create("a", unnamed(4));
  await upsert(database, "a", OLD.map(point));
  const name = await take(database, new Snapshots(fs, DIR));
  await remove(database, "a", [1, 2]);
  await upsert(database, "a", [point(5)]);
  await database.checkpoint();
  await database.close();
  return { fs, name };
}

describe("recovery from a snapshot", () => {
  it("recovery from a snapshot keeps the old collection or has the recovered one, whenever the power fails", async () => {
    const outcomes = new Map<string, number>();
    for (let cut = 1 + (seedOf() % STRIDE); ; cut += STRIDE) {
      const { fs, name } = await disk(cut);
      const opened = open(fs);
      await opened.database.load();
      fs.cutAt(cut);
      const recovered = recover(opened.database, new Snapshots(fs, DIR), name).then(() =>
        opened.database.checkpoint(),
      );
      const isDone = await recovered.then(
        () => true,
        () => false,
      );
      await opened.database.close(false).catch(() => {});
      const after = fs.afterCut(seededRandom(cut * 7)).fs;
      const { database } = open(after);
      await database.load();
      const shown = String(await ids(database));
      expect(shown, `cut ${cut}`).to.be.oneOf([String(OLD), String(LATER)]);
      if (isDone) expect(shown).to.equal(String(OLD));
      outcomes.set(shown, (outcomes.get(shown) ?? 0) + 1);
      await database.close();
      // The start removed unfinished files, so that none is left after another checkpoint.
      const again = open(after);
      await again.database.load();
      expect(String(await ids(again.database))).to.equal(shown);
      expect((await again.database.status()).collections).to.equal(1);
      await again.database.close();
      if (isDone) break;
    }
    expect([...outcomes.keys()].sort()).to.deep.equal([String(OLD), String(LATER)].sort());
  });

  it("recovery from a snapshot gets points as they were at one moment, however they change during the snapshot", async () => {
    const fs = new MemoryFs();
    const { database } = open(fs);
    await database.load();
    await database.create("a", unnamed(4));
    await upsert(database, "a", OLD.map(point));
    const snapshots = new Snapshots(fs, DIR);
    const collection = database.collection("a");
    const sink = {
      // Runs after the moment of the snapshot and before its points are read.
      begin: async () => {
        await setPayloads(database, "a", new Map([[1, new TextEncoder().encode('{"n":"other"}')]]));
        await upsert(database, "a", [
          point(9),
          { ...point(2), vectors: { "": Float32Array.of(99, 0, 0, 0) } },
        ]);
        await remove(database, "a", [3]);
      },
      write: async ({ body }: { body: Uint8Array }) => {
        const text = new TextDecoder().decode(body.slice());
        expect(text).to.contain('{"n":1}').and.to.contain('{"n":3}');
        expect(text).not.to.contain("other");
      },
    };
    expect(await takeSnapshot(collection, sink, recordBuffer())).to.equal(OLD.length);
    expect(await snapshots.list()).to.deep.equal([]);
    await database.close();
  });

  it("recovery from a snapshot reports a collection as deleted that is dropped during a snapshot", async () => {
    const { database } = open(new MemoryFs());
    await database.load();
    await database.create("a", unnamed(4));
    await upsert(database, "a", OLD.map(point));
    const sink = {
      begin: async () => {
        await database.drop("a");
      },
      write: async () => {},
    };
    const failure = await rejection(takeSnapshot(database.collection("a"), sink, recordBuffer()));
    expect(failure).to.be.instanceOf(CollectionDeleted);
    await database.close();
  });

  it("recovery from a snapshot refuses a snapshot with a changed byte, and keeps the collection", async () => {
    const { fs, name } = await disk(1);
    const snapshots = new Snapshots(fs, DIR);
    const path = `${DIR}/snapshots/${name}`;
    const file = fs.open(path, "write");
    const byte = new Uint8Array(1);
    const middle = Math.floor(file.size() * 0.7);
    file.read(byte, middle);
    file.write([Uint8Array.of(byte[0]! ^ 1)], middle);
    const { database } = open(fs);
    await database.load();
    const failure = await recover(database, snapshots, name).catch((error: Error) => error);
    expect(failure).to.be.instanceOf(DamagedFile);
    expect(String(await ids(database))).to.equal(String(LATER));
    await database.close();
  });

  for (const bytes of [1, 5000]) {
    it(`recovery from a snapshot refuses a snapshot with ${bytes} bytes after its end, and keeps the collection`, async () => {
      const { fs, name } = await disk(1);
      const snapshots = new Snapshots(fs, DIR);
      const file = fs.open(`${DIR}/snapshots/${name}`, "write");
      file.write([new Uint8Array(bytes).fill(7)], file.size());
      const { database } = open(fs);
      await database.load();
      const failure = await recover(database, snapshots, name).catch((error: Error) => error);
      expect(failure).to.be.instanceOf(DamagedFile);
      expect((failure as DamagedFile).reason).to.equal("it goes on behind its end");
      expect(String(await ids(database))).to.equal(String(LATER));
      await database.close();
    });
  }
});
