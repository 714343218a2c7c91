// Runs a whole database on a simulated disk through several lives: bursts of concurrent writes until the power is cut,
// then a start whose state is compared with the oracle.
// The decision: `parts` makes a database from a file system and nothing else, so the power cut affects everything that
// its parts store.
import { RESTORED_FROM_LOG } from "../../src/core/config/damage.ts";
import { Database } from "../../src/core/database/database.ts";
import type { DatabaseParts } from "../../src/core/database/parts.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { Checkpoints } from "../../src/storage/checkpoints.ts";
import type { FileSystem } from "../../src/storage/fs.ts";
import { LocalLog } from "../../src/storage/local-log.ts";
import { segmentFilesIn } from "../../src/storage/segment-files.ts";
import { payloadFilesIn, TestClock } from "../unit/core/fixtures.ts";
import { newEngine } from "../unit/engine/fixtures.ts";
import { between, bytes, pick, type Random } from "./chance.ts";
import { burst, look, type Writer } from "./crash-script.ts";
import { HandTimers } from "./hand-timers.ts";
import type { Plant } from "./log-rounds.ts";
import { Oracle, Violation } from "./oracle.ts";
import { endOfLife, type PowerTally } from "./power-tally.ts";
import { CALLS, type Call, SimFs } from "./sim-fs.ts";

const DATA_DIR = "/data";
const REACH = [10, 30, 80] as const;
const COMMITTING: readonly Call[] = ["write", "sync"];
/** These limits are so small that segments are constantly filled, rebuilt and merged. */
const SEGMENTS = { maxSlots: 12, vacuumMinSlots: 4, deletedThreshold: 0.3, spareSegments: 1 } as const;

/** The parts that a life gets: everything it stores goes to `fs`, below `dataDir`. */
export interface Ground {
  readonly fs: FileSystem;
  readonly dataDir: string;
  readonly random: Random;
  readonly clock: TestClock;
}

export interface CrashOptions {
  readonly parts?: (ground: Ground) => DatabaseParts;
  readonly plant?: Plant;
}

interface History {
  readonly random: Random;
  readonly tally: PowerTally;
  readonly timers: HandTimers;
  readonly clock: TestClock;
  readonly parts: (ground: Ground) => DatabaseParts;
  readonly plant: Plant;
  readonly writer: Writer;
  fs: SimFs;
}

/** A database with a log and an engine in memory. */
export function logOnly({ fs, dataDir, random, clock }: Ground): DatabaseParts {
  const log = new LocalLog(fs, dataDir, { segmentBytes: 4096, reserveBytes: 8192 });
  return { log, engine: newEngine(), clock, randomUuid: () => uuid(random), segments: SEGMENTS };
}

/** A database as in a server: with automatic checkpoints, and files of segments. */
export function withCheckpoints(ground: Ground): DatabaseParts {
  const { fs, dataDir } = ground;
  const parts = logOnly(ground);
  return {
    ...parts,
    engine: newEngine({ files: segmentFilesIn(fs, dataDir) }),
    checkpoints: new Checkpoints(fs, dataDir),
    payloadFiles: payloadFilesIn(fs, dataDir),
    checkpointing: { logBytes: 8192 },
  };
}

/** Runs one history of several lives. @throws Violation */
export function playDatabase(
  random: Random,
  lives: number,
  tally: PowerTally,
  { parts = withCheckpoints, plant = {} }: CrashOptions = {},
): Promise<void> {
  const timers = new HandTimers();
  const clock = new TestClock();
  const writer: Writer = { random, oracle: new Oracle(), now: () => clock.now(), points: 0 };
  const history: History = { random, tally, timers, parts, plant, clock, writer, fs: new SimFs(random) };
  return timers.during(async () => {
    for (let life = 0; life < lives; life++) await live(history);
  });
}

/** Runs one life from its start to its end. */
async function live(history: History): Promise<void> {
  const { random, plant, fs, clock, writer } = history;
  plant.before?.(fs, DATA_DIR);
  if (random() < 0.9) fs.cutAt(between(random, 1, pick(random, REACH)), pick(random, [COMMITTING, CALLS]));
  if (random() < 0.05) fs.failSyncAt(between(random, 1, 10));
  const parts = history.parts({ fs: plant.fs?.(fs) ?? fs, dataDir: DATA_DIR, random, clock });
  const database = new Database(planted(parts, plant));
  try {
    const report = await database.load();
    // Repairs from the log count as a loss, too: files that only a power cut has affected must not need one.
    const mended = report?.faults.find((fault) => fault.includes(RESTORED_FROM_LOG));
    if (mended) throw new Violation(mended);
    writer.oracle.verify(await look(database));
    const bursts = between(random, 0, 14);
    for (let i = 0; i < bursts && isFit(fs); i++) {
      for (const answer of await burst(writer, database)) {
        if (answer.status === "rejected" && (isFit(fs) || answer.reason instanceof Violation))
          throw answer.reason;
      }
      if (random() < 0.15) history.timers.fire();
    }
    if (random() < 0.3) await database.close();
  } catch (error) {
    if (error instanceof Violation) throw error;
    if (isFit(fs)) throw new Violation(`failed without a reason: ${(error as Error).stack}`);
  } finally {
    history.timers.clear();
    history.fs = endOfLife(fs, random, history.tally);
    await letGo(database, parts.engine);
  }
}

function planted(parts: DatabaseParts, plant: Plant): DatabaseParts {
  const { log, checkpoints } = parts;
  return {
    ...parts,
    log: plant.log?.(log) ?? log,
    ...(checkpoints && { checkpoints: plant.checkpoints?.(checkpoints) ?? checkpoints }),
  };
}

/** Frees the memory of a life whose process and disk are gone. */
async function letGo(database: Database, engine: Engine): Promise<void> {
  await database.close().catch(() => {});
  await engine.close().catch(() => {});
}

const isFit = (fs: SimFs) => fs.cutIn === null && !fs.syncFailed;

function uuid(random: Random): string {
  const hex = Buffer.from(bytes(random, 16)).toString("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}
