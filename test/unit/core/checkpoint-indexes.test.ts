// The payload indexes that checkpoints save: when they are written, and what a start has of them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { CHECKPOINT_SETTINGS } from "../../../src/core/checkpoint/schedule.ts";
import { droppedCollection } from "../../../src/core/record/record.ts";
import { makeBackup } from "../../../src/storage/backup.ts";
import { nodeKindOf } from "../../../src/storage/node-file-kind.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { verifyDirectory } from "../../../src/storage/verify.ts";
import { until } from "../../support/until.ts";
import { IoError } from "../storage/broken-fs.ts";
import {
  ALL,
  about,
  expectRed,
  indexed,
  indexFiles,
  lackingIn,
  NONE,
  openFilled,
  POINTS,
  points,
  RED,
  start,
} from "./checkpoint-index-fixtures.ts";
import { freshDir, open, remove, setPayloads, unnamed, upsert } from "./fixtures.ts";

describe("the payload indexes that a checkpoint saves", () => {
  it("the payload indexes that a checkpoint saves are complete after a start, without any payload being read", async () => {
    const opened = await openFilled();
    await opened.database.checkpoint();
    const { database, collection, lacking, faults } = await start(opened);
    expect([lacking, faults]).to.deep.equal([NONE, []]);
    expect(collection.segments.indexing.busy).to.equal(false);
    expect(await collection.reads.count(RED, true)).to.equal(POINTS / 4);
    expect(await collection.reads.indexedPoints()).to.deep.equal({
      ...{ color: POINTS, n: POINTS, text: POINTS, place: POINTS },
    });
    await database.close(false);
    await opened.database.close();
  });

  it("the payload indexes that a checkpoint saves get the later writes from the log", async () => {
    const opened = await openFilled();
    await opened.database.checkpoint();
    await upsert(opened.database, "a", points(POINTS - 4, POINTS + 40));
    await setPayloads(opened.database, "a", new Map([[1, about(1, "red")]]));
    const { database, lacking } = await start(opened);
    expect(lacking).to.deep.equal(NONE);
    await expectRed(database, POINTS / 4 + 11);
    await database.close(false);
    await opened.database.close();
  });

  it("the payload indexes that a checkpoint saves are not written again for a few changes, which a start reads from the payloads", async () => {
    const opened = await openFilled();
    const { database, checkpoints, dir } = opened;
    await database.checkpoint();
    const before = indexFiles(dir);
    expect(before).to.have.length(4);
    await setPayloads(database, "a", new Map([1, 2, 3].map((id) => [id, about(id, "red")])));
    await upsert(database, "a", points(POINTS, POINTS + 8));
    await database.checkpoint();
    expect(indexFiles(dir)).to.deep.equal(before);
    expect(checkpoints.indexes.map(({ slots, changes }) => [slots, changes])).to.deep.equal(
      Array.from({ length: 4 }, () => [POINTS, 0]),
    );
    const again = await start(opened);
    expect(again.lacking).to.deep.equal({ color: 11, n: 11, text: 11, place: 11 });
    await expectRed(again.database, POINTS / 4 + 5);
    await again.database.close(false);
    await database.close();
  });

  it("the payload indexes that a checkpoint saves are written again when an eighth of the points have changed, and the old files are removed when no checkpoint needs them", async () => {
    const opened = await openFilled();
    const { database, checkpoints, dir } = opened;
    await database.checkpoint();
    const changed = points(0, POINTS / 8 + 1).map(({ id }) => id as number);
    await setPayloads(database, "a", new Map(changed.map((id) => [id, about(id, "red")])));
    await indexed(database);
    await database.checkpoint();
    expect(checkpoints.indexes.map(({ slots, lacking }) => [slots, lacking])).to.deep.equal(
      Array.from({ length: 4 }, () => [POINTS, 0]),
    );
    expect(indexFiles(dir)).to.have.length(8);
    const { database: again, lacking } = await start(opened);
    expect(lacking).to.deep.equal(NONE);
    await again.close(false);
    await upsert(database, "a", points(0, 1));
    await database.checkpoint();
    expect(indexFiles(dir)).to.have.length(4);
    await database.close();
  });

  it("the payload indexes that a checkpoint saves lack the points that are written while they are written", async () => {
    const opened = await openFilled();
    const { database, checkpoints } = opened;
    checkpoints.beforeIndex = async () => {
      checkpoints.beforeIndex = async () => null;
      await setPayloads(database, "a", new Map([[1, about(1, "red")]]));
      await upsert(database, "a", points(5, 6));
    };
    await database.checkpoint();
    // The first file was complete, and only handed on.
    expect(checkpoints.indexes.map(({ lacking }) => lacking)).to.deep.equal([0, 2, 2, 2]);
    const { database: again } = await start(opened);
    await expectRed(again, POINTS / 4 + 1);
    await again.close(false);
    await database.close();
  });

  it("the payload indexes that a checkpoint saves are saved at a stop, too, if they were completed after the last write", async () => {
    const opened = await openFilled();
    const { database, checkpoints } = opened;
    checkpoints.beforeIndex = async () => {
      throw new IoError("ENOSPC");
    };
    const { faults } = await database.checkpoint();
    expect(faults).to.deep.equal(
      ["color", "n", "text", "place"].map(
        (path) => `a: the payload index of ${path} could not be saved: ENOSPC: injected`,
      ),
    );
    expect((await start(opened)).lacking).to.deep.equal(ALL);
    checkpoints.beforeIndex = async () => null;
    await database.close();
    expect((await start(opened)).lacking).to.deep.equal(NONE);
  });

  it("the payload indexes that a checkpoint saves are completed before the checkpoint that follows the last write", async () => {
    const { database, clock, dir } = await open({ more: { checkpointing: { quietBytes: 0 } } });
    await database.create("a", unnamed(1));
    await upsert(database, "a", points(0, POINTS));
    const [segment] = database.collection("a").segments.all;
    const read = segment!.payloads.read.bind(segment!.payloads);
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    segment!.payloads.read = async (slots) => {
      await held;
      return read(slots);
    };
    await database.configure("a", (config) => ({ ...config, payload_schema: { n: "integer" } }));
    const passQuietTime = async () => {
      clock.advance(CHECKPOINT_SETTINGS.quietMs);
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    };
    await passQuietTime();
    expect((await database.status()).checkpoint!.number).to.equal(0);
    goOn();
    await indexed(database);
    await passQuietTime();
    await until(async () => (await database.status()).checkpoint!.number === 1);
    expect(indexFiles(dir)).to.have.length(1);
    await database.close();
  });

  it("the payload indexes that a checkpoint saves are in a backup, which opens without reading payloads", async () => {
    const opened = await openFilled();
    await opened.database.checkpoint();
    const target = join(freshDir(), "backup");
    makeBackup(nodeFs, opened.dir, target, { version: "0", dropOf: droppedCollection });
    expect(indexFiles(target)).to.deep.equal(indexFiles(opened.dir));
    expect(verifyDirectory(nodeFs, nodeKindOf, droppedCollection, target).damage).to.deep.equal([]);
    const { database, lacking } = await start(opened, target);
    expect(lacking).to.deep.equal(NONE);
    await database.close();
    await opened.database.close();
  });

  it("the payload indexes that a checkpoint saves are loaded when a collection is restored that was marked as deleted", async () => {
    const opened = await openFilled();
    const { database } = opened;
    await database.mark("a", 60_000);
    await database.checkpoint();
    expect(database.registered("a")!.isUnloaded).to.equal(true);
    await database.restore("a");
    const collection = database.collection("a");
    await collection.settled();
    expect(lackingIn(collection)).to.deep.equal(NONE);
    await expectRed(database, POINTS / 4);
    await database.close();
  });

  it("the payload indexes that a checkpoint saves have no value of a deleted point after a purge", async () => {
    const opened = await openFilled();
    const { database, dir } = opened;
    await setPayloads(database, "a", new Map([[7, about(7, "secret-colour")]]));
    await database.checkpoint();
    await remove(database, "a", [7]);
    await database.purge();
    await indexed(database);
    await database.checkpoint();
    const contents = indexFiles(dir).map((name) => readFileSync(join(dir, name), "latin1"));
    expect(contents.length).to.be.above(0);
    expect(contents.filter((text) => text.includes("secret-colour"))).to.deep.equal([]);
    await database.close();
  });
});
