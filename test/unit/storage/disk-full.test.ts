// A full disk: upserts are refused, deletes and drops work with the reserve, and writes continue when there is space
// again.
import { readFileSync, rmSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { deflateRawSync } from "node:zlib";
import { expect } from "chai";
import { DiskFull } from "../../../src/errors/failures.ts";
import { StartRefused } from "../../../src/errors/server.ts";
import type { LocalLog } from "../../../src/storage/local-log.ts";
import { DirectoryLock } from "../../../src/storage/lock.ts";
import { nodeFs, nodeProcesses } from "../../../src/storage/node-fs.ts";
import { BrokenFs, IoError } from "./broken-fs.ts";
import { crashCopy, freshDir, logIn, openAndRead, rejection, reservePath, walFiles } from "./fixtures.ts";
import { QuotaFs } from "./quota-fs.ts";

const LIMIT = 200_000;
const OPTIONS = { reserveBytes: 2 ** 14, segmentBytes: 2 ** 16, intervalMs: 60_000 };
const URGENT = { urgent: true };
const UPSERT = new Uint8Array(3000).fill(7);
const DELETE = new Uint8Array(100).fill(9);

/** A log on a disk of 200 KB that upserts have filled, and the LSNs of its acknowledged records. */
async function fullLog(options = {}) {
  const dir = freshDir();
  const fs = new QuotaFs(dir, LIMIT);
  const log = logIn(dir, fs, { ...OPTIONS, ...options });
  await log.open();
  const acked: number[] = [];
  expect(await fill(log, acked)).to.be.instanceOf(DiskFull);
  expect(acked.length).to.be.greaterThan(20);
  return { dir, fs, log, acked };
}

async function fill(log: LocalLog, acked: number[], body = UPSERT, options = {}): Promise<Error> {
  for (;;) {
    try {
      acked.push(await log.append({ type: 1, body, ...options }));
    } catch (error) {
      return error as Error;
    }
  }
}

const lsnsIn = async (dir: string) => (await openAndRead(crashCopy(dir))).records.map(({ lsn }) => lsn);
const stateOf = async (log: LocalLog) => (await log.stats()).state;

describe("the reserve of a log on the disk", () => {
  it("the reserve of a log on the disk has the requested size, is incompressible, and is never synced", async () => {
    const dir = freshDir();
    const fs = new BrokenFs();
    const log = logIn(dir, fs, { reserveBytes: 3_000_000 });
    await log.open();
    const bytes = readFileSync(reservePath(dir));
    expect(bytes.length).to.equal(3_000_000);
    expect(deflateRawSync(bytes.subarray(0, 2 ** 17)).length).to.be.greaterThan(2 ** 17);
    const calls = fs.calls.filter(({ path }) => path === reservePath(dir)).map(({ op }) => op);
    expect(calls).to.include("write").and.not.include("sync");
    expect((await log.stats()).bytes).to.equal(2 ** 13 + 32 + 3_000_000);
    await log.close();
  });

  it("the reserve of a log on the disk is used by the next start without being written again", async () => {
    const dir = freshDir();
    await (await openAndRead(dir, nodeFs, OPTIONS)).log.close();
    const before = readFileSync(reservePath(dir));
    await (await openAndRead(dir, nodeFs, OPTIONS)).log.close();
    expect(readFileSync(reservePath(dir)).equals(before)).to.equal(true);
  });

  it("the reserve of a log on the disk is created later when it could not be created at the start for another reason than space", async () => {
    const dir = freshDir();
    const fs = new BrokenFs();
    fs.before = (_, path) => {
      if (path === reservePath(dir)) throw new IoError("EMFILE");
    };
    const log = logIn(dir, fs, { ...OPTIONS, intervalMs: 0 });
    await log.open();
    await log.append({ type: 1, body: UPSERT });
    expect(await stateOf(log)).to.equal("ok");
    fs.before = () => {};
    await log.append({ type: 1, body: UPSERT });
    expect(statSync(reservePath(dir)).size).to.equal(OPTIONS.reserveBytes);
    await log.close();
  });

  it("the reserve of a log on the disk is not created with size 0, and an old one is removed", async () => {
    const dir = freshDir();
    await (await openAndRead(dir, nodeFs, OPTIONS)).log.close();
    await (await openAndRead(dir, nodeFs, { reserveBytes: 0 })).log.close();
    expect(walFiles(dir)).to.deep.equal(["00000001.wal", "WATERMARK"]);
  });
});

describe("a log on a full disk", () => {
  it("a log on a full disk refuses all but urgent records at once, without a call to the disk, as the disk is full", async () => {
    const { fs, log } = await fullLog();
    expect(await stateOf(log)).to.equal("disk full");
    const calls = fs.calls.length;
    for (let i = 0; i < 50; i++)
      expect(await rejection(log.append({ type: 1, body: DELETE }))).to.be.instanceOf(DiskFull);
    expect(fs.calls.length).to.equal(calls);
    await log.close();
  });

  it("a log on a full disk commits the urgent records of a group that does not fit, and refuses the others", async () => {
    const dir = freshDir();
    const fs = new QuotaFs(dir, LIMIT);
    const log = logIn(dir, fs, OPTIONS);
    await log.open();
    fs.fill();
    const large = new Uint8Array(2 ** 17).fill(5);
    const group = [
      log.append({ type: 1, body: large }),
      log.append({ type: 2, body: DELETE, ...URGENT }),
      log.append({ type: 3, body: large }),
    ];
    const outcomes = await Promise.allSettled(group);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(["rejected", "fulfilled", "rejected"]);
    const { records } = await openAndRead(crashCopy(dir));
    expect(records.map(({ type, body }) => [type, body.length])).to.deep.equal([[2, DELETE.length]]);
    await log.close();
  });

  it("a log on a full disk commits urgent records as long as the reserve lasts, over new segments too, and loses none", async () => {
    for (const segmentBytes of [2 ** 16, 2 ** 12]) {
      const { dir, log, acked } = await fullLog({ segmentBytes });
      const upserts = acked.length;
      expect(await fill(log, acked, DELETE, URGENT)).to.be.instanceOf(DiskFull);
      expect(acked.length - upserts).to.be.greaterThan(OPTIONS.reserveBytes / 200);
      expect(await lsnsIn(dir)).to.deep.equal(acked);
      await log.close();
      const again = await openAndRead(dir, nodeFs, { reserveBytes: 0 });
      expect(again.records.map(({ lsn }) => lsn)).to.deep.equal(acked);
      await again.log.close();
    }
  });

  it("a log on a full disk refuses an urgent record that is larger than the free space, and accepts the next one", async () => {
    const { dir, log, acked } = await fullLog();
    const error = await rejection(log.append({ type: 1, body: new Uint8Array(2 ** 17), ...URGENT }));
    expect(error).to.be.instanceOf(DiskFull);
    acked.push(await log.append({ type: 1, body: DELETE, ...URGENT }));
    expect(await lsnsIn(dir)).to.deep.equal(acked);
    await log.close();
  });

  it("a log on a full disk continues without a request when there is space again", async () => {
    const { dir, fs, log, acked } = await fullLog({ intervalMs: 1 });
    acked.push(await log.append({ type: 1, body: DELETE, ...URGENT }));
    fs.limit *= 2;
    while ((await stateOf(log)) !== "ok") await setImmediate();
    expect(statSync(reservePath(dir)).size).to.equal(OPTIONS.reserveBytes);
    acked.push(await log.append({ type: 1, body: UPSERT }));
    expect(await lsnsIn(dir)).to.deep.equal(acked);
    await log.close();
  });

  it("a log on a full disk checks for space when an append is called, before it refuses it", async () => {
    const { fs, log } = await fullLog({ intervalMs: 0 });
    await log.append({ type: 1, body: DELETE, ...URGENT });
    expect(await rejection(log.append({ type: 1, body: UPSERT }))).to.be.instanceOf(DiskFull);
    fs.limit *= 2;
    await log.append({ type: 1, body: UPSERT });
    expect(await stateOf(log)).to.equal("ok");
    await log.close();
  });

  it("a log on a full disk counts as full while there is space only for the reserve", async () => {
    const { fs, log } = await fullLog({ intervalMs: 0 });
    await log.append({ type: 1, body: DELETE, ...URGENT });
    fs.limit = fs.used + OPTIONS.reserveBytes + 1000;
    expect(await rejection(log.append({ type: 1, body: DELETE }))).to.be.instanceOf(DiskFull);
    expect(await stateOf(log)).to.equal("disk full");
    expect(fs.limit - fs.used, "the room it tried").to.equal(OPTIONS.reserveBytes + 1000);
    await log.close();
  });
});

describe("a start on a full disk", () => {
  it("a start on a full disk serves existing data and accepts urgent records, with and without a reserve", async () => {
    for (const without of [true, false]) {
      const { dir, fs, log, acked } = await fullLog();
      await log.close();
      if (without) rmSync(reservePath(dir));
      fs.fill();
      if (without) fs.limit += 1000;
      const again = await openAndRead(dir, fs, OPTIONS);
      expect(again.records.map(({ lsn }) => lsn)).to.deep.equal(acked);
      expect(await stateOf(again.log)).to.equal("disk full");
      expect(await rejection(again.log.append({ type: 1, body: UPSERT }))).to.be.instanceOf(DiskFull);
      expect(await again.log.append({ type: 1, body: DELETE, ...URGENT })).to.equal(acked.length + 1);
      await again.log.close();
    }
  });

  it("a start on a full disk uses the space of the reserve for what it must write after an unclean stop", async () => {
    const { dir: crashed, acked } = await fullLog();
    const dir = crashCopy(crashed);
    const fs = new QuotaFs(dir, LIMIT);
    fs.fill();
    const { log, report, records } = await openAndRead(dir, fs, OPTIONS);
    expect(report.unclean).to.equal(true);
    expect(records.map(({ lsn }) => lsn)).to.deep.equal(acked);
    expect(await stateOf(log)).to.equal("disk full");
    expect(await log.append({ type: 1, body: DELETE, ...URGENT })).to.equal(acked.length + 1);
    await log.close();
  });

  it("a start on a full disk is refused because the disk is full, and not as damaged, when the reserve is too small", async () => {
    const { dir: crashed, acked } = await fullLog();
    const dir = crashCopy(crashed);
    rmSync(reservePath(dir));
    const fs = new QuotaFs(dir, LIMIT);
    const makeRoom = fs.fill();
    const error = await rejection(openAndRead(dir, fs, OPTIONS));
    expect(error).to.be.instanceOf(StartRefused);
    expect(error.message).to.include("no space left on device").and.include("Make room on that disk");
    makeRoom();
    const { records, log } = await openAndRead(dir, fs, OPTIONS);
    expect(records.map(({ lsn }) => lsn)).to.deep.equal(acked);
    await log.close();
  });

  it("a start on a full disk writes the lock of the directory in the space of the reserve", async () => {
    const { dir, fs, log } = await fullLog();
    await log.close();
    fs.fill();
    const lock = await DirectoryLock.acquire(fs, dir, nodeProcesses);
    expect(lock.still()).to.equal(true);
    lock.release();
  });

  it("a start on a full disk leaves no incomplete lock", async () => {
    const dir = freshDir();
    const fs = new QuotaFs(dir, 10);
    const error = await rejection(DirectoryLock.acquire(fs, dir, nodeProcesses));
    expect(error.message).to.include("no space left on device");
    fs.limit = 10_000;
    (await DirectoryLock.acquire(fs, dir, nodeProcesses)).release();
  });
});
