// Runs a log on a simulated disk through several lives: each ends in a power cut, a kill or an orderly stop, and the
// next start is compared with the acknowledged records.
// The decision: records that a start has shown count as acknowledged from then on, because a user may have relied on
// them. So a log that serves records from the page cache only is detected at the next power cut. Records that are kept
// elsewhere may be missing after a cut, from any of them on, until something has synced the log.
import { StartRefused } from "../../src/errors/server.ts";
import type { Checkpoints } from "../../src/storage/checkpoints.ts";
import type { FileSystem } from "../../src/storage/fs.ts";
import { LocalLog } from "../../src/storage/local-log.ts";
import type { Log, LogRecord } from "../../src/storage/log.ts";
import { between, bytes, pick, type Random } from "./chance.ts";
import { HandTimers } from "./hand-timers.ts";
import { Violation } from "./oracle.ts";
import { endOfLife, type PowerTally } from "./power-tally.ts";
import { CALLS, type Call, SimFs } from "./sim-fs.ts";

const DATA_DIR = "/data";
const SEGMENT_BYTES = [512, 2048, 8192] as const;
/** The size of the reserve, small because a start writes it. */
const RESERVE_BYTES = 4096;
/** The number of calls until the power cut: within the start, soon after it, or after a few segments. */
const REACH = [8, 20, 50] as const;
/** Calls between which a commit is in progress. */
const COMMITTING: readonly Call[] = ["write", "sync"];
/** Sizes of bodies: empty, within a sector, across sectors. */
const BODY_BYTES = [0, 40, 600, 2000] as const;

/** A planted bug, between the log and its disk or between the log and its user. */
export interface Plant {
  fs?(fs: SimFs): FileSystem;
  log?(log: Log): Log;
  checkpoints?(checkpoints: Checkpoints): Checkpoints;
  /** Is called with the disk at the beginning of a life. */
  before?(fs: SimFs, dataDir: string): void;
}

type Draft = Pick<LogRecord, "type" | "body">;

interface History {
  readonly random: Random;
  readonly plant: Plant;
  readonly tally: PowerTally;
  readonly timers: HandTimers;
  readonly segmentBytes: number;
  fs: SimFs;
  /** Records that must exist, from LSN 1 on. */
  promised: Draft[];
  /** Records below this one may have been trimmed. */
  floor: number;
  /** Later records in order, which are acknowledged and kept elsewhere; a power cut may take the last of them. */
  unsynced: Draft[];
  /** Later records in order, of which any number may exist. */
  inDoubt: Draft[];
}

/** Runs one history of several lives. @throws Violation */
export function playLog(random: Random, lives: number, tally: PowerTally, plant: Plant = {}): Promise<void> {
  const timers = new HandTimers();
  const history: History = {
    ...{ random, plant, tally, timers, segmentBytes: pick(random, SEGMENT_BYTES) },
    ...{ fs: new SimFs(random), promised: [], floor: 1, unsynced: [], inDoubt: [] },
  };
  return timers.during(async () => {
    for (let life = 0; life < lives; life++) {
      history.plant.before?.(history.fs, DATA_DIR);
      await live(history);
      timers.clear();
      history.fs = endOfLife(history.fs, random, tally);
    }
  });
}

/** From a start to a stop, or to the cut on the way. */
async function live(history: History): Promise<void> {
  const { random, plant, fs, segmentBytes } = history;
  if (random() < 0.9)
    fs.cutAt(between(random, 1, pick(random, REACH)), pick(random, [COMMITTING, COMMITTING, CALLS]));
  if (random() < 0.05) fs.failSyncAt(between(random, 1, 8));
  const local = new LocalLog(plant.fs?.(fs) ?? fs, DATA_DIR, { segmentBytes, reserveBytes: RESERVE_BYTES });
  const log = plant.log?.(local) ?? local;
  try {
    const { lastLsn } = await log.open(history.floor);
    verify(history, await readAll(log, history.floor), lastLsn);
    const groups = between(random, 0, 30);
    for (let group = 0; group < groups && isFit(fs); group++) {
      await appendSome(history, log);
      if (random() < 0.2) await syncing(history, async () => history.timers.fire());
      if (random() < 0.05) await syncing(history, () => log.sync());
      if (random() < 0.02) await syncing(history, () => log.roll());
      if (random() < 0.1) await trimSome(history, log);
    }
    if (random() < 0.3) await syncing(history, () => log.close());
  } catch (error) {
    if (error instanceof Violation) throw error;
    if (isFit(fs)) throw new Violation(`refused without a reason: ${(error as Error).message}`);
    if (error instanceof StartRefused) throw new Violation(`refused to start: ${error.message}`);
  }
}

