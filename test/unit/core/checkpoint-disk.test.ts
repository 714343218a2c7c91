// Disks on which a checkpoint, a start from one, or a purge fails in part: everything else proceeds, and nothing is
// reported as done that is not.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { droppedCollection } from "../../../src/core/record/record.ts";
import { StartRefused } from "../../../src/errors/server.ts";
import { nodeKindOf } from "../../../src/storage/node-file-kind.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { verifyDirectory } from "../../../src/storage/verify.ts";
import { rejection } from "../engine/fixtures.ts";
import { BrokenFs, IoError } from "../storage/broken-fs.ts";
import { copyOf, files, points } from "./checkpoint-fixtures.ts";
import { configOf, open, registry, remove, startUpsert, unnamed, upsert } from "./fixtures.ts";

const ON_DISK = configOf({ name: "", size: 3, distance: "Dot", on_disk: true });

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at]! ^= 4;
  writeFileSync(path, bytes);
}

/** A database with two collections of twenty points in two checkpoints. */
async function saved() {
  const fs = new BrokenFs();
  const opened = await open({ fs });
  const { database, dir } = opened;
  for (const name of ["a", "b"]) await database.create(name, unnamed(3));
  for (const from of [0, 10]) {
    for (const name of ["a", "b"]) await upsert(database, name, points(from, from + 10));
    await database.checkpoint();
  }
  const { uuid } = registry(database).find(({ name }) => name === "a")!;
  return { ...opened, fs, files: join(dir, "collections", uuid), uuid };
}

describe("a start from checkpoints on a bad disk", () => {
  it("a start from checkpoints on a bad disk uses the log for a collection that the older checkpoint does not contain because its write had failed", async () => {
    const opened = await open();
    const { database, engine } = opened;
    await database.create("a", unnamed(3));
    engine.write = () => Promise.reject(new Error("the engine has failed"));
    await rejection((await startUpsert(database, "a", points(0, 10))).applied);
    await database.checkpoint();
    const second = await open({ dir: copyOf(opened) });
    await second.database.checkpoint();
    const dir = copyOf(second);
    const slots = files(dir, "collections").find((name) => name.endsWith("slots.bin"))!;
    flip(join(dir, "collections", slots), 5);
    const third = await open({ dir });
    expect(third.database.collection("a").points).to.equal(10);
  });

  it("a start from checkpoints on a bad disk uses the log for a collection that is younger than the older checkpoint", async () => {
    const opened = await open();
    const { database } = opened;
    await database.create("a", unnamed(3));
    await database.checkpoint();
    await database.create("b", unnamed(3));
    await upsert(database, "b", points(0, 10));
    await database.checkpoint();
    await upsert(database, "b", points(10, 20));
    const dir = copyOf(opened);
    const slots = files(dir, "collections").find((name) => name.endsWith("slots.bin"))!;
    flip(join(dir, "collections", slots), 5);
    const { damage } = verifyDirectory(nodeFs, nodeKindOf, droppedCollection, dir);
    expect(damage.map(({ meaning }) => meaning).join()).to.match(/"b": a start makes it again from the log/);
    const again = await open({ dir });
    expect(again.database.collection("b").points).to.equal(20);
    expect(files(dir, "quarantine")).to.have.length(1);
    await again.database.close();
    expect((await open({ dir })).database.collection("b").points).to.equal(20);
  });

  it("a start from checkpoints on a bad disk repairs damage from the log although the disk has no space for a copy of the damaged file", async () => {
    const { fs, uuid, ...opened } = await saved();
    const dir = copyOf(opened);
    flip(join(dir, "collections", uuid, "0", "rows-0.f32"), 5);
    fs.before = (op, path) => {
      if (op === "write" && path.includes("quarantine")) throw new IoError("ENOSPC", 100);
    };
    const { database } = await open({ dir, fs });
    expect(database.collection("b").points).to.equal(20);
    expect(database.collection("a").points).to.equal(20);
    expect(files(dir, "quarantine")).to.deep.equal([]);
  });

  it("a start from checkpoints on a bad disk uses the previous checkpoint if the root cannot be read from the disk", async () => {
    const { fs, ...opened } = await saved();
    fs.before = (op, path) => {
      if (op === "open" && path.endsWith("checkpoints/00000002.json")) throw new IoError("EIO");
    };
    const { database } = await open({ dir: copyOf(opened), fs });
    expect(database.collections().map((collection) => collection.points)).to.deep.equal([20, 20]);
  });

  it("a start from checkpoints on a bad disk is refused, and removes nothing, when only files of collections are left", async () => {
    const dir = copyOf(await saved());
    for (const name of ["checkpoints", "wal"]) rmSync(join(dir, name), { recursive: true });
    const before = files(dir, "collections");
    for (let times = 0; times < 2; times++) {
      expect(await rejection(open({ dir }))).to.be.instanceOf(StartRefused);
      expect(files(dir, "collections")).to.deep.equal(before);
    }
  });
});

