// Tests for every implementation of the log: order, no gaps, and acknowledged records are read after it is opened
// again.
// The decision: they use only the port, so a remote implementation can run the same tests.
import { expect } from "chai";
import type { Log, LogRecord } from "../../src/storage/log.ts";
import { batchesOf } from "./log-batches.ts";

/** The storage of one log. */
export interface LogHome {
  /** Returns a log over the files that the one before has left. */
  start(): Log;
  /** Returns the log as after a crash of its process at this moment. */
  afterCrash(): Log;
}

const COUNT = 40;

const bodyOf = (lsn: number) => Uint8Array.from({ length: (lsn * 7) % 31 }, (_, i) => lsn + i);
const recordOf = (lsn: number) => ({ lsn, type: lsn % 5, body: [...bodyOf(lsn)] });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const plain = (records: readonly LogRecord[]) =>
  records.map(({ lsn, type, body }) => ({ lsn, type, body: [...body] }));

async function readFrom(log: Log, fromLsn: number) {
  const records: ReturnType<typeof recordOf>[] = [];
  for await (const batch of batchesOf(log, fromLsn)) records.push(...plain(batch));
  return records;
}

const append = (log: Log, lsn: number) => log.append({ type: lsn % 5, body: bodyOf(lsn) });

/** @param newHome makes storage for a log with files of a few records each, so that it can be trimmed */
export function describeLog(name: string, newHome: () => LogHome): void {
  describe(`the log ${name}`, () => {
    it("the log numbers records from 1 on in the order of the calls, however many run concurrently", async () => {
      const log = newHome().start();
      await log.open();
      const lsns = await Promise.all(range(1, COUNT).map((lsn) => append(log, lsn)));
      expect(lsns).to.deep.equal(range(1, COUNT));
      expect(await readFrom(log, 1)).to.deep.equal(range(1, COUNT).map(recordOf));
      await log.close();
    });

    it("the log reads from any record on, forwards and again", async () => {
      const log = newHome().start();
      await log.open();
      for (const lsn of range(1, COUNT)) await append(log, lsn);
      for (const from of [17, 1, COUNT, 2])
        expect(await readFrom(log, from)).to.deep.equal(range(from, COUNT).map(recordOf));
      expect(await log.read(COUNT + 1)).to.deep.equal([]);
      await log.close();
    });

    it("the log reads records that are appended after its end was reached", async () => {
      const log = newHome().start();
      await log.open();
      for (const lsn of range(1, 5)) {
        expect(await log.read(lsn)).to.deep.equal([]);
        await append(log, lsn);
        expect(plain(await log.read(lsn))).to.deep.equal([recordOf(lsn)]);
      }
      await log.close();
    });

    it("the log keeps acknowledged records when it is opened again, and continues behind them", async () => {
      const home = newHome();
      for (let life = 0; life < 3; life++) {
        const log = home.start();
        const before = life * COUNT;
        expect((await log.open()).lastLsn).to.equal(before);
        expect(await readFrom(log, 1)).to.deep.equal(range(1, before).map(recordOf));
        for (const lsn of range(before + 1, before + COUNT)) expect(await append(log, lsn)).to.equal(lsn);
        await log.close();
      }
    });

    it("the log keeps records that were acknowledged before a crash of its process", async () => {
      const home = newHome();
      const log = home.start();
      await log.open();
      await Promise.all(range(1, COUNT).map((lsn) => append(log, lsn)));
      const again = home.afterCrash();
      expect((await again.open()).lastLsn).to.equal(COUNT);
      expect(await readFrom(again, 1)).to.deep.equal(range(1, COUNT).map(recordOf));
      await Promise.all([log.close(), again.close()]);
    });

    it("the log numbers and returns records that are kept elsewhere among the others, and syncs them when asked", async () => {
      const home = newHome();
      const log = home.start();
      await log.open();
      const lsns = range(1, COUNT).map((lsn) =>
        log.append({ type: lsn % 5, body: bodyOf(lsn), isKeptElsewhere: lsn % 3 > 0 }),
      );
      expect(await Promise.all(lsns)).to.deep.equal(range(1, COUNT));
      await log.append({ type: (COUNT + 1) % 5, body: bodyOf(COUNT + 1), isKeptElsewhere: true });
      expect(await readFrom(log, 1)).to.deep.equal(range(1, COUNT + 1).map(recordOf));
      await log.sync();
      const again = home.afterCrash();
      expect((await again.open()).lastLsn).to.equal(COUNT + 1);
      await Promise.all([log.close(), again.close()]);
    });

    it("the log trims only records below a number, and refuses to read them", async () => {
      const home = newHome();
      const log = home.start();
      await log.open();
      for (const lsn of range(1, COUNT)) await append(log, lsn);
      await readFrom(log, 1);
      expect(await log.trim(20)).to.be.greaterThan(0);
      const { firstLsn, lastLsn } = await log.stats();
      expect(firstLsn).to.be.greaterThan(1).and.at.most(20);
      expect(lastLsn).to.equal(COUNT);
      expect(await readFrom(log, firstLsn)).to.deep.equal(range(firstLsn, COUNT).map(recordOf));
      const error = await log.read(firstLsn - 1).then(
        () => null,
        (refusal: Error) => refusal,
      );
      expect(error?.message)
        .to.include(`LSN ${firstLsn - 1} has been removed`)
        .and.include(`LSN ${firstLsn}`);
      await log.close();
      const again = home.start();
      expect(await again.open(20)).to.include({ firstLsn, lastLsn: COUNT });
      expect(await readFrom(again, 20)).to.deep.equal(range(20, COUNT).map(recordOf));
      expect(await append(again, COUNT + 1)).to.equal(COUNT + 1);
      await again.close();
    });

    it("the log trims no records that were not read since it was opened", async () => {
      const home = newHome();
      const log = home.start();
      await log.open();
      for (const lsn of range(1, COUNT)) await append(log, lsn);
      await log.close();
      const again = home.start();
      await again.open();
      expect(await again.trim(COUNT)).to.equal(0);
      expect(await readFrom(again, COUNT)).to.have.lengthOf(1);
      expect(await again.trim(COUNT)).to.equal(0);
      expect(await readFrom(again, 1)).to.have.lengthOf(COUNT);
      expect(await again.trim(COUNT)).to.be.greaterThan(0);
      await again.close();
    });
  });
}
