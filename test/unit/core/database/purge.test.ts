// Purged data is in no file: the tests search the whole directory for the bytes of payloads and vectors.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { CollectionDamaged, DiskFull } from "../../../../src/errors/failures.ts";
import { rejection } from "../../engine/fixtures.ts";
import { QuotaFs } from "../../storage/quota-fs.ts";
import { everything, IDS, json, point, points } from "../checkpoint-fixtures.ts";
import {
  configOf,
  freshDir,
  type Opened,
  open,
  registry,
  remove,
  reopen,
  setPayloads,
  unnamed,
  upsert,
} from "../fixtures.ts";

const UNDO_MS = 60_000;
const SECRET = "nobody may read this any more";
/** A vector whose bytes occur in no other number of these tests. */
const VECTOR = Float32Array.of(3.25871, -2.61352, 1.90287);
const secret = { id: 7, vectors: { "": VECTOR }, payload: json({ text: SECRET }) };

function filesBelow(dir: string): string[] {
  const names = readdirSync(dir, { recursive: true }) as string[];
  return names.map((name) => join(dir, name)).filter((path) => statSync(path).isFile());
}

/** Whether the directory still contains the text, and the vector. */
function traces(dir: string): { text: boolean; vector: boolean } {
  const contents = filesBelow(dir).map((path) => readFileSync(path));
  const has = (bytes: Buffer | string) => contents.some((content) => content.includes(bytes));
  return { text: has(SECRET), vector: has(Buffer.from(VECTOR.buffer)) };
}

const BOTH = { text: true, vector: true };
const NEITHER = { text: false, vector: false };

async function withSecret(config = unnamed(3, "Dot")): Promise<Opened> {
  const opened = await open();
  await opened.database.create("a", config);
  await upsert(opened.database, "a", points(20, 60));
  await upsert(opened.database, "a", [secret]);
  return opened;
}

