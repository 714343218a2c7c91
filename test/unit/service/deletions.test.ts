// Deletions that can be undone: how long their files are kept, and what removes them. The clock is moved by the tests.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { Deletions } from "../../../src/core/snapshot/deletions.ts";
import { DiskFull, StorageReadOnly } from "../../../src/errors/failures.ts";
import { TooManyDeletions } from "../../../src/errors/points.ts";
import { MAX_DELETIONS } from "../../../src/schema/limits.ts";
import { LocalLog } from "../../../src/storage/local-log.ts";
import { NoLog } from "../../../src/storage/no-log.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { point, points } from "../core/checkpoint-fixtures.ts";
import { freshDir, type Opened, open, prepare, registry, reopen, unnamed, upsert } from "../core/fixtures.ts";
import { rejection } from "../engine/fixtures.ts";
import { BrokenFs, IoError } from "../storage/broken-fs.ts";
import { QuotaFs } from "../storage/quota-fs.ts";
import { contentsOf, servicesOver, UNDO_SECONDS } from "./deletions-fixtures.ts";

const UNDO_MS = UNDO_SECONDS * 1000;
const SECRET = Float32Array.of(3.25871, -2.61352, 1.90287);
const folderOf = (dir: string) => join(dir, "deleted-points");
const filesOf = ({ dir }: { dir: string }) => readdirSync(folderOf(dir));

class FailingLog extends LocalLog {
  fails = false;

  override append(...record: Parameters<LocalLog["append"]>): Promise<number> {
    return this.fails ? Promise.reject(new Error("the log failed")) : super.append(...record);
  }
}

async function filled(options: Parameters<typeof open>[0] = {}): Promise<Opened> {
  const opened = await open(options);
  await opened.database.create("c", unnamed(3));
  await upsert(opened.database, "c", points(0, 20));
  return opened;
}

describe("the file of a deletion that can be undone", () => {
  it("the file of a deletion that can be undone outlasts a restart, and restores the same points", async () => {
    let opened = await filled();
    const before = await contentsOf(opened.database);
    const deletion = await servicesOver(opened.database).remove({ filter: {} });
    opened = await reopen(opened);
    const { listed, restore } = servicesOver(opened.database);
    expect(await listed()).to.deep.equal([deletion]);
    expect(await restore(deletion)).to.deep.equal({ restored: 20, existing: 0 });
    expect(await contentsOf(opened.database)).to.deep.equal(before);
    await opened.database.close();
  });

  it("the file of a deletion that can be undone is removed when its time is over, and not before", async () => {
    const opened = await filled();
    const { remove, listed } = servicesOver(opened.database);
    await remove({ points: [1] });
    await remove({ points: [2] }, 2 * UNDO_SECONDS);
    opened.clock.advance(UNDO_MS - 1);
    expect(await listed()).to.have.length(2);
    opened.clock.advance(1);
    expect(await listed()).to.have.length(1);
    opened.clock.advance(UNDO_MS);
    expect(await listed()).to.deep.equal([]);
    await opened.database.deletions.stop();
    expect(filesOf(opened)).to.deep.equal([]);
    await opened.database.close();
  });

  it("the file of a deletion that can be undone is removed at a start if its time was over while the server was down", async () => {
    let opened = await filled();
    const { remove } = servicesOver(opened.database);
    await remove({ points: [1] });
    const later = await remove({ points: [2] }, 2 * UNDO_SECONDS);
    await opened.database.close();
    opened.clock.advance(UNDO_MS);
    opened = await open(opened);
    expect(await servicesOver(opened.database).listed()).to.deep.equal([later]);
    expect(filesOf(opened)).to.deep.equal([`${later}.snapshot`]);
    await opened.database.close();
  });

  it("the file of a deletion that can be undone is removed at a start if its collection is gone", async () => {
    let opened = await filled();
    await servicesOver(opened.database).remove({ points: [1] });
    const [name] = filesOf(opened);
    const bytes = readFileSync(join(folderOf(opened.dir), name!));
    await opened.database.drop("c");
    await opened.database.close();
    writeFileSync(join(folderOf(opened.dir), name!), bytes);
    opened = await open(opened);
    expect(filesOf(opened)).to.deep.equal([]);
    await opened.database.close();
  });

  it("the file of a deletion that can be undone is removed at a start, and reported, if its beginning is damaged", async () => {
    const opened = await filled();
    await servicesOver(opened.database).remove({ points: [1] });
    await opened.database.close();
    const [name] = filesOf(opened);
    writeFileSync(join(folderOf(opened.dir), name!), "no snapshot");
    const again = prepare(opened);
    const report = await again.database.load();
    expect(report!.faults).to.deep.equal([`the file ${name} of deleted points was damaged and is removed`]);
    expect(filesOf(opened)).to.deep.equal([]);
    await again.database.close();
  });

  it("the file of a deletion that can be undone is not restored beyond the bytes that were changed", async () => {
    const { database, dir } = await filled();
    const { remove, restore } = servicesOver(database);
    const deletion = await remove({ filter: {} });
    const path = join(folderOf(dir), `${deletion}.snapshot`);
    const bytes = readFileSync(path);
    bytes[bytes.length - 200]! ^= 1;
    writeFileSync(path, bytes);
    const error = await rejection(restore(deletion));
    expect(error.message).to.include(`the file of deletion ${deletion} is damaged`);
    expect(await contentsOf(database)).to.deep.equal([]);
    await database.close();
  });

  it("the file of a deletion that can be undone is removed by a purge, with every byte of its points", async () => {
    const { database, dir } = await filled();
    const { remove, listed } = servicesOver(database);
    await upsert(database, "c", [{ id: 90, vectors: { "": SECRET } }]);
    await database.checkpoint();
    await remove({ points: [90] });
    await database.purge();
    expect(await listed()).to.deep.equal([]);
    const all = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const traces = all.filter((file) =>
      readFileSync(join(file.parentPath, file.name)).includes(Buffer.from(SECRET.buffer)),
    );
    expect(traces.map(({ name }) => name)).to.deep.equal([]);
    await database.close();
  });

  it("the file of a deletion that can be undone is removed when a write finds no space on the disk", async () => {
    const dir = freshDir();
    const fs = new QuotaFs(dir, Number.POSITIVE_INFINITY);
    const { database } = await filled({ dir, fs, log: { reserveBytes: 0, segmentBytes: 4096 } });
    const { remove, listed } = servicesOver(database);
    await remove({ points: [1] });
    fs.limit = fs.used + 4096;
    expect(await rejection(upsert(database, "c", points(20, 1000)))).to.be.instanceOf(DiskFull);
    expect(await listed()).to.deep.equal([]);
    await database.deletions.stop();
    expect(filesOf({ dir })).to.deep.equal([]);
    await database.close();
  });
});

