// The log without faults: order, durability, commit groups, segments.
import { statSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { StorageReadOnly } from "../../../src/errors/failures.ts";
import { BodyTooLarge } from "../../../src/errors/server.ts";
import { LocalLog } from "../../../src/storage/local-log.ts";
import { MAX_RECORD_BYTES } from "../../../src/storage/log.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { batchesOf } from "../../support/log-batches.ts";
import { BrokenFs } from "./broken-fs.ts";
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
} from "./fixtures.ts";

describe("the log of a data directory", () => {
  it("the log is empty in an empty directory", async () => {
    const { log, report, records } = await openAndRead(freshDir());
    expect(report).to.deep.equal({ firstLsn: 1, lastLsn: 0, torn: null, unclean: false });
    expect(records).to.deep.equal([]);
    await log.close();
  });

  it("the log returns appended records in order after it was opened again", async () => {
    const { report, records } = await openAndRead(await closedLog(30));
    expect(report).to.deep.equal({ firstLsn: 1, lastLsn: 30, torn: null, unclean: false });
    expect(plain(records)).to.deep.equal(expectedRecords(30));
  });

  it("the log returns bodies and types of any kind", async () => {
    const record = fc.record({ type: fc.nat(0xffffffff), body: fc.uint8Array({ maxLength: 300 }) });
    const property = fc.asyncProperty(fc.array(record, { maxLength: 12 }), async (written) => {
      const dir = freshDir();
      const log = logIn(dir, nodeFs, { segmentBytes: 512 });
      await log.open();
      await Promise.all(written.map(({ type, body }) => log.append({ type, body })));
      await log.close();
      const { records, log: again } = await openAndRead(dir);
      await again.close();
      expect(plain(records)).to.deep.equal(
        written.map(({ type, body }, i) => ({ lsn: i + 1, type, body: [...body] })),
      );
    });
    await fc.assert(property, { numRuns: 40 }); // a failure prints its seed
  });

  it("the log returns records without a body, whatever memory the empty body was in", async () => {
    const dir = freshDir();
    const log = new LocalLog(nodeFs, dir, { reserveBytes: 0 });
    await log.open();
    for (const body of [new Uint8Array(0), new Uint8Array(new SharedArrayBuffer(0))])
      await log.append({ type: 1, body });
    await log.close();
    expect(plain((await openAndRead(dir)).records).map(({ body }) => body)).to.deep.equal([[], []]);
  });

  it("the log continues LSNs when it is opened again, and after a clean stop the same segment as well", async () => {
    const dir = await closedLog(3);
    for (let lsn = 4; lsn <= 6; lsn++) {
      const { log } = await openAndRead(dir);
      expect(await log.append({ type: 0, body: new Uint8Array(9) })).to.equal(lsn);
      await log.close();
    }
    expect(walFiles(dir)).to.deep.equal(["00000001.wal", "WATERMARK"]);
    expect((await openAndRead(dir)).records.map(({ lsn }) => lsn)).to.deep.equal([1, 2, 3, 4, 5, 6]);
  });

  it("the log returns bodies in shared memory, aligned to 8 bytes", async () => {
    const log = logIn(await closedLog(10));
    await log.open();
    for (const { body } of await log.read(1)) {
      expect(body.buffer).to.be.instanceOf(SharedArrayBuffer);
      expect(body.byteOffset % 8).to.equal(0);
    }
    await log.close();
  });

  it("the log reads a log of any size in the memory of three chunks", async () => {
    const dir = await closedLog(60, { segmentBytes: 400 });
    const log = logIn(dir);
    await log.open();
    const buffers = new Set<ArrayBufferLike>();
    let batches = 0;
    for await (const next of batchesOf(log)) {
      batches++;
      buffers.add(next[0]!.body.buffer);
    }
    await log.close();
    expect(batches).to.be.greaterThan(6);
    // A buffer is replaced when a chunk does not fit, which happens now and then with these sizes.
    expect(buffers.size).to.be.lessThan(batches);
  });

  it("the log keeps a batch until the call after the next, whatever empty segments are between them", async () => {
    for (let empty = 0; empty <= 3; empty++) {
      const dir = await closedLog(8);
      for (let number = 1; number <= 1 + empty; number++) {
        edit(segmentPath(dir, number), (bytes) => Buffer.concat([bytes, Buffer.from("torn")]));
        const { log } = await openAndRead(dir); // begins another segment
        if (number === 1 + empty)
          for (const lsn of [9, 10, 11]) await log.append({ type: lsn % 3, body: bodyOf(lsn) });
        await log.close();
      }
      const log = new LocalLog(nodeFs, dir, { reserveBytes: 0 });
      await log.open();
      const first = await log.read(1);
      const next = await log.read(first.at(-1)!.lsn + 1);
      expect(plain([...first, ...next]), `${empty} empty`).to.deep.equal(expectedRecords(11));
      await log.close();
    }
  });

  it("the log commits many concurrent appends with one write and one sync", async () => {
    const fs = new BrokenFs();
    const { log } = await filledLog(1, {}, fs);
    const [writes, syncs] = [fs.count("write"), fs.count("sync")];
    const lsns = await Promise.all(
      Array.from({ length: 500 }, () => log.append({ type: 1, body: new Uint8Array(100) })),
    );
    expect(lsns).to.deep.equal(Array.from({ length: 500 }, (_, i) => i + 2));
    expect([fs.count("write") - writes, fs.count("sync") - syncs]).to.deep.equal([1, 1]);
  });

  it("the log syncs before it acknowledges", async () => {
    const fs = new BrokenFs();
    const { log } = await filledLog(1, {}, fs);
    fs.calls.length = 0;
    await log.append({ type: 1, body: new Uint8Array(1) });
    expect(fs.calls.map(({ op }) => op)).to.deep.equal(["write", "sync"]);
  });

  it("the log continues in a new segment when one is full, and reads both", async () => {
    const dir = await closedLog(40, { segmentBytes: 512 });
    expect(walFiles(dir).length).to.be.greaterThan(4);
    expect(plain((await openAndRead(dir)).records)).to.deep.equal(expectedRecords(40));
  });

  it("the log writes a record larger than a segment, and than a read, to a segment of its own", async () => {
    const { dir, log } = await filledLog(2, { segmentBytes: 4096 });
    const large = new Uint8Array(9 * 2 ** 20).map((_, i) => i % 251);
    expect(await log.append({ type: 7, body: large })).to.equal(3);
    expect(await log.append({ type: 8, body: new Uint8Array(3) })).to.equal(4);
    await log.close();
    const { records } = await openAndRead(dir);
    expect(records.map(({ type }) => type)).to.deep.equal([1, 2, 7, 8]);
    expect(Buffer.compare(records[2]!.body, large)).to.equal(0);
    expect(walFiles(dir)).to.have.length(4);
  });

  it("the log allocates disk blocks ahead and frees them when it is closed", async () => {
    const { dir, log } = await filledLog(3);
    expect(statSync(segmentPath(dir)).size).to.equal(2 ** 20);
    await log.close();
    expect(statSync(segmentPath(dir)).size).to.be.lessThan(400);
  });

  it("the log reads records that were appended after it was opened behind the older ones", async () => {
    const dir = await closedLog(2);
    const log = logIn(dir);
    await log.open();
    await log.append({ type: 9, body: new Uint8Array(1) });
    const lsns: number[] = [];
    for await (const batch of batchesOf(log)) lsns.push(...batch.map(({ lsn }) => lsn));
    expect(lsns).to.deep.equal([1, 2, 3]);
    await log.append({ type: 9, body: new Uint8Array(1) });
    expect((await log.read(4)).map(({ lsn }) => lsn)).to.deep.equal([4]);
    expect(await log.read(5)).to.deep.equal([]);
    await log.close();
  });

  it("the log commits queued records before it closes, and refuses appends afterwards", async () => {
    const { dir, log } = await filledLog(0);
    const queued = Promise.all([
      log.append({ type: 1, body: new Uint8Array(1) }),
      log.append({ type: 1, body: new Uint8Array(1) }),
    ]);
    await log.close();
    expect(await queued).to.deep.equal([1, 2]);
    expect(await rejection(log.append({ type: 1, body: new Uint8Array(1) }))).to.be.instanceOf(
      StorageReadOnly,
    );
    expect((await openAndRead(dir)).report).to.include({ lastLsn: 2, unclean: false });
  });

  it("the log refuses a record above the limit", async () => {
    const { log } = await filledLog(0);
    const huge = { length: MAX_RECORD_BYTES + 1 } as Uint8Array;
    expect(await rejection(log.append({ type: 1, body: huge }))).to.be.instanceOf(BodyTooLarge);
  });

  it("the log refuses to open a segment of a newer format, with its name", async () => {
    const dir = crashCopy(await closedLog(1));
    edit(segmentPath(dir), (bytes) => {
      bytes.writeUInt32LE(2, 8);
      bytes.writeUInt32LE(nodeFs.crc32(bytes.subarray(8, 32)), 4);
      return bytes;
    });
    const { message } = await rejection(openAndRead(dir));
    expect(message).to.equal(
      `${segmentPath(dir)} has log format 2, this server knows formats up to 1; start a newer server`,
    );
  });
});