/** Does what syncs the log: everything that is acknowledged is promised then. */
async function syncing(history: History, work: () => Promise<void>): Promise<void> {
  await work();
  noteSynced(history);
}

function noteSynced(history: History): void {
  if (!isFit(history.fs)) return;
  history.promised.push(...history.unsynced);
  history.unsynced = [];
}

const isFit = (fs: SimFs) => fs.cutIn === null && !fs.syncFailed;

/** Checks each batch as late as it is valid: when the next one has been read. */
async function readAll(log: Log, fromLsn: number): Promise<LogRecord[]> {
  const records: LogRecord[] = [];
  for (let batch = await log.read(fromLsn); batch.length > 0; ) {
    const next = await log.read(batch.at(-1)!.lsn + 1);
    records.push(...batch.map((record) => ({ ...record, body: record.body.slice() })));
    batch = next;
  }
  return records;
}

async function appendSome(history: History, log: Log): Promise<void> {
  const { random, fs } = history;
  const drafts = Array.from({ length: between(random, 1, 4) }, () => ({
    type: between(random, 0, 9),
    body: bytes(random, between(random, 0, pick(random, BODY_BYTES))),
  }));
  const isKeptElsewhere = random() < 0.4;
  const results = await Promise.allSettled(drafts.map((draft) => log.append({ ...draft, isKeptElsewhere })));
  for (const [i, result] of results.entries()) {
    const draft = drafts[i]!;
    if (result.status === "rejected") {
      if (isFit(fs)) throw new Violation(`an append was refused: ${result.reason}`);
      history.inDoubt.push(draft);
      continue;
    }
    if (!isKeptElsewhere) noteSynced(history);
    (isKeptElsewhere ? history.unsynced : history.promised).push(draft);
    const lsn = history.promised.length + history.unsynced.length;
    if (history.inDoubt.length > 0) throw new Violation(`LSN ${lsn} was acknowledged behind a refused one`);
    if (result.value !== lsn) throw new Violation(`LSN ${lsn} was acknowledged as LSN ${result.value}`);
  }
}

async function trimSome(history: History, log: Log): Promise<void> {
  history.floor = between(history.random, history.floor, history.promised.length + 1);
  await log.trim(history.floor);
}

/** Requires all acknowledged records, then any number of those in doubt, unchanged, and nothing else. */
function verify(history: History, records: readonly LogRecord[], lastLsn: number): void {
  const { promised, unsynced, inDoubt, floor } = history;
  if (lastLsn < promised.length) {
    throw new Violation(`${promised.length} records were promised, ${lastLsn} are there`);
  }
  const known = [...promised, ...unsynced, ...inDoubt];
  const first = records[0]?.lsn ?? lastLsn + 1;
  if (first > floor) throw new Violation(`the log begins at LSN ${first}, it was trimmed to ${floor}`);
  for (const [i, { lsn, type, body }] of records.entries()) {
    const draft = known[lsn - 1];
    if (lsn !== first + i) throw new Violation(`LSN ${lsn} is there in the place of ${first + i}`);
    if (draft?.type !== type || Buffer.compare(draft.body, body) !== 0) {
      throw new Violation(`LSN ${lsn} is not what was ${lsn <= promised.length ? "promised" : "appended"}`);
    }
  }
  if (lastLsn !== first + records.length - 1) throw new Violation(`the last LSN is said to be ${lastLsn}`);
  history.promised = known.slice(0, lastLsn);
  history.unsynced = [];
  history.inDoubt = [];
}
