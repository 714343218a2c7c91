// Every call to the file system fails, once and from then on, with each of several errors, while a database writes and
// takes checkpoints. It keeps serving what it acknowledged, a failed checkpoint can be repeated, and a start on an
// intact disk finds everything acknowledged and no damage. STRIDE=1 tries every call (by default one in forty), SEED
// chooses the first.

import { expect } from "chai";
import { Database } from "../../../src/core/database/database.ts";
import { MemoryFs } from "../../../src/storage/memory-fs.ts";
import { countOf, roundRandom, seedOf } from "../../support/chance.ts";
import { withCheckpoints } from "../../support/crash-rounds.ts";
import { burst, look, type Writer } from "../../support/crash-script.ts";
import { Oracle } from "../../support/oracle.ts";
import { itOnceIn } from "../../support/weekly.ts";
import { BrokenFs, IoError } from "../storage/broken-fs.ts";
import { payloadFilesIn, TestClock } from "./fixtures.ts";

const DIR = "/data";
const BURSTS = 12;
const CHECKPOINT_EVERY = 4;
const STRIDE = countOf("STRIDE", 40);
const FAILURES = {
  EIO: new IoError("EIO", 30),
  ENOSPC: new IoError("ENOSPC"),
  "a short write, then ENOSPC": new IoError("ENOSPC", 100),
  EMFILE: new IoError("EMFILE"),
};

/** The outcome of one run of the script. */
interface Run {
  readonly calls: number;
  /** Whether the start failed. */
  readonly refused: boolean;
  /** Whether a checkpoint failed. */
  failed: boolean;
  /** The error of the last checkpoint, which was tried twice. */
  failure: Error | null;
}

/** @param fail is called before each call with its number from 1 on, and throws to make the call fail */
async function run(seed: number, fail: (call: number) => void): Promise<Run> {
  const random = roundRandom(seed, 0);
  const clock = new TestClock();
  const writer: Writer = {
    random,
    oracle: new Oracle(),
    now: () => clock.now(),
    points: 0,
    neverMarks: true,
  };
  const disk = new MemoryFs();
  disk.mkdir(DIR);
  const fs = new BrokenFs(disk);
  fs.before = () => fail(fs.calls.length);
  const parts = withCheckpoints({ fs, dataDir: DIR, random, clock });
  // Payloads are read from the disk itself, without failures.
  const database = new Database({ ...parts, payloadFiles: payloadFilesIn(disk, DIR) });
  const outcome: Run = { calls: fs.calls.length, refused: false, failed: false, failure: null };
  const loaded = await database.load().catch((error: Error) => error);
  if (!(loaded instanceof Error)) await script(writer, database, outcome);
  await verify(disk.clone(), writer.oracle, clock, random);
  await database.close().catch(() => {});
  return { ...outcome, calls: fs.calls.length, refused: loaded instanceof Error };
}

async function script(writer: Writer, database: Database, outcome: Run): Promise<void> {
  for (let i = 1; i <= BURSTS; i++) {
    await burst(writer, database);
    if (i % CHECKPOINT_EVERY > 0) continue;
    const isTaken = () =>
      database.checkpoint().then(
        () => true,
        () => false,
      );
    if (!(await isTaken())) outcome.failed = true;
  }
  // Acknowledged points are still served, and a checkpoint succeeds as soon as the disk allows it.
  await look(database);
  const failureOf = () =>
    database.checkpoint().then(
      () => null,
      (error: Error) => error,
    );
  outcome.failure = (await failureOf()) && (await failureOf());
}

/** Starts a database on the disk without failures, and compares it with the oracle. */
async function verify(disk: MemoryFs, oracle: Oracle, clock: TestClock, random: () => number): Promise<void> {
  const database = new Database(withCheckpoints({ fs: disk, dataDir: DIR, random, clock }));
  const report = await database.load();
  if (report!.faults.length > 0) throw new Error(report!.faults.join("\n"));
  oracle.verify(await look(database));
  await database.checkpoint();
  await database.close();
}

describe("a database whose n-th file system call fails", () => {
  const itSampled = itOnceIn(3);
  for (const [name, error] of Object.entries(FAILURES)) {
    for (const times of [1, Number.POSITIVE_INFINITY]) {
      itSampled(
        `a database whose n-th file system call fails keeps what it acknowledged: ${name}, ${times === 1 ? "once" : "from then on"}`,
        async () => {
          const seed = seedOf();
          const { calls } = await run(seed, () => {});
          expect(calls).to.be.greaterThan(200);
          let failed = 0;
          for (let nth = 1 + (seed % STRIDE); nth <= calls; nth += STRIDE) {
            const fail = (call: number) => {
              if (call >= nth && call < nth + times) throw error;
            };
            const outcome = await run(seed, fail).catch((reason: Error) => {
              throw new Error(`SEED=${seed}, call ${nth}: ${reason.stack}`);
            });
            if (outcome.failed) failed++;
            if (times === 1 && !outcome.refused)
              expect(outcome.failure?.stack, `call ${nth}`).to.equal(undefined);
          }
          expect(failed, "checkpoints that failed").to.be.greaterThan(0);
        },
      );
    }
  }
});
