// Checkpoints: a database that was closed or killed has the same content after the next start.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { completeConfig } from "../../../src/core/config/collection-config.ts";
import { Checkpoints } from "../../../src/storage/checkpoints.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { copyOf, everything, files, IDS, point, points } from "./checkpoint-fixtures.ts";
import {
  configOf,
  found,
  freshDir,
  open,
  prepare,
  registry,
  remove,
  stored,
  unnamed,
  upsert,
} from "./fixtures.ts";

const logBytes = (dir: string) =>
  readdirSync(join(dir, "wal")).reduce((sum, name) => sum + readFileSync(join(dir, "wal", name)).length, 0);
describe("a checkpoint", () => {
  it("a checkpoint restores every point, payload, vector and version without the log", async () => {
    const opened = await open();
    const { database, dir } = opened;
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 50));
    await upsert(database, "a", [point(3, { again: true }), point(50, null)]);
    await remove(database, "a", [7, 8, 9]);
    const before = await everything(database, "a", IDS);
    const { lsn } = await database.checkpoint();
    expect(lsn).to.equal(4);
    const copy = copyOf(opened);
    // A log that begins after the checkpoint suffices, because the checkpoint has everything before it.
    const again = await open({ dir: copy });
    expect(await everything(again.database, "a", IDS)).to.deep.equal(before);
    expect(registry(again.database)).to.deep.equal(registry(database));
    expect(await found(again.database, "a", Float32Array.of(20, 6, 1), 3)).to.deep.equal(
      await found(database, "a", Float32Array.of(20, 6, 1), 3),
    );
    await database.close();
    expect(existsSync(dir)).to.equal(true);
  });

  it("a checkpoint is completed by the log, whose later records are replayed", async () => {
    const opened = await open();
    const { database } = opened;
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 20));
    await database.checkpoint();
    await upsert(database, "a", points(15, 30));
    await remove(database, "a", [1, 20]);
    await database.create("b", unnamed(3));
    await upsert(database, "b", points(0, 3));
    const a = await everything(database, "a", IDS);
    const again = await open({ dir: copyOf(opened) });
    expect(await everything(again.database, "a", IDS)).to.deep.equal(a);
    expect(again.database.collection("b").points).to.equal(3);
  });

  it("a checkpoint appends to files and writes no bytes twice", async () => {
    const { database, dir } = await open();
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 20));
    await database.checkpoint();
    const rows = files(dir, "collections").find((name) => name.endsWith("rows-0.f32"))!;
    const first = readFileSync(join(dir, "collections", rows));
    await upsert(database, "a", points(20, 40));
    await database.checkpoint();
    const second = readFileSync(join(dir, "collections", rows));
    expect(second.length).to.equal(first.length * 2);
    expect(second.subarray(0, first.length)).to.deep.equal(first);
  });

  it("a checkpoint includes more points than are written at a time", async () => {
    const opened = await open();
    const { database } = opened;
    await database.create("a", unnamed(3));
    for (let from = 0; from < 70_000; from += 10_000)
      await upsert(database, "a", points(from, from + 10_000));
    await database.checkpoint();
    const again = await open({ dir: copyOf(opened) });
    expect(again.database.collection("a").points).to.equal(70_000);
    const ids = [0, 65_535, 65_536, 69_999];
    expect(await everything(again.database, "a", ids)).to.deep.equal(await everything(database, "a", ids));
  });

  it("a checkpoint is kept together with the previous one, and with the log from the previous one on", async () => {
    const { database, dir } = await open({ log: { reserveBytes: 0, segmentBytes: 4096 } });
    await database.create("a", unnamed(3));
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 10; i++) await upsert(database, "a", points(i * 5, i * 5 + 5));
      await database.checkpoint();
    }
    expect(files(dir, "checkpoints")).to.deep.equal(["00000004.json", "00000005.json"]);
    const manifests = files(dir, "collections").filter((name) => name.endsWith(".json"));
    expect(manifests.map((name) => name.split("/").at(-1))).to.deep.equal(["00000004.json", "00000005.json"]);
    expect(logBytes(dir)).to.be.lessThan(3 * 10 * 5 * 200);
  });

  it("a checkpoint reads nothing of a collection that has not changed since the last one", async () => {
    const { database } = await open();
    await database.create("a", unnamed(3));
    await database.create("b", unnamed(3));
    await upsert(database, "a", points(0, 20));
    expect((await database.checkpoint()).collections).to.equal(2);
    await upsert(database, "b", points(0, 20));
    expect((await database.checkpoint()).collections).to.equal(1);
    expect((await database.checkpoint()).collections).to.equal(0);
  });

  it("a checkpoint is taken when the database is closed, unless there is nothing to save", async () => {
    const { database, dir } = await open();
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 20));
    await database.close();
    expect(files(dir, "checkpoints")).to.deep.equal(["00000001.json"]);
    const again = await open({ dir });
    expect(again.database.collection("a").points).to.equal(20);
    await again.database.close();
    expect(files(dir, "checkpoints")).to.deep.equal(["00000001.json"]);
  });

  it("a checkpoint includes names, missing vectors, deletion marks and empty collections", async () => {
    const { database, dir, clock } = await open();
    const config = configOf(
      { name: "x", size: 2, distance: "Cosine" },
      { name: "y", size: 3, distance: "Dot" },
    );
    await database.create("named", config);
    await upsert(database, "named", [
      { id: 1, vectors: { x: Float32Array.of(1, 2) } },
      { id: 2, vectors: { y: Float32Array.of(1, 2, 3) } },
      {
        id: "550e8400-e29b-41d4-a716-446655440000",
        vectors: { x: Float32Array.of(1, 0), y: Float32Array.of(3, 2, 1) },
      },
    ]);
    await database.create("empty", unnamed(3));
    await database.create("marked", unnamed(3));
    await upsert(database, "marked", points(0, 5));
    await database.mark("marked", 60_000);
    const before = [];
    for (const id of [1, 2, "550e8400-e29b-41d4-a716-446655440000"])
      before.push(await stored(database, "named", id));
    const collections = registry(database);
    await database.close();
    const again = await open({ dir, clock });
    expect(registry(again.database)).to.deep.equal(collections);
    const after = [];
    for (const id of [1, 2, "550e8400-e29b-41d4-a716-446655440000"])
      after.push(await stored(again.database, "named", id));
    expect(after).to.deep.equal(before);
    await again.database.restore("marked");
    expect(again.database.collection("marked").points).to.equal(5);
    expect(again.database.collection("empty").config).to.deep.equal(
      completeConfig({ vectors: unnamed(3).vectors }),
    );
  });

  it("a checkpoint removes the files of a dropped collection", async () => {
    const opened = await open();
    const { database, dir } = opened;
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 20));
    await database.checkpoint();
    await database.drop("a");
    expect(files(dir, "collections")).to.deep.equal([]);
    expect((await open({ dir: copyOf(opened) })).database.collections()).to.deep.equal([]);
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 3));
    await database.checkpoint();
    expect((await open({ dir: copyOf(opened) })).database.collection("a").points).to.equal(3);
  });

  it("a checkpoint is not reported as damaged for missing files of a collection that was dropped later", async () => {
    const opened = await open();
    await opened.database.create("a", unnamed(3));
    await opened.database.checkpoint();
    await opened.database.drop("a");
    const { faults } = (await prepare({ dir: copyOf(opened) }).database.load())!;
    expect(faults).to.deep.equal([]);
  });

  it("a checkpoint records that a collection was dropped during the checkpoint, although nothing was written after that", async () => {
    const dir = freshDir();
    const checkpoints = new Checkpoints(nodeFs, dir);
    const opened = await open({ dir, more: { checkpoints } });
    const { database } = opened;
    await database.create("gone", unnamed(3));
    await database.create("left", unnamed(3));
    const write = checkpoints.writeManifest.bind(checkpoints);
    checkpoints.writeManifest = async (number, manifest) => {
      if (manifest.name === "left") await database.drop("gone");
      await write(number, manifest);
    };
    await database.checkpoint();
    const next = await open({ dir: copyOf(opened) });
    await next.database.checkpoint();
    const { database: last } = await open({ dir: copyOf(next) });
    expect(registry(last).map(({ name }) => name)).to.deep.equal(["left"]);
  });

  it("a checkpoint includes rebuilt segments, and removes the files of the old segments", async () => {
    const segments = { vacuumMinSlots: 10, deletedThreshold: 0.2 };
    const { database, dir } = await open({ segments });
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 40));
    await database.checkpoint();
    await remove(
      database,
      "a",
      Array.from({ length: 20 }, (_, i) => i),
    );
    await database.optimized();
    await database.checkpoint();
    await database.checkpoint();
    const kept = files(dir, "collections").filter((name) => name.endsWith("slots.bin"));
    expect(kept).to.have.length(1);
    await upsert(database, "a", points(0, 5));
    const before = await everything(database, "a", IDS);
    await database.close();
    const again = await open({ dir, segments });
    expect(await everything(again.database, "a", IDS)).to.deep.equal(before);
  });

  it("a checkpoint lets due rebuilds run after a start although there are no writes", async () => {
    const { database, dir } = await open({ segments: { vacuumMinSlots: 10, deletedThreshold: 1 } });
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 40));
    await remove(
      database,
      "a",
      Array.from({ length: 20 }, (_, i) => i),
    );
    await database.close();
    const again = await open({ dir, segments: { vacuumMinSlots: 10, deletedThreshold: 0.2 } });
    await again.database.optimized();
    const [segment] = again.database.collection("a").segments.all;
    expect(segment).to.include({ dead: 0 });
    expect((await again.database.collection("a").indexState()).busy).to.equal(false);
  });

  it("a checkpoint continues during writes, and has all that was acknowledged before it began", async () => {
    const opened = await open();
    const { database } = opened;
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 30));
    let running = true;
    const writer = (async () => {
      for (let id = 100; running; id++) {
        await upsert(database, "a", [point(id), point(id % 30)]);
        if (id % 3 === 0) await remove(database, "a", [id - 2]);
      }
    })();
    for (let round = 0; round < 5; round++) await database.checkpoint();
    running = false;
    await writer;
    const ids = Array.from({ length: 400 }, (_, i) => i);
    const before = await everything(database, "a", ids);
    const again = await open({ dir: copyOf(opened) });
    expect(await everything(again.database, "a", ids)).to.deep.equal(before);
  });
});
