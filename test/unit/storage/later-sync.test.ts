// Records that another log keeps: when they are synced, and what a sync that fails means.
import { expect } from "chai";
import { HandTimers } from "../../support/hand-timers.ts";
import { BrokenFs, IoError } from "./broken-fs.ts";
import { freshDir, logIn, openAndRead, rejection } from "./fixtures.ts";

const LARGE_BYTES = 2 ** 20;
/** Above the bytes that may be unsynced. */
const LARGE_RECORDS = 9;

const record = (bytes = 10) => ({ type: 1, body: new Uint8Array(bytes), isKeptElsewhere: true });

describe("a log with records that are kept elsewhere", () => {
  const timers = new HandTimers();

  /** Runs a test with an open log whose timers fire when the test says so. */
  const withLog = (work: (log: ReturnType<typeof logIn>, fs: BrokenFs, dir: string) => Promise<void>) =>
    timers.during(async () => {
      const fs = new BrokenFs();
      const dir = freshDir();
      const log = logIn(dir, fs);
      await log.open();
      fs.calls.length = 0;
      await work(log, fs, dir);
      timers.clear();
    });

  it("a log with records that are kept elsewhere syncs none of them at once, and all of them once, a moment later", () =>
    withLog(async (log, fs) => {
      for (let i = 0; i < 5; i++) await log.append(record());
      expect([fs.count("write"), fs.count("sync")]).to.deep.equal([5, 0]);
      timers.fire();
      expect((await log.stats()).commits, "syncs").to.equal(1);
      await log.sync();
      expect((await log.stats()).commits, "nothing is left to sync").to.equal(1);
      await log.close();
    }));

  it("a log with records that are kept elsewhere syncs them with the next record that is not", () =>
    withLog(async (log) => {
      await log.append(record());
      await log.append({ type: 1, body: new Uint8Array(10) });
      await log.sync();
      expect((await log.stats()).commits).to.equal(1);
      await log.close();
    }));

  it("a log with records that are kept elsewhere waits for no timer when they have many bytes", () =>
    withLog(async (log, fs) => {
      for (let i = 0; i < LARGE_RECORDS; i++) await log.append(record(LARGE_BYTES));
      expect(fs.count("sync")).to.be.at.least(1).and.below(LARGE_RECORDS);
      await log.close();
    }));

  for (const code of ["EIO", "ENOSPC"]) {
    it(`a log with records that are kept elsewhere is read-only after a later sync that fails (${code}), and has them at the next start`, () =>
      withLog(async (log, fs, dir) => {
        await log.append(record());
        fs.before = (op) => {
          if (op === "sync") throw new IoError(code);
        };
        timers.fire();
        fs.before = () => {};
        expect(await rejection(log.append(record()))).to.include({ code: "STORAGE_READ_ONLY" });
        expect((await log.stats()).state).to.equal("read-only");
        await log.close();
        const { log: again, records } = await openAndRead(dir);
        expect(records).to.have.lengthOf(1);
        await again.close();
      }));
  }
});