describe("a checkpoint on a bad disk", () => {
  it("a checkpoint on a bad disk reports the collection that has lost files, appends nothing to them, and saves the other collections", async () => {
    const { database, dir, files: lost } = await saved();
    for (const name of ["a", "b"]) await upsert(database, name, points(20, 30));
    rmSync(join(lost, "0"), { recursive: true });
    const { collections, faults } = await database.checkpoint();
    expect(collections).to.equal(1);
    expect(faults.join()).to.match(/^a: file .* is damaged at byte 0: it is missing$/);
    expect(files(dir, "collections").filter((name) => name.endsWith("slots.bin"))).to.have.length(1);
  });

  it("a checkpoint on a bad disk never uses rows that failed to become durable, and keeps their log", async () => {
    const fs = new BrokenFs();
    const opened = await open({ fs });
    const { database } = opened;
    await database.create("a", ON_DISK);
    await upsert(database, "a", points(0, 20));
    fs.before = (op, path) => {
      if (op !== "sync" || !path.endsWith("rows-0.f32")) return;
      fs.before = () => {}; // the kernel reports the error only once
      throw new IoError("EIO");
    };
    for (let times = 0; times < 2; times++) {
      const { collections, faults } = await database.checkpoint();
      expect({ collections, faults: faults.length }).to.deep.equal({ collections: 0, faults: 1 });
    }
    expect((await database.status()).unsavable).to.deep.equal(["a"]);
    expect((await open({ dir: copyOf(opened) })).database.collection("a").points).to.equal(20);
  });

  it("a checkpoint on a bad disk makes the names of files durable that an earlier attempt has left", async () => {
    const fs = new BrokenFs();
    const { database } = await open({ fs });
    await database.create("a", unnamed(3));
    await upsert(database, "a", points(0, 20));
    fs.before = (op, path) => {
      if (op === "write" && path.endsWith("slots.bin")) throw new IoError("ENOSPC", 10);
    };
    await rejection(database.checkpoint());
    fs.before = () => {};
    const earlier = fs.calls.length;
    await database.checkpoint();
    const calls = fs.calls.slice(earlier).map(({ op, path }) => `${op} ${path.split("/").at(-1)}`);
    expect(calls.slice(0, calls.indexOf("open codes-0.bin"))).to.include("syncDir 0");
  });
});

describe("a purge on a bad disk", () => {
  for (const [what, pattern, gone] of [
    ["a segment", /collections\/[^/]+\/\d+$/, false],
    ["a collection", /collections\/[^/]+$/, true],
  ] as const) {
    it(`a purge on a bad disk fails when ${what} cannot be removed, and can be repeated`, async () => {
      const { database, fs, files: dir } = await saved();
      await remove(database, "a", [1]);
      fs.before = (op, path) => {
        if (op === "remove" && pattern.test(path)) throw new IoError("EIO");
      };
      if (gone) await database.drop("a");
      expect((await rejection(database.purge())).message).to.contain("EIO");
      fs.before = () => {};
      await database.purge();
      expect(fs.exists(join(dir, "0"))).to.equal(false);
    });
  }
});
