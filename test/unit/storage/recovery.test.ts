// The start with a log that was truncated, damaged, or left in the middle of a step.
import { cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { StartRefused } from "../../../src/errors/server.ts";
import { countOf, seedOf } from "../../support/chance.ts";
import { BrokenFs, IoError } from "./broken-fs.ts";
import {
  bodyOf,
  closedLog,
  crashCopy,
  edit,
  expectedRecords,
  filledLog,
  freshDir,
  openAndRead,
  plain,
  rejection,
  segmentPath,
  walFiles,
  watermarkPath,
} from "./fixtures.ts";

/** The offset of the end of each of the records 0..count of the first segment. */
function ends(count: number): number[] {
  const all = [32];
  for (let lsn = 1; lsn <= count; lsn++) all.push(all.at(-1)! + 40 + Math.ceil(bodyOf(lsn).length / 8) * 8);
  return all;
}

/** The directory of a log of `count` records whose WATERMARK is still 0, truncated or edited by `change`. */
async function unprovenLog(count: number, change: (bytes: Buffer) => Uint8Array): Promise<string> {
  const { dir } = await filledLog(count);
  const copy = crashCopy(dir);
  edit(segmentPath(copy), change);
  return copy;
}

async function mustRefuse(dir: string, ...words: string[]): Promise<void> {
  const files = walFiles(dir).map((name) => readFileSync(join(dir, "wal", name)));
  const error = await rejection(openAndRead(dir));
  expect(error).to.be.instanceOf(StartRefused);
  for (const word of words) expect(error.message).to.include(word);
  const now = walFiles(dir).map((name) => readFileSync(join(dir, "wal", name)));
  expect(Buffer.concat(now).equals(Buffer.concat(files)), "files are as they were").to.equal(true);
}

/** One byte or bit in STEP is damaged, other ones each time; STEP=1 (`npm run test:slow`) takes all. */
const STEP = countOf("STEP", 4);
const FIRST = seedOf() % STEP;

describe("recovery of a log", () => {
  it("recovery of a log returns exactly the records before any byte at which the log is truncated, if no later ones were acknowledged", async () => {
    const count = 4;
    const end = ends(count);
    const crashed = await unprovenLog(count, (bytes) => bytes.subarray(0, end[count]));
    for (let cut = 32 + FIRST; cut <= end[count]!; cut += STEP) {
      const dir = crashCopy(crashed);
      truncateSync(segmentPath(dir), cut);
      const whole = end.filter((offset) => offset <= cut).length - 1;
      const { records, report, log } = await openAndRead(dir);
      expect(plain(records), `cut at ${cut}`).to.deep.equal(expectedRecords(whole));
      expect(report.lastLsn).to.equal(whole);
      expect(await log.append({ type: 1, body: new Uint8Array(2) })).to.equal(whole + 1);
      await log.close();
      const again = await openAndRead(dir);
      expect(again.report).to.include({ lastLsn: whole + 1, torn: null, unclean: false });
      await again.log.close();
    }
  });

  it("recovery of a log refuses a log that is truncated before a record that the WATERMARK covers", async () => {
    const dir = await closedLog(4);
    const size = statSync(segmentPath(dir)).size;
    for (let cut = FIRST; cut < size; cut += STEP) {
      const copy = crashCopy(dir);
      truncateSync(segmentPath(copy), cut);
      const lsn = ends(4).findLastIndex((offset) => offset <= cut) + 1;
      await mustRefuse(
        copy,
        segmentPath(copy),
        ...(lsn > 0 ? [`byte ${ends(4)[lsn - 1]!}, LSN ${lsn}:`] : []),
      );
    }
  });

  it("recovery of a log detects every flipped bit of a cleanly closed log, with file, byte and LSN", async () => {
    const dir = await closedLog(3);
    const copy = crashCopy(dir);
    const intact = readFileSync(segmentPath(dir));
    for (let i = 0; i < intact.length; i++) {
      for (let bit = (i + FIRST) % STEP; bit < 8; bit += STEP) {
        const bytes = Buffer.from(intact);
        bytes[i]! ^= 1 << bit;
        writeFileSync(segmentPath(copy), bytes);
        const { message } = await rejection(openAndRead(copy));
        const lsn = ends(3).findLastIndex((offset) => offset <= i) + 1;
        const where = lsn === 0 ? "byte 0" : `byte ${ends(3)[lsn - 1]!}, LSN ${lsn}:`;
        expect(message, `bit ${bit} of byte ${i}`).to.include(segmentPath(copy)).and.include(where);
        if (lsn > 0) expect(message).to.include(`Flipping bit ${bit} of byte ${i} back`);
      }
    }
  });

  it("recovery of a log detects every overwritten byte in every segment of a log of several", async () => {
    const dir = await closedLog(16, { segmentBytes: 256 });
    for (const name of walFiles(dir).filter((file) => file.endsWith(".wal"))) {
      const copy = crashCopy(dir);
      const path = join(copy, "wal", name);
      const intact = readFileSync(path);
      for (let i = FIRST; i < intact.length; i += STEP) {
        const bytes = Buffer.from(intact);
        bytes[i] = ~bytes[i]!;
        writeFileSync(path, bytes);
        expect((await rejection(openAndRead(copy))).message, `byte ${i}`).to.include(path);
      }
    }
  });

  it("recovery of a log accepts a WATERMARK with one of its copies damaged, and refuses one with both", async () => {
    const dir = await closedLog(2);
    for (const slot of [0, 4096]) {
      const copy = crashCopy(dir);
      edit(watermarkPath(copy), (bytes) => bytes.fill(1, slot, slot + 24));
      const { report, log } = await openAndRead(copy);
      expect(report).to.include({ lastLsn: 2, unclean: false });
      await log.close();
    }
    edit(watermarkPath(dir), (bytes) => bytes.fill(1));
    await mustRefuse(dir, "WATERMARK is damaged in both its copies", "remove it to accept the log as it is");
  });

  it("recovery of a log refuses damage that a later frame proves was acknowledged, though the WATERMARK does not", async () => {
    const dir = await unprovenLog(5, (bytes) => bytes.fill(0xee, ends(5)[2], ends(5)[3]!));
    await mustRefuse(dir, `byte ${ends(5)[2]!}, LSN 3: no intact frame header`, "up to LSN 4");
  });

  it("recovery of a log refuses a log with a missing segment", async () => {
    const dir = await closedLog(16, { segmentBytes: 256 });
    const middle = crashCopy(dir);
    rmSync(segmentPath(middle, 2));
    await mustRefuse(middle, `${segmentPath(middle, 2)} is missing`);
    const last = walFiles(dir).length - 1;
    rmSync(segmentPath(dir, last));
    await mustRefuse(dir, "is damaged at byte", "LSN");
  });

  it("recovery of a log refuses an empty directory whose WATERMARK says that there was a log", async () => {
    const dir = await closedLog(2);
    rmSync(segmentPath(dir));
    await mustRefuse(dir, "has lost its log, which reached LSN 2");
  });

  it("recovery of a log moves a torn tail aside after an unclean stop, reports its position, and continues", async () => {
    const dir = await unprovenLog(5, (bytes) => bytes.fill(0xee, ends(5)[5]! - 8, ends(5)[5]!));
    const { report, records, log } = await openAndRead(dir);
    expect(report).to.deep.equal({
      firstLsn: 1,
      lastLsn: 4,
      unclean: true,
      torn: { file: segmentPath(dir), offset: ends(5)[4], lsn: 5, reason: "the body does not match its CRC" },
    });
    expect(plain(records)).to.deep.equal(expectedRecords(4));
    expect(await log.append({ type: 2, body: bodyOf(5) })).to.equal(5);
    await log.close();
    expect(plain((await openAndRead(dir)).records)).to.deep.equal(expectedRecords(5));
  });

  it("recovery of a log copies and syncs the frames that nothing proves durable before it serves them", async () => {
    const { dir } = await filledLog(5);
    const copy = crashCopy(dir);
    const fs = new BrokenFs();
    const { report } = await openAndRead(copy, fs);
    expect(report).to.deep.equal({ firstLsn: 1, lastLsn: 5, torn: null, unclean: true });
    const fresh = fs.calls.filter(
      ({ op, path }) =>
        op !== "mkdir" && (path.startsWith(segmentPath(copy, 2)) || path === join(copy, "wal")),
    );
    expect(fresh.map(({ op }) => op)).to.deep.equal([
      "remove",
      "open",
      "write",
      "sync",
      "rename",
      "syncDir",
      "open",
    ]);
    expect(readFileSync(segmentPath(copy, 2)).readBigUInt64LE(24), "startLsn").to.equal(5n);
  });

  it("recovery of a log continues after a crash at every step of that copy", async () => {
    const { dir } = await filledLog(5);
    const crashed = crashCopy(dir);
    edit(segmentPath(crashed), (bytes) => bytes.fill(0xee, ends(5)[5], ends(5)[5]! + 99));
    let steps = 0;
    for (let failed = true; failed; steps++) {
      const copy = crashCopy(crashed);
      const fs = new BrokenFs();
      fs.before = () => {
        if (fs.calls.length > steps) throw new IoError("EIO", 50);
      };
      failed = await openAndRead(copy, fs).then(
        () => false,
        () => true,
      );
      const { records, log } = await openAndRead(copy);
      expect(plain(records), `stopped at call ${steps}`).to.deep.equal(expectedRecords(5));
      await log.close();
      expect(walFiles(copy).filter((name) => name.endsWith(".tmp"))).to.deep.equal([]);
    }
    expect(steps).to.be.greaterThan(8);
  });

  it("recovery of a log does not restore an unacknowledged frame when the write before it is repeated", async () => {
    // Records 5 and 6 were in one commit; 6 reached the disk and 5 did not. Then 5 is written again with the same
    // bytes.
    const { dir, log } = await filledLog(4);
    const group = Promise.all([
      log.append({ type: 2, body: bodyOf(5) }),
      log.append({ type: 0, body: bodyOf(6) }),
    ]);
    await group;
    const crashed = crashCopy(dir);
    edit(segmentPath(crashed), (bytes) => bytes.fill(0, ends(6)[4], ends(6)[5]));
    const second = await openAndRead(crashed);
    expect(second.report).to.deep.include({ lastLsn: 4, unclean: true });
    await second.log.append({ type: 2, body: bodyOf(5) });
    const third = await openAndRead(crashCopy(crashed));
    expect(plain(third.records)).to.deep.equal(expectedRecords(5));
  });

  it("recovery of a log does not accept frames from an earlier use of a file", async () => {
    const [before, dir] = [await closedLog(6), await closedLog(3)];
    const stale = readFileSync(segmentPath(before)).subarray(ends(6)[3]);
    edit(segmentPath(dir), (bytes) => Buffer.concat([bytes, stale]));
    const { report, records } = await openAndRead(dir);
    expect(report.lastLsn).to.equal(3);
    expect(report.torn?.reason).to.equal("no intact frame header");
    expect(plain(records)).to.deep.equal(expectedRecords(3));
  });

  it("recovery of a log does not join frames of two continuations of one file", async () => {
    const [here, there] = [await closedLog(3), freshDir()];
    cpSync(here, there, { recursive: true });
    for (const [dir, byte] of [
      [here, 1],
      [there, 2],
    ] as const) {
      const { log } = await openAndRead(dir);
      for (let lsn = 4; lsn <= 5; lsn++) await log.append({ type: lsn % 3, body: bodyOf(lsn).fill(byte) });
      await log.close();
    }
    const foreign = readFileSync(segmentPath(there)).subarray(ends(5)[4]);
    edit(segmentPath(here), (bytes) => Buffer.concat([bytes.subarray(0, ends(5)[4]), foreign]));
    await mustRefuse(here, "LSN 5: the frame does not follow the one before");
  });

  it("recovery of a log removes incomplete files", async () => {
    const dir = await closedLog(1);
    writeFileSync(join(dir, "wal", "00000007.wal.tmp"), "half");
    await (await openAndRead(dir)).log.close();
    expect(walFiles(dir)).to.deep.equal(["00000001.wal", "WATERMARK"]);
  });

  it("recovery of a log does not treat bytes of a body that look like a frame as proof", async () => {
    const other = await closedLog(6);
    const lookAlike = readFileSync(segmentPath(other)).subarray(ends(6)[5]);
    const { dir, log } = await filledLog(1);
    await log.append({ type: 1, body: lookAlike });
    const crashed = crashCopy(dir);
    edit(segmentPath(crashed), (bytes) => bytes.fill(0, ends(1)[1], ends(1)[1]! + 40));
    expect((await openAndRead(crashed)).report).to.include({ lastLsn: 1, unclean: true });
  });

  it("recovery of a log lets an operator give up the records behind the damage as the message says", async () => {
    const dir = await closedLog(5);
    edit(segmentPath(dir), (bytes) => bytes.fill(0xee, ends(5)[2], ends(5)[3]));
    const { message } = await rejection(openAndRead(dir));
    truncateSync(segmentPath(dir), Number(/cut the file to (\d+) bytes/.exec(message)![1]));
    rmSync(watermarkPath(dir));
    expect(plain((await openAndRead(dir)).records)).to.deep.equal(expectedRecords(2));
  });

  it("recovery of a log reads a copy of the directory like the original", async () => {
    const dir = await closedLog(3);
    const copy = freshDir();
    cpSync(dir, copy, { recursive: true });
    expect(plain((await openAndRead(copy)).records)).to.deep.equal(expectedRecords(3));
  });
});
