// A log that is opened from an LSN on, or trimmed below one.
import { rmSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import { StartRefused } from "../../../src/errors/server.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { batchesOf, readToEnd } from "../../support/log-batches.ts";
import { BrokenFs, IoError } from "./broken-fs.ts";
import {
  bodyOf,
  closedLog,
  crashCopy,
  edit,
  expectedRecords,
  filledLog,
  freshDir,
  logIn,
  openAndRead,
  plain,
  rejection,
  segmentPath,
  walFiles,
  watermarkPath,
} from "./fixtures.ts";

const COUNT = 30;
const SMALL = { segmentBytes: 256 };

const segmentsIn = (dir: string) => walFiles(dir).filter((name) => name.endsWith(".wal"));
const from = (dir: string, fromLsn: number, fs = nodeFs) => openAndRead(dir, fs, SMALL, fromLsn);

/** The first LSN of every segment. */
async function startsOf(dir: string): Promise<number[]> {
  return segmentsIn(dir).map((name) => {
    const file = nodeFs.open(`${dir}/wal/${name}`, "read");
    const bytes = Buffer.alloc(32);
    file.read(bytes, 0);
    file.close();
    return Number(bytes.readBigUInt64LE(24));
  });
}

function removeLog(dir: string): void {
  for (const name of segmentsIn(dir)) rmSync(`${dir}/wal/${name}`);
}

describe("a log opened from an LSN on", () => {
  it("a log opened from an LSN on returns the records from that LSN on", async () => {
    const dir = await closedLog(COUNT, SMALL);
    for (let fromLsn = 1; fromLsn <= COUNT + 1; fromLsn++) {
      const { log, records, report } = await from(dir, fromLsn);
      expect(plain(records), `from ${fromLsn}`).to.deep.equal(expectedRecords(COUNT).slice(fromLsn - 1));
      expect(report.lastLsn).to.equal(COUNT);
      await log.close();
    }
  });

  it("a log opened from an LSN on does not read segments that end below it, and verifies all others", async () => {
    const dir = await closedLog(COUNT, SMALL);
    const starts = await startsOf(dir);
    expect(starts.length).to.be.greaterThan(4);
    for (const [i, start] of starts.slice(0, -1).entries()) {
      const copy = crashCopy(dir);
      edit(segmentPath(copy, i + 1), (bytes) => bytes.fill(0xee, 32));
      const next = starts[i + 1]!;
      expect((await rejection(from(copy, next - 1))).message).to.include(`byte 32, LSN ${start}:`);
      const { log, records } = await from(copy, next);
      expect(records[0]!.lsn).to.equal(next);
      await log.close();
    }
  });

  it("a log opened from an LSN on refuses to start when the oldest segment begins above it, and names the missing records", async () => {
    const dir = await closedLog(COUNT, SMALL);
    const second = (await startsOf(dir))[1]!;
    rmSync(segmentPath(dir));
    const { message } = await rejection(from(dir, 2));
    expect(message)
      .to.include(`LSN 2 to ${second - 1} are missing`)
      .and.include("from a backup");
    expect((await rejection(from(dir, 1))).message).to.include(`LSN 1 to ${second - 1} are missing`);
    const { log, records } = await from(dir, second);
    expect(records).to.have.length(COUNT - second + 1);
    await log.close();
  });

  it("a log opened from an LSN on begins a new segment when its segments are lost and all known records were below the LSN", async () => {
    const dir = await closedLog(COUNT, SMALL);
    removeLog(dir);
    const { log, report, records } = await from(dir, COUNT + 1);
    expect(report).to.include({ firstLsn: COUNT + 1, lastLsn: COUNT });
    expect(records).to.deep.equal([]);
    expect(await log.append({ type: 1, body: bodyOf(1) })).to.equal(COUNT + 1);
    await log.close();
    const again = await from(dir, COUNT + 1);
    expect(again.report).to.include({ firstLsn: COUNT + 1, lastLsn: COUNT + 1, unclean: false });
    await again.log.close();
  });

  it("a log opened from an LSN on refuses to start when its segments are lost and the WATERMARK covers records above the LSN", async () => {
    const dir = await closedLog(COUNT, SMALL);
    removeLog(dir);
    const { message } = await rejection(from(dir, COUNT));
    expect(message).to.include(`has lost its log, which reached LSN ${COUNT}`);
    expect(message).to.include(`from LSN ${COUNT} to ${COUNT} are missing`);
  });

  it("a log opened from an LSN on refuses to start when segments and WATERMARK are lost, until an operator gives them up", async () => {
    const dir = await closedLog(COUNT, SMALL);
    rmSync(`${dir}/wal`, { recursive: true });
    for (let start = 0; start < 3; start++) {
      const error = await rejection(from(dir, 21));
      expect(error).to.be.instanceOf(StartRefused);
      expect(error.message).to.include("has lost its log and its WATERMARK");
      expect(error.message).to.include("up to LSN 20; whether later ones were acknowledged nobody can know");
      expect(error.message).to.include(`an empty file in the place of ${watermarkPath(dir)}`);
    }
    writeFileSync(watermarkPath(dir), "");
    const { log, report } = await from(dir, 21);
    expect(report).to.include({ firstLsn: 21, lastLsn: 20 });
    await log.close();
  });

  it("a log opened from an LSN on treats a log that ends below the LSN as damaged, and can be told to continue without it", async () => {
    const dir = await closedLog(COUNT, SMALL);
    const { message } = await rejection(from(dir, COUNT + 5));
    expect(message)
      .to.include(`LSN ${COUNT + 1}: the file ends`)
      .and.include(`up to LSN ${COUNT + 4}`);
    expect(message).to.include(`give up all writes after LSN ${COUNT + 4}`);
    removeLog(dir);
    writeFileSync(watermarkPath(dir), "");
    const { log, report } = await from(dir, COUNT + 5);
    expect(report.lastLsn).to.equal(COUNT + 4);
    await log.close();
  });

  it("a log opened from an LSN on does not treat an empty WATERMARK as permission while there are segments", async () => {
    const dir = await closedLog(COUNT, SMALL);
    writeFileSync(watermarkPath(dir), "");
    expect((await rejection(from(dir, 1))).message).to.include("damaged in both its copies");
  });
});

describe("a log that is trimmed below an LSN", () => {
  it("a log that is trimmed below an LSN loses exactly the segments that end below the LSN, and returns the freed bytes", async () => {
    for (let lsn = 1; lsn <= COUNT + 1; lsn += 3) {
      const { dir, log } = await openedLog();
      const starts = await startsOf(dir);
      const before = await log.stats();
      const bytes = await log.trim(lsn);
      const after = await log.stats();
      const kept = starts.filter((_, i) => i === starts.length - 1 || starts[i + 1]! > lsn);
      expect(await startsOf(dir), `below ${lsn}`).to.deep.equal(kept);
      expect(before.bytes - after.bytes).to.equal(bytes);
      expect(after).to.include({ firstLsn: kept[0], segments: kept.length });
      expect(bytes > 0).to.equal(kept.length < starts.length);
      await log.close();
      const { records, log: again } = await from(dir, lsn);
      expect(plain(records)).to.deep.equal(expectedRecords(COUNT).slice(lsn - 1));
      await again.close();
    }
  });

  it("a log that is trimmed below an LSN keeps its last segment and continues in it", async () => {
    const { dir, log } = await openedLog();
    await log.trim(Number.MAX_SAFE_INTEGER);
    expect(segmentsIn(dir)).to.have.length(1);
    expect(await log.append({ type: 1, body: bodyOf(COUNT + 1) })).to.equal(COUNT + 1);
    await log.close();
  });

  it("a log that is trimmed below an LSN keeps records that its replay has not returned yet", async () => {
    const dir = await closedLog(COUNT, SMALL);
    const log = logIn(dir, nodeFs, SMALL);
    await log.open();
    const lsns: number[] = [];
    for await (const next of batchesOf(log)) {
      lsns.push(...next.map(({ lsn }) => lsn));
      await log.trim(COUNT);
    }
    expect(lsns).to.deep.equal(Array.from({ length: COUNT }, (_, i) => i + 1));
    await log.trim(COUNT);
    expect((await log.stats()).firstLsn).to.equal((await startsOf(dir))[0]);
    await log.close();
  });

  it("a log that is trimmed below an LSN is complete above the LSN whichever call fails or is the last before a power cut, and continues", async () => {
    for (let nth = 1, failed = true; failed; nth++) {
      const fs = new BrokenFs();
      const { dir, log } = await openedLog(fs);
      const first = fs.calls.length + nth;
      let cut = "";
      fs.before = () => {
        if (fs.calls.length !== first) return;
        cut = crashCopy(dir);
        throw new IoError("EIO");
      };
      failed = await log.trim(20).then(
        () => false,
        (error: Error) => {
          expect(error.message).to.include("could not be removed: EIO");
          return true;
        },
      );
      fs.before = () => {};
      expect(failed || nth > 4).to.equal(true);
      expect(await log.append({ type: 0, body: bodyOf(COUNT + 1) })).to.equal(COUNT + 1);
      expect((await log.stats()).state).to.equal("ok");
      await log.trim(20);
      await log.close();
      for (const [at, count] of failed
        ? ([
            [cut, COUNT],
            [dir, COUNT + 1],
          ] as const)
        : ([[dir, COUNT + 1]] as const)) {
        const { records, log: again } = await from(at, 20);
        expect(
          records.map(({ lsn }) => lsn),
          `call ${nth}`,
        ).to.deep.equal(Array.from({ length: count - 19 }, (_, i) => 20 + i));
        await again.close();
      }
    }
  });

  it("a log that is trimmed below an LSN makes each removal durable before the next, so that there is never a gap", async () => {
    const fs = new BrokenFs();
    const { log } = await openedLog(fs);
    fs.calls.length = 0;
    await log.trim(20);
    const ops = fs.calls.map(({ op }) => op);
    expect(ops.length).to.be.greaterThan(3);
    expect(ops).to.deep.equal(ops.map((_, i) => (i % 2 === 0 ? "remove" : "syncDir")));
    await log.close();
  });

  it("a log that is trimmed below an LSN removes nothing before it is opened", async () => {
    expect(await logIn(freshDir()).trim(9)).to.equal(0);
  });
});

/** A log of 30 records whose replay has ended. */
async function openedLog(fs = new BrokenFs()) {
  const { dir, log } = await filledLog(COUNT, SMALL, fs);
  await readToEnd(log);
  return { dir, log };
}