describe("a deletion that can be undone and fails", () => {
  it("a deletion that can be undone and finds no space for its file deletes nothing, and leaves no file", async () => {
    const dir = freshDir();
    const fs = new QuotaFs(dir, Number.POSITIVE_INFINITY);
    const { database } = await filled({ dir, fs });
    const { remove, listed } = servicesOver(database);
    const before = await contentsOf(database);
    fs.limit = fs.used + 300;
    expect(await rejection(remove({ filter: {} }))).to.be.instanceOf(DiskFull);
    expect(await contentsOf(database)).to.deep.equal(before);
    expect([await listed(), filesOf({ dir })]).to.deep.equal([[], []]);
    fs.limit = Number.POSITIVE_INFINITY;
    await remove({ filter: {} });
    expect(await contentsOf(database)).to.deep.equal([]);
    await database.close();
  });

  it("a deletion that can be undone and whose record cannot be logged is not offered, and its file is swept at the next start", async () => {
    const dir = freshDir();
    const log = new FailingLog(nodeFs, dir, { reserveBytes: 0 });
    let opened = await filled({ dir, more: { log } });
    const before = await contentsOf(opened.database);
    const { remove, listed } = servicesOver(opened.database);
    log.fails = true;
    expect((await rejection(remove({ filter: {} }))).message).to.equal("the log failed");
    expect([await listed(), filesOf({ dir }).length]).to.deep.equal([[], 1]);
    await opened.database.close();
    opened = await open({ dir });
    expect(filesOf({ dir })).to.deep.equal([]);
    expect(await contentsOf(opened.database)).to.deep.equal(before);
    await opened.database.close();
  });

  it("a deletion that can be undone is refused, without a file, when storage has become read-only", async () => {
    const dir = freshDir();
    const fs = new BrokenFs();
    const { database } = await filled({ dir, fs });
    const { remove } = servicesOver(database);
    const before = await contentsOf(database);
    fs.before = (op) => {
      if (op === "sync") throw new IoError("EIO");
    };
    expect(await rejection(upsert(database, "c", points(30, 31)))).to.be.instanceOf(StorageReadOnly);
    fs.before = () => {};
    expect(await rejection(remove({ filter: {} }))).to.be.instanceOf(StorageReadOnly);
    expect(readdirSync(dir)).to.not.include("deleted-points");
    expect(await contentsOf(database)).to.deep.equal(before);
    await database.close(false);
  });

  it("a deletion that can be undone is kept if its undo fails on a full disk, and the next undo does the rest", async () => {
    const dir = freshDir();
    const fs = new QuotaFs(dir, Number.POSITIVE_INFINITY);
    const { database } = await filled({ dir, fs, log: { reserveBytes: 0, segmentBytes: 4096 } });
    const large = { text: "x".repeat(300_000) };
    for (let id = 20; id < 30; id++) await upsert(database, "c", [point(id, large)]);
    const before = await contentsOf(database);
    const { remove, restore, listed } = servicesOver(database);
    const deletion = await remove({ filter: {} });
    fs.limit = fs.used + 1_500_000;
    expect(await rejection(restore(deletion))).to.be.instanceOf(DiskFull);
    expect(await listed()).to.deep.equal([deletion]);
    fs.limit = Number.POSITIVE_INFINITY;
    const { restored, existing } = await restore(deletion);
    expect(restored + existing).to.equal(30);
    expect(restored).to.be.within(1, 29);
    expect(await contentsOf(database)).to.deep.equal(before);
    await database.close();
  });

  it("a deletion that can be undone is refused when there are as many as a server keeps, and deletes nothing", async () => {
    const { database } = await filled();
    const { remove } = servicesOver(database);
    const before = await contentsOf(database);
    const files = { begin: async () => "", tidy: async () => {}, list: async () => heads };
    const { uuid } = registry(database)[0]!;
    const head = {
      ...{ created: "", collection: uuid, points: 1, vectors: 1, fields: [], after: 0 },
      until: Number.MAX_SAFE_INTEGER,
    };
    const heads = Array.from({ length: MAX_DELETIONS }, (_, i) => ({
      name: `${i}.snapshot`,
      bytes: 0,
      head,
    }));
    const full = new Deletions({
      clock: { now: () => 0, after: () => () => {} },
      log: new NoLog(),
      deletedPoints: { isEmpty: () => false, use: (work) => work(files as never) },
    });
    await full.start(() => 1);
    Object.assign(database, { deletions: full });
    expect(await rejection(remove({ points: [1] }))).to.be.instanceOf(TooManyDeletions);
    expect(await contentsOf(database)).to.deep.equal(before);
    await database.close();
  });
});
