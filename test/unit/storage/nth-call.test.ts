// Calls to the file system that fail once, or from then on, with each of several errors, while forty records are
// appended and the log is trimmed. An intact file system has all acknowledged records afterwards, and no refused ones.
// STRIDE=1 tries each call (`npm run test:slow`; by default one in three), SEED chooses the first.

import { rmSync } from "node:fs";
import { expect } from "chai";
import { StorageReadOnly } from "../../../src/errors/failures.ts";
import type { VectorDbError } from "../../../src/errors/vector-db-error.ts";
import type { LocalLog } from "../../../src/storage/local-log.ts";
import { countOf, seedOf } from "../../support/chance.ts";
import { readToEnd } from "../../support/log-batches.ts";
import { itOnceIn } from "../../support/weekly.ts";
import { BrokenFs, IoError } from "./broken-fs.ts";
import { crashCopy, freshDir, logIn, openAndRead } from "./fixtures.ts";

const STRIDE = countOf("STRIDE", 3);
const APPENDS = 40;
const GROUP = 4;
const TRIM_BELOW = 9;
const OPTIONS = { segmentBytes: 1024, reserveBytes: 4096, intervalMs: 0 };
const FAILURES = {
  EIO: new IoError("EIO", 30),
  ENOSPC: new IoError("ENOSPC"),
  "a short write, then ENOSPC": new IoError("ENOSPC", 100),
  EMFILE: new IoError("EMFILE"),
};

/** The codes with which a log that continues refuses records. */
const REFUSALS = ["DISK_FULL", "TOO_MANY_OPEN_FILES"];

/** The outcomes of the records, each identified by the number in its body. */
class Outcome {
  readonly acked = new Map<number, number>();
  readonly refused = new Set<number>();
  /** Records that were being written when the log became read-only: they may be durable or not. */
  readonly inDoubt = new Set<number>();
  /** Records below this LSN may have been trimmed. */
  fromLsn = 1;
}

const bodyOf = (number: number) => new Uint8Array(40 + number).fill(number);

async function appendGroup(log: LocalLog, first: number, outcome: Outcome): Promise<void> {
  const sound = (await log.stats()).state !== "read-only";
  const appends = Array.from({ length: GROUP }, async (_, i) => {
    const number = first + i;
    try {
      outcome.acked.set(
        number,
        await log.append({ type: 1, body: bodyOf(number), urgent: number % 3 === 0 }),
      );
    } catch (error) {
      if (error instanceof StorageReadOnly && sound) outcome.inDoubt.add(number);
      else {
        expect((error as VectorDbError).code).to.be.oneOf(sound ? REFUSALS : ["STORAGE_READ_ONLY"]);
        outcome.refused.add(number);
      }
    }
  });
  await Promise.all(appends);
}

/** Opens a log, appends, and trims in the middle. `copy` is the directory as a kill would leave it. */
async function runScript(fs: BrokenFs): Promise<{ outcome: Outcome; copy: string }> {
  const outcome = new Outcome();
  const dir = freshDir();
  const log = logIn(dir, fs, OPTIONS);
  try {
    await log.open();
    await appendAll(log, outcome);
  } catch (error) {
    if (outcome.acked.size + outcome.refused.size > 0) throw error;
  }
  const copy = crashCopy(dir);
  fs.before = () => {};
  await log.close().catch(() => {});
  rmSync(dir, { recursive: true });
  return { outcome, copy };
}

async function appendAll(log: LocalLog, outcome: Outcome): Promise<void> {
  await readToEnd(log);
  for (let first = 1; first <= APPENDS; first += GROUP) {
    await appendGroup(log, first, outcome);
    if (first < APPENDS / 2 || outcome.acked.size < TRIM_BELOW) continue;
    outcome.fromLsn = TRIM_BELOW;
    await log.trim(TRIM_BELOW).catch(() => {});
  }
}

async function verify(dir: string, outcome: Outcome, what: string): Promise<void> {
  const { fromLsn } = outcome;
  const { records, report, log } = await openAndRead(dir, new BrokenFs(), OPTIONS, fromLsn);
  const found = new Map(records.map(({ body, lsn }) => [body[0]!, lsn]));
  for (const [number, lsn] of outcome.acked) {
    if (lsn >= fromLsn) expect(found.get(number), `record ${number}, ${what}`).to.equal(lsn);
  }
  for (const number of outcome.refused)
    expect(found.has(number), `record ${number}, ${what}`).to.equal(false);
  expect(records.map(({ lsn }) => lsn)).to.deep.equal(records.map((_, i) => fromLsn + i));
  expect(report.lastLsn, what).to.be.at.most(outcome.acked.size + outcome.inDoubt.size);
  await log.close();
  rmSync(dir, { recursive: true });
}

/** The number of calls when none fails. */
async function callsOfScript(): Promise<number> {
  const fs = new BrokenFs();
  let calls = 0;
  fs.before = () => {
    calls = fs.calls.length;
  };
  const { outcome, copy } = await runScript(fs);
  expect(outcome.acked.size).to.equal(APPENDS);
  await verify(copy, outcome, "no call failed");
  return calls;
}

describe("a log whose n-th file system call fails", () => {
  const itSampled = itOnceIn(3);
  for (const [name, error] of Object.entries(FAILURES)) {
    for (const times of [1, Number.POSITIVE_INFINITY]) {
      const often = times === 1 ? "once" : "from then on";
      itSampled(
        `a log whose n-th file system call fails keeps acknowledged records and no refused ones: ${name}, ${often}`,
        async () => {
          let [refused, inDoubt, acked] = [0, 0, 0];
          const calls = await callsOfScript();
          for (let nth = 1 + (seedOf() % STRIDE); nth <= calls; nth += STRIDE) {
            const fs = new BrokenFs();
            fs.durable = false;
            fs.before = () => {
              if (fs.calls.length >= nth && fs.calls.length < nth + times) throw error;
            };
            const { outcome, copy } = await runScript(fs);
            await verify(copy, outcome, `call ${nth}`);
            refused += outcome.refused.size;
            inDoubt += outcome.inDoubt.size;
            acked += outcome.acked.size;
          }
          expect(calls).to.be.greaterThan(60);
          expect(acked).to.be.greaterThan(calls / STRIDE);
          expect(refused, "refused").to.be.greaterThan(0);
          if (error.code === "EIO") expect(inDoubt, "in doubt").to.be.greaterThan(0);
        },
      );
    }
  }
});