describe("a purge", () => {
  for (const [how, config] of [
    ["in memory", unnamed(3, "Dot")],
    ["on disk", configOf({ name: "", size: 3, distance: "Dot", on_disk: true })],
  ] as const) {
    it(`a purge leaves no byte of a deleted point whose vectors are ${how}, and keeps everything else`, async () => {
      let opened = await withSecret(config);
      const { database, dir } = opened;
      await database.checkpoint();
      await remove(database, "a", [7, 21]);
      await database.checkpoint();
      const before = await everything(database, "a", IDS);
      expect(traces(dir), "before").to.deep.equal(BOTH);
      const report = await database.purge();
      expect(traces(dir), "after").to.deep.equal(NEITHER);
      expect(report).to.include({ collections: 0, points: 2 });
      expect(report.logBytes).to.be.greaterThan(SECRET.length);
      expect(await everything(database, "a", IDS)).to.deep.equal(before);
      opened = await reopen(opened);
      expect(await everything(opened.database, "a", IDS)).to.deep.equal(before);
      await opened.database.close();
    });
  }

  it("a purge leaves no byte of an overwritten point, nor of a point that was only in the log", async () => {
    const { database, dir } = await withSecret();
    await upsert(database, "a", [point(7)]);
    expect(traces(dir)).to.deep.equal(BOTH);
    expect((await database.purge()).points).to.equal(1);
    expect(traces(dir)).to.deep.equal(NEITHER);
    await database.close();
  });

  it("a purge leaves no byte of a payload that was replaced or cleared, in a checkpoint or in the log only", async () => {
    for (const when of ["saved", "in the log"]) {
      const opened = await withSecret();
      const { database, dir } = opened;
      if (when === "saved") await database.checkpoint();
      await setPayloads(database, "a", new Map([[7, when === "saved" ? json({ text: "open" }) : null]]));
      const before = await everything(database, "a", IDS);
      expect(traces(dir), when).to.deep.equal(BOTH);
      await database.purge();
      expect(traces(dir), when).to.deep.equal({ text: false, vector: true });
      const again = await reopen(opened);
      expect(await everything(again.database, "a", IDS)).to.deep.equal(before);
      await again.database.close();
    }
  });

  it("a purge leaves no byte of a collection whose points were all deleted before the last checkpoint", async () => {
    const { database, dir } = await withSecret();
    await database.checkpoint();
    await remove(database, "a", [7, ...points(20, 60).map(({ id }) => id)]);
    for (let i = 0; i < 2; i++) await database.checkpoint();
    expect(traces(dir)).to.deep.equal(BOTH);
    const { points: dead, fileBytes } = await database.purge();
    expect(dead).to.equal(41);
    expect(fileBytes).to.be.greaterThan(1000);
    expect(traces(dir)).to.deep.equal(NEITHER);
    await database.close();
  });

  it("a purge removes collections that could have been restored, and counts them", async () => {
    const opened = await withSecret();
    const { database, dir } = opened;
    await database.create("b", unnamed(3));
    await database.mark("a", UNDO_MS);
    await database.checkpoint();
    expect(traces(dir)).to.deep.equal(BOTH);
    expect((await database.purge()).collections).to.equal(1);
    expect(traces(dir)).to.deep.equal(NEITHER);
    expect(registry(database).map(({ name }) => name)).to.deep.equal(["b"]);
    const again = await reopen(opened);
    expect(registry(again.database).map(({ name }) => name)).to.deep.equal(["b"]);
    await again.database.close();
  });

  it("a purge removes the copies of damaged files and of earlier formats", async () => {
    const { database, dir } = await open();
    for (const copies of ["quarantine", "before-format-2/wal", "before-format-2.tmp"]) {
      mkdirSync(join(dir, copies), { recursive: true });
      writeFileSync(join(dir, copies, "file"), SECRET.repeat(1000));
    }
    expect((await database.purge()).fileBytes).to.be.at.least(2000 * SECRET.length);
    expect(traces(dir).text).to.equal(false);
    expect(readdirSync(dir)).to.not.include("quarantine").and.to.not.include("before-format-2");
    await database.close();
  });

  it("a purge continues during writes, and keeps the written points", async () => {
    let opened = await withSecret();
    const { database, dir } = opened;
    await database.checkpoint();
    await remove(database, "a", [7]);
    let done = false;
    const purged = database.purge().finally(() => {
      done = true;
    });
    let next = 100;
    for (; !done; next += 3) await upsert(database, "a", points(next, next + 3));
    await purged;
    expect(next).to.be.greaterThan(103);
    expect(traces(dir)).to.deep.equal(NEITHER);
    opened = await reopen(opened);
    expect(opened.database.collection("a").points).to.equal(40 + next - 100);
    await opened.database.close();
  });

  it("a purge runs one at a time, and a second one finds nothing to remove", async () => {
    const { database } = await withSecret();
    await remove(database, "a", [7]);
    const [first, second] = await Promise.all([database.purge(), database.purge()]);
    expect([first.points, second.points]).to.deep.equal([1, 0]);
    await database.close();
  });

  it("a purge is refused when a collection is damaged, and changes nothing", async () => {
    const { database, dir } = await withSecret();
    await remove(database, "a", [7]);
    database.collection("a").noteDamage("a reason", new Error("a reason"));
    const error = await rejection(database.purge());
    expect(error).to.be.instanceOf(CollectionDamaged);
    expect(error.message).to.contain("a reason; nothing was purged: delete collection a first");
    expect(traces(dir)).to.deep.equal(BOTH);
    await database.drop("a");
    await database.purge();
    expect(traces(dir)).to.deep.equal(NEITHER);
    await database.close();
  });

  it("a purge ends when the database closes", async () => {
    const { database } = await withSecret();
    await remove(database, "a", [7]);
    const outcome = database.purge().then(
      () => "done",
      () => "ended",
    );
    await database.close();
    expect(await outcome).to.be.oneOf(["done", "ended"]);
  });
});

describe("a database that frees disk space", () => {
  it("a database that frees disk space drops collections that are marked as deleted when the disk is full, and nothing else", async () => {
    const dir = freshDir();
    const fs = new QuotaFs(dir, Number.POSITIVE_INFINITY);
    const { database } = await open({ dir, fs, log: { reserveBytes: 0, segmentBytes: 4096 } });
    for (const name of ["kept", "marked"]) {
      await database.create(name, unnamed(3, "Dot"));
      await upsert(database, name, points(0, 20));
    }
    await database.mark("marked", UNDO_MS);
    await database.checkpoint();
    const { uuid } = database.registered("marked")!;
    fs.limit = fs.used + 4096;
    expect(await rejection(upsert(database, "kept", points(20, 1000)))).to.be.instanceOf(DiskFull);
    // Waits for these drops: changes of collections run in a serial queue.
    await database.drop("no such collection");
    expect(registry(database).map(({ name }) => name)).to.deep.equal(["kept"]);
    expect(readdirSync(join(dir, "collections"))).to.not.include(uuid);
    expect(database.collection("kept").points).to.equal(20);
    await database.close();
  });
});
