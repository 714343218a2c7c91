// A log whose disk fails: I/O errors make it read-only, and a full disk is retried.
import { expect } from "chai";
import { DiskFull, StorageReadOnly } from "../../../src/errors/failures.ts";
import { TooManyOpenFiles } from "../../../src/errors/files.ts";
import { BrokenFs, IoError, type Op } from "./broken-fs.ts";
import { bodyOf, crashCopy, filledLog, openAndRead, plain, rejection } from "./fixtures.ts";

/** A log of 3 records whose n-th call of `op` from now on fails. */
async function failingLog(op: Op, error: IoError, { nth = 1, times = 1, segmentBytes = 2 ** 26 } = {}) {
  const fs = new BrokenFs();
  const { dir, log } = await filledLog(3, { segmentBytes }, fs);
  let seen = 0;
  fs.before = (called) => {
    if (called !== op) return;
    seen++;
    if (seen >= nth && seen < nth + times) throw error;
  };
  return { fs, dir, log };
}

const lsnsIn = async (dir: string) => (await openAndRead(crashCopy(dir))).records.map(({ lsn }) => lsn);

describe("a log whose disk fails", () => {
  for (const op of ["write", "sync"] as const) {
    it(`a log whose disk fails becomes read-only after an I/O error of a ${op}: queued and later records are refused, and nothing is retried`, async () => {
      const { fs, log } = await failingLog(op, new IoError("EIO"));
      const group = await Promise.all(
        [1, 2, 3].map((type) => rejection(log.append({ type, body: bodyOf(4) }))),
      );
      const calls = fs.calls.length;
      for (const error of [...group, await rejection(log.append({ type: 1, body: bodyOf(4) }))]) {
        expect(error).to.be.instanceOf(StorageReadOnly);
        expect(error.cause).to.be.instanceOf(IoError);
      }
      expect((await log.stats()).state).to.equal("read-only");
      await log.close();
      expect(fs.calls.length, "calls after the error").to.equal(calls);
    });

    it(`a log whose disk fails refuses only one group of records when the disk is full at a ${op}, and continues when there is space`, async () => {
      const { dir, log } = await failingLog(op, new IoError("ENOSPC", 70));
      const group = await Promise.all([1, 2].map((type) => rejection(log.append({ type, body: bodyOf(4) }))));
      for (const error of group) expect(error).to.be.instanceOf(DiskFull);
      expect(await lsnsIn(dir), "after the refusal").to.deep.equal([1, 2, 3]);
      expect(await log.append({ type: 9, body: bodyOf(5) })).to.equal(4);
      await log.close();
      const { report, records } = await openAndRead(dir);
      expect(report).to.include({ lastLsn: 4, torn: null, unclean: false });
      expect(plain(records).at(-1)).to.deep.equal({ lsn: 4, type: 9, body: [...bodyOf(5)] });
    });
  }

  for (const code of ["EDQUOT", "EFBIG"]) {
    it(`a log whose disk fails treats ${code} as a full disk`, async () => {
      const { log } = await failingLog("write", new IoError(code));
      expect(await rejection(log.append({ type: 1, body: bodyOf(4) }))).to.be.instanceOf(DiskFull);
      expect(await log.append({ type: 1, body: bodyOf(4) })).to.equal(4);
    });
  }

  it("a log whose disk fails leaves no record of a refused group that a later start could read", async () => {
    const { dir, log } = await failingLog("sync", new IoError("ENOSPC"));
    await Promise.all([1, 2, 3].map((type) => rejection(log.append({ type, body: bodyOf(4) }))));
    await log.append({ type: 1, body: bodyOf(4) }); // the same bytes with which the refused group began
    expect(await lsnsIn(dir)).to.deep.equal([1, 2, 3, 4]);
  });

  it("a log whose disk fails becomes read-only when a write that did not fit cannot be undone", async () => {
    for (const op of ["truncate", "sync"] as const) {
      const { fs, log } = await failingLog("write", new IoError("ENOSPC", 70));
      const before = fs.before;
      fs.before = (called, path) => {
        if (called === op) throw new IoError("ENOSPC");
        before(called, path);
      };
      expect(await rejection(log.append({ type: 1, body: bodyOf(4) }))).to.be.instanceOf(StorageReadOnly);
    }
  });

  for (const op of ["open", "syncDir"] as const) {
    it(`a log whose disk fails refuses records when no descriptor is free for the ${op} of a new segment, and creates it later`, async () => {
      const { dir, log } = await failingLog(op, new IoError("EMFILE"), { times: 2, segmentBytes: 200 });
      for (let i = 0; i < 2; i++) {
        const error = await rejection(log.append({ type: 1, body: new Uint8Array(60) }));
        expect(error).to.be.instanceOf(TooManyOpenFiles);
        expect((await log.stats()).state).to.equal("ok");
        expect(await lsnsIn(dir), "after the refusal").to.deep.equal([1, 2, 3]);
      }
      // The record would fit into the old segment, which must not get records once there is a new one.
      expect(await log.append({ type: 1, body: new Uint8Array(1) })).to.equal(4);
      expect(await log.append({ type: 1, body: new Uint8Array(60) })).to.equal(5);
      expect(await lsnsIn(dir)).to.deep.equal([1, 2, 3, 4, 5]);
      await log.close();
      const { report, records } = await openAndRead(dir);
      expect(report).to.include({ lastLsn: 5, torn: null, unclean: false });
      expect(records).to.have.length(5);
    });
  }

  it("a log whose disk fails closes cleanly while the name of its next segment is not durable", async () => {
    const { dir, log } = await failingLog("syncDir", new IoError("EMFILE"), { times: 9, segmentBytes: 200 });
    expect(await rejection(log.append({ type: 1, body: new Uint8Array(60) }))).to.be.instanceOf(
      TooManyOpenFiles,
    );
    await log.close();
    const { report, log: again } = await openAndRead(dir);
    expect(report).to.include({ lastLsn: 3, torn: null, unclean: false });
    expect(await again.append({ type: 1, body: bodyOf(4) })).to.equal(4);
    await again.close();
  });

  it("a log whose disk fails refuses records when there is no space for a new segment, and creates it later", async () => {
    for (const op of ["open", "write", "sync", "rename"] as const) {
      const { dir, log } = await failingLog(op, new IoError("ENOSPC", 10), { segmentBytes: 200 });
      expect(await rejection(log.append({ type: 1, body: bodyOf(4) })), op).to.be.instanceOf(DiskFull);
      expect(await log.append({ type: 1, body: bodyOf(4) })).to.equal(4);
      expect(await lsnsIn(dir), op).to.deep.equal([1, 2, 3, 4]);
    }
  });

  it("a log whose disk fails becomes read-only when it is unknown whether the new segment exists", async () => {
    const { log } = await failingLog("syncDir", new IoError("ENOSPC"), { segmentBytes: 200 });
    expect(await rejection(log.append({ type: 1, body: bodyOf(4) }))).to.be.instanceOf(StorageReadOnly);
    expect(await rejection(log.append({ type: 1, body: bodyOf(4) }))).to.be.instanceOf(StorageReadOnly);
  });

  it("a log whose disk fails keeps every acknowledged record whichever call fails, and however often", async () => {
    for (const code of ["EIO", "ENOSPC"]) {
      for (const times of [1, Number.POSITIVE_INFINITY]) {
        for (let nth = 1, reached = true; reached; nth++) {
          const fs = new BrokenFs();
          const { dir, log } = await filledLog(2, { segmentBytes: 256 }, fs);
          const from = fs.calls.length + nth;
          fs.before = () => {
            if (fs.calls.length >= from && fs.calls.length < from + times) throw new IoError(code, 70);
          };
          const acked = [1, 2];
          for (let i = 0; i < 5; i++)
            await log.append({ type: i, body: bodyOf(i) }).then(
              (lsn) => acked.push(lsn),
              () => {},
            );
          reached = fs.calls.length >= from;
          fs.before = () => {};
          const found = await lsnsIn(dir);
          expect(found.slice(0, acked.length), `${code} at call ${nth}`).to.deep.equal(acked);
          await log.close().catch(() => {});
        }
      }
    }
  });
});
