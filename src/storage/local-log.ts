// The log in files of this machine, in the calling thread.
// The decision: group commit. While one group is written and synced, appends wait in a queue; the next commit takes all
// of them with one write and one fdatasync, so a thousand clients need hardly more syncs than one.
//
// Records that are kept elsewhere are written only, and synced a moment later or with the next records that are not.
// When the disk is full, records that are not urgent are refused at once, without a call to the disk, until there is
// space again. Urgent ones (deletes and drops, which lead to free space) may use the reserve (reserve.ts).

import { DiskFull, StorageReadOnly } from "../errors/failures.ts";
import { BodyTooLarge } from "../errors/server.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import { defer } from "../scheduling/defer.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import { LaterSync } from "./later-sync.ts";
import {
  type Log,
  type LogRecord,
  type LogReport,
  type LogStats,
  MAX_RECORD_BYTES,
  type NewRecord,
  NO_STATS,
} from "./log.ts";
import { readLog } from "./log-reader.ts";
import { type RecoveredLog, recover } from "./recovery.ts";
import { replay } from "./replay.ts";
import { RESERVE_BYTES, Reserve, withReserve } from "./reserve.ts";
import { SEGMENT_BYTES, Wal } from "./wal.ts";

export interface LogOptions {
  readonly segmentBytes?: number;
  /** The bytes that are reserved for urgent records on a full disk; 0: none. */
  readonly reserveBytes?: number;
  /** How often, in ms, the watermark is written and a full disk is checked for free space. */
  readonly intervalMs?: number;
}

/** A position at which a later `read` can continue. */
interface Cursor {
  readonly batches: Iterator<LogRecord[]>;
  nextLsn: number;
}

/** The readers that can continue where they ended; each holds a file and the memory of a few batches. */
const MAX_CURSORS = 8;

/** The most bytes of bodies in one commit. This bounds how long the first record of a group waits for the last. */
const GROUP_BYTES = 8 * 2 ** 20;
const INTERVAL_MS = 1000;

interface Waiting extends NewRecord {
  resolve(lsn: number): void;
  reject(error: VectorDbError): void;
}

export class LocalLog implements Log {
  readonly #fs: FileSystem;
  readonly #dataDir: string;
  readonly #dir: string;
  readonly #segmentBytes: number;
  readonly #intervalMs: number;
  readonly #reserve: Reserve;
  #wal: Wal | undefined;
  /** The one that was used last is at the end. */
  #cursors: Cursor[] = [];
  /** The LSN of the last record that was read; infinite once the end was reached. */
  #readLsn = 0;
  #queue: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #laterSync = new LaterSync();

  /** @param dataDir the data directory; the log is in its directory `wal` */
  constructor(fs: FileSystem, dataDir: string, options: LogOptions = {}) {
    this.#fs = fs;
    this.#dataDir = dataDir;
    this.#dir = joinPath(dataDir, "wal");
    this.#segmentBytes = options.segmentBytes ?? SEGMENT_BYTES;
    this.#intervalMs = options.intervalMs ?? INTERVAL_MS;
    this.#reserve = new Reserve(fs, this.#dir, options.reserveBytes ?? RESERVE_BYTES, this.#intervalMs);
  }

