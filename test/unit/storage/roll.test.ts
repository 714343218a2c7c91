// A log that begins a new segment on request, so that everything before can be removed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { readToEnd } from "../../support/log-batches.ts";
import { BrokenFs, IoError } from "./broken-fs.ts";
import {
  crashCopy,
  expectedRecords,
  filledLog,
  freshDir,
  logIn,
  openAndRead,
  plain,
  rejection,
  walFiles,
} from "./fixtures.ts";

const COUNT = 5;
const SECRET = Buffer.from("what nobody may read any more");

const segmentsIn = (dir: string) => walFiles(dir).filter((name) => name.endsWith(".wal"));
const holdsSecret = (dir: string) =>
  walFiles(dir).some((name) => readFileSync(join(dir, "wal", name)).includes(SECRET));

/** A log whose replay has ended. */
async function runningLog(fs = new BrokenFs()) {
  const { dir, log } = await filledLog(COUNT, {}, fs);
  await readToEnd(log);
  return { dir, log };
}

describe("a log that begins a new segment", () => {
  it("a log that begins a new segment keeps nothing of earlier segments when they are trimmed, and continues LSNs", async () => {
    const { dir, log } = await runningLog();
    const lsn = await log.append({ type: 1, body: SECRET });
    await log.trim(lsn + 1);
    expect(holdsSecret(dir), "without a new segment").to.equal(true);
    await log.roll();
    expect(await log.append({ type: 2, body: new Uint8Array(3) })).to.equal(lsn + 1);
    expect(await log.trim(lsn + 1)).to.be.greaterThan(SECRET.length);
    expect(holdsSecret(dir)).to.equal(false);
    await log.close();
    const { log: again, records } = await openAndRead(dir, nodeFs, {}, lsn + 1);
    expect(records.map((record) => record.lsn)).to.deep.equal([lsn + 1]);
    await again.close();
  });

  it("a log that begins a new segment begins no segment when the last one is empty", async () => {
    const { dir, log } = await runningLog();
    for (let i = 0; i < 3; i++) await log.roll();
    expect(segmentsIn(dir)).to.have.length(2);
    await log.close();
  });

  it("a log that begins a new segment does nothing before it is opened", async () => {
    const fs = new BrokenFs();
    const log = logIn(freshDir(), fs);
    const before = fs.calls.length;
    await log.roll();
    expect(fs.calls).to.have.length(before);
  });

  it("a log that begins a new segment has every record whichever call fails or is the last before a power cut", async () => {
    let failures = 0;
    for (let nth = 1, failed = true; failed; nth++) {
      const fs = new BrokenFs();
      const { dir, log } = await runningLog(fs);
      const first = fs.calls.length + nth;
      let cut = "";
      fs.before = () => {
        if (fs.calls.length !== first) return;
        cut = crashCopy(dir);
        throw new IoError("EIO");
      };
      failed = await log.roll().then(
        () => false,
        () => true,
      );
      fs.before = () => {};
      if (failed) {
        failures++;
        expect(await rejection(log.append({ type: 1, body: SECRET }))).to.include({
          code: "STORAGE_READ_ONLY",
        });
      }
      await log.close();
      for (const at of failed ? [cut, dir] : [dir]) {
        const { log: again, records } = await openAndRead(at);
        expect(plain(records), `call ${nth}`).to.deep.equal(expectedRecords(COUNT));
        await again.close();
      }
    }
    expect(failures).to.be.greaterThan(4);
  });

  it("a log that begins a new segment continues in the old segment when there is no space for a new one", async () => {
    const fs = new BrokenFs();
    const { dir, log } = await runningLog(fs);
    fs.before = (op) => {
      if (op === "write") throw new IoError("ENOSPC");
    };
    expect(await rejection(log.roll())).to.include({ code: "DISK_FULL" });
    fs.before = () => {};
    expect(await log.append({ type: 1, body: SECRET })).to.equal(COUNT + 1);
    expect((await log.stats()).state).to.equal("ok");
    expect(segmentsIn(dir)).to.have.length(1);
    await log.close();
    const { log: again, records } = await openAndRead(dir);
    expect(records).to.have.length(COUNT + 1);
    await again.close();
  });
});
