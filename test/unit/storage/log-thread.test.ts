// The log behind the same interface on a thread of its own.
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { ThreadLog } from "../../../src/storage/log-thread.ts";
import { bodyOf, closedLog, edit, freshDir, plain, rejection, segmentPath } from "./fixtures.ts";

describe("the log on its own thread", () => {
  it("appends, closes, reopens and reads, in shared memory", async () => {
    const dir = freshDir();
    const log = ThreadLog.start(dir);
    expect(await log.open()).to.include({ lastLsn: 0, unclean: false });
    expect(await log.readNext()).to.deep.equal([]);
    expect(await Promise.all([log.append(1, bodyOf(1)), log.append(2, bodyOf(2))])).to.deep.equal([1, 2]);
    await log.close();

    const again = ThreadLog.start(dir);
    expect(await again.open()).to.include({ lastLsn: 2, unclean: false });
    const records = await again.readNext();
    expect(plain(records)).to.deep.equal([
      { lsn: 1, type: 1, body: [...bodyOf(1)] },
      { lsn: 2, type: 2, body: [...bodyOf(2)] },
    ]);
    expect(records[0]!.body.buffer).to.be.instanceOf(SharedArrayBuffer);
    await again.close();
  });

  it("tells why it cannot start", async () => {
    const dir = await closedLog(1);
    edit(segmentPath(dir), (bytes) => bytes.subarray(0, 50));
    const log = ThreadLog.start(dir);
    const error = await rejection(log.open());
    expect(error).to.include({ code: "START_REFUSED" });
    expect(error.message).to.include("is damaged at byte 32, LSN 1");
    await log.close();
  });

  it("refuses appends as read-only once its thread has died, also those on their way", async () => {
    const dying = 'require("node:worker_threads").parentPort.once("message", () => process.exit(3))';
    const log = new ThreadLog(new Worker(dying, { eval: true }));
    const onTheirWay = [1, 2].map((type) => rejection(log.append(type, bodyOf(1))));
    for (const error of await Promise.all(onTheirWay))
      expect(error).to.include({ code: "STORAGE_READ_ONLY" });
    expect(await rejection(log.append(1, bodyOf(2)))).to.include({ code: "STORAGE_READ_ONLY" });
  });
});