  async holds(fromLsn: number, toLsn: number): Promise<boolean> {
    try {
      for (const piece of readLog(this.#fs, this.#dataDir, fromLsn)) {
        if (piece.kind === "damage" && piece.damage.lsn <= toLsn) return false;
        if (piece.kind === "end") return piece.end.nextLsn > toLsn;
      }
    } catch {
      // Opening the log will report this error.
    }
    return false;
  }

  async open(fromLsn = 1): Promise<LogReport> {
    const log: RecoveredLog = withReserve(this.#fs, this.#dir, () => recover(this.#fs, this.#dir, fromLsn));
    const { segments, lastLsn, torn, unclean } = log;
    this.#wal = new Wal(this.#fs, this.#dir, log, this.#segmentBytes);
    this.#readLsn = fromLsn - 1;
    this.#reserve.open();
    if (this.#reserve.short) this.#startTimer();
    return { firstLsn: segments[0]!.startLsn, lastLsn, torn, unclean };
  }

  async read(fromLsn: number): Promise<LogRecord[]> {
    const wal = this.#wal;
    if (wal === undefined) return [];
    const { firstLsn } = wal;
    if (fromLsn < firstLsn) {
      throw new VectorDbError(
        "INTERNAL",
        `LSN ${fromLsn} has been removed from the log, which begins with LSN ${firstLsn}`,
      );
    }
    const records = this.#nextBatch(wal, fromLsn);
    // A call that skips records does not count the skipped ones as read.
    if (fromLsn <= this.#readLsn + 1) {
      this.#readLsn = Math.max(this.#readLsn, records.at(-1)?.lsn ?? Number.POSITIVE_INFINITY);
    }
    return records;
  }

  #nextBatch(wal: Wal, fromLsn: number): LogRecord[] {
    const continued = this.#cursors.find(({ nextLsn }) => nextLsn === fromLsn);
    if (continued) {
      this.#cursors = this.#cursors.filter((cursor) => cursor !== continued);
      const next = continued.batches.next();
      if (!next.done) return this.#keep(continued, next.value);
    }
    const { lastLsn } = wal;
    if (fromLsn > lastLsn) return [];
    const batches = replay(this.#fs, wal.segments, fromLsn, lastLsn);
    const { value: records } = batches.next() as IteratorYieldResult<LogRecord[]>;
    return this.#keep({ batches, nextLsn: 0 }, records);
  }

  /** Keeps the position behind the records, for the reader that continues there. */
  #keep(cursor: Cursor, records: LogRecord[]): LogRecord[] {
    cursor.nextLsn = records.at(-1)!.lsn + 1;
    this.#cursors.push(cursor);
    if (this.#cursors.length > MAX_CURSORS) this.#cursors.shift()!.batches.return?.();
    return records;
  }

  async trim(lsn: number): Promise<number> {
    return this.#wal?.trim(Math.min(lsn, this.#readLsn + 1)) ?? 0;
  }

  async sync(): Promise<void> {
    while (this.#queue.length > 0) this.#commitGroup();
    this.#wal?.sync();
  }

  async roll(): Promise<void> {
    this.#wal?.roll();
  }

  async stats(): Promise<LogStats> {
    if (this.#wal === undefined) return NO_STATS;
    const { bytes, ...rest } = this.#wal.stats();
    const state = this.#wal.poisoned ? "read-only" : this.#reserve.short ? "disk full" : "ok";
    return { ...rest, bytes: bytes + this.#reserve.sizeBytes, state };
  }

  append(record: NewRecord): Promise<number> {
    const { body, urgent = false } = record;
    return new Promise((resolve, reject) => {
      if (this.#wal === undefined) {
        reject(new StorageReadOnly({ cause: new Error("the log is not open") }));
        return;
      }
      if (body.length > MAX_RECORD_BYTES) {
        reject(new BodyTooLarge(MAX_RECORD_BYTES));
        return;
      }
      if (!urgent && !this.#wal.poisoned && !this.#reserve.isReserveFree()) {
        reject(new DiskFull());
        return;
      }
      if (this.#queue.length === 0) defer(() => this.#commitGroup());
      this.#queue.push({ resolve, reject, ...record, urgent });
    });
  }

  async close(): Promise<void> {
    while (this.#queue.length > 0) this.#commitGroup();
    clearTimeout(this.#timer);
    this.#laterSync.stop();
    for (const { batches } of this.#cursors.splice(0)) batches.return?.();
    const wal = this.#wal;
    this.#wal = undefined;
    this.#reserve.close();
    wal?.close();
  }

  #commitGroup(): void {
    const wal = this.#wal;
    const group = this.#takeGroup();
    if (wal === undefined || group.length === 0) return;
    const short = this.#reserve.short && !wal.poisoned;
    const admitted = inOrder(short ? refuseUnlessUrgent(group, new DiskFull()) : group, wal.lastLsn + 1);
    try {
      commit(wal, admitted, short);
    } catch (error) {
      if (error instanceof DiskFull) this.#commitUrgent(wal, refuseUnlessUrgent(admitted, error));
      else refuse(admitted, error as VectorDbError);
    }
    this.#startTimer();
    this.#laterSync.note(wal);
    if (this.#queue.length > 0) defer(() => this.#commitGroup());
  }

  /** Commits the urgent records of a group that did not fit and refuses the others. */
  #commitUrgent(wal: Wal, candidates: readonly Waiting[]): void {
    this.#reserve.noteFull();
    const urgent = inOrder(candidates, wal.lastLsn + 1);
    if (urgent.length === 0) return;
    this.#reserve.give();
    try {
      commit(wal, urgent, true);
    } catch (error) {
      refuse(urgent, error as VectorDbError);
    }
  }

  #takeGroup(): Waiting[] {
    let sizeBytes = 0;
    let count = 0;
    while (count < this.#queue.length && (count === 0 || sizeBytes < GROUP_BYTES)) {
      sizeBytes += this.#queue[count++]!.body.length;
    }
    return this.#queue.splice(0, count);
  }

  #startTimer(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#tick(), this.#intervalMs);
    // In a web page a timer is a number and keeps nothing alive.
    this.#timer.unref?.();
  }

  #tick(): void {
    this.#timer = undefined;
    if (this.#wal === undefined || this.#wal.poisoned) return;
    if (!this.#reserve.isReserveFree()) this.#startTimer();
    try {
      this.#wal.writeWatermark();
    } catch (error) {
      // The log has become read-only or the disk is full; the next append reports it.
      if (!(error instanceof VectorDbError)) throw error;
    }
  }
}

function commit(wal: Wal, group: readonly Waiting[], sparing: boolean): void {
  if (group.length === 0) return;
  const before = wal.lastLsn;
  wal.append(group, sparing, !group.every(({ isKeptElsewhere = false }) => isKeptElsewhere));
  group.forEach(({ resolve }, i) => {
    resolve(before + 1 + i);
  });
}

function refuse(group: readonly Waiting[], error: VectorDbError): void {
  for (const { reject } of group) reject(error);
}

/** Returns the records that get the LSNs that they must have, and refuses the others. */
function inOrder(group: readonly Waiting[], firstLsn: number): readonly Waiting[] {
  const admitted: Waiting[] = [];
  for (const waiting of group) {
    const lsn = firstLsn + admitted.length;
    if (waiting.lsn === undefined || waiting.lsn === lsn) admitted.push(waiting);
    else refuse([waiting], new VectorDbError("INTERNAL", `the record ${waiting.lsn} would get LSN ${lsn}`));
  }
  return admitted;
}

/** Returns the urgent records of a group and refuses the others with `error`. */
function refuseUnlessUrgent(group: readonly Waiting[], error: DiskFull): Waiting[] {
  const urgent = group.filter(({ urgent }) => urgent === true);
  refuse(
    group.filter((waiting) => !waiting.urgent),
    error,
  );
  return urgent;
}
