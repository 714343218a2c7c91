// The log on a thread of its own, with the same interface.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { StorageReadOnly } from "../../../src/errors/failures.ts";
import { ThreadLog } from "../../../src/storage/log-thread.ts";
import { readToEnd } from "../../support/log-batches.ts";
import { bodyOf, closedLog, edit, freshDir, plain, rejection, segmentPath } from "./fixtures.ts";

describe("the log on its own thread", () => {
  it("the log on its own thread appends, closes, reopens and reads, in shared memory", async () => {
    const dir = freshDir();
    const log = ThreadLog.start(dir);
    expect(await log.open()).to.include({ lastLsn: 0, unclean: false });
    expect(await log.read(1)).to.deep.equal([]);
    expect(
      await Promise.all([log.append({ type: 1, body: bodyOf(1) }), log.append({ type: 2, body: bodyOf(2) })]),
    ).to.deep.equal([1, 2]);
    await log.close();

    const again = ThreadLog.start(dir);
    expect(await again.open()).to.include({ lastLsn: 2, unclean: false });
    const records = await again.read(1);
    expect(plain(records)).to.deep.equal([
      { lsn: 1, type: 1, body: [...bodyOf(1)] },
      { lsn: 2, type: 2, body: [...bodyOf(2)] },
    ]);
    expect(records[0]!.body.buffer).to.be.instanceOf(SharedArrayBuffer);
    await again.close();
  });

  it("the log on its own thread commits the records of one turn together, and those that come meanwhile after them", async () => {
    const log = ThreadLog.start(freshDir());
    await log.open();
    const append = (lsn: number) => log.append({ type: 1, body: bodyOf(lsn) });
    const first = [1, 2, 3, 4].map(append);
    // They are on their way now, and their response can only be received after another turn.
    await new Promise(setImmediate);
    const meanwhile = [5, 6, 7].map(append);
    expect(await Promise.all([...first, ...meanwhile])).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
    expect((await log.stats()).commits).to.equal(2);
    await log.close();
  });

  it("the log on its own thread refuses records before it is open, and takes later ones", async () => {
    const dir = freshDir();
    const log = ThreadLog.start(dir);
    const tooEarly = [1, 2].map((lsn) => rejection(log.append({ type: 1, body: bodyOf(lsn) })));
    for (const error of await Promise.all(tooEarly))
      expect(error).to.include({ code: "STORAGE_READ_ONLY" }).and.be.instanceOf(StorageReadOnly);
    await log.open();
    expect(await log.append({ type: 1, body: bodyOf(1) })).to.equal(1);
    await log.close();
  });

  it("the log on its own thread writes records that were appended before it is closed", async () => {
    const dir = freshDir();
    const log = ThreadLog.start(dir);
    await log.open();
    const appended = [1, 2].map((lsn) => log.append({ type: lsn, body: bodyOf(lsn) }));
    await log.close();
    expect(await Promise.all(appended)).to.deep.equal([1, 2]);
  });

  it("the log on its own thread opens from an LSN on, trims, and returns its figures", async () => {
    const dir = await closedLog(30, { segmentBytes: 256 });
    const log = ThreadLog.start(dir, { segmentBytes: 256, reserveBytes: 4096 });
    await log.open(20);
    expect((await log.read(20))[0]!.lsn).to.equal(20);
    await readToEnd(log, 21);
    for (let lsn = 31; lsn <= 33; lsn++)
      await log.append({ type: 1, body: bodyOf(lsn), urgent: lsn % 2 === 0 });
    const before = await log.stats();
    expect(before).to.deep.include({ state: "ok", lastLsn: 33, commits: 3, firstLsn: 1 });
    const { p50, p99, max } = before.syncMs;
    expect(p50).to.be.greaterThan(0).and.at.most(p99);
    expect(p99).to.be.at.most(max).and.below(10_000);
    const bytes = await log.trim(20);
    const after = await log.stats();
    expect(bytes)
      .to.be.greaterThan(0)
      .and.equal(before.bytes - after.bytes);
    expect(after.firstLsn).to.be.greaterThan(1).and.at.most(20);
    const files = readdirSync(join(dir, "wal"));
    expect(after.bytes).to.equal(files.reduce((sum, name) => sum + statSync(join(dir, "wal", name)).size, 0));
    await log.close();
  });

  it("the log on its own thread reports why it cannot start", async () => {
    const dir = await closedLog(1);
    edit(segmentPath(dir), (bytes) => bytes.subarray(0, 50));
    const log = ThreadLog.start(dir);
    const error = await rejection(log.open());
    expect(error).to.include({ code: "START_REFUSED" });
    expect(error.message).to.include("is damaged at byte 32, LSN 1");
    await log.close();
  });

  it("the log on its own thread refuses appends as read-only when its thread has ended, also those in progress", async () => {
    const source = 'require("node:worker_threads").parentPort.once("message", () => process.exit(3))';
    const log = new ThreadLog(new Worker(source, { eval: true }));
    const onTheirWay = [1, 2].map((type) => rejection(log.append({ type, body: bodyOf(1) })));
    for (const error of await Promise.all(onTheirWay))
      expect(error).to.include({ code: "STORAGE_READ_ONLY" });
    expect(await rejection(log.append({ type: 1, body: bodyOf(2) }))).to.include({
      code: "STORAGE_READ_ONLY",
    });
    expect(await log.stats()).to.include({ state: "read-only" });
  });
});
