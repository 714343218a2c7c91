// The log as a port, and its implementation on the calling thread with files. What every implementation must keep to is in
// test/support/log-conformance.ts.
// The decision: group commit. While one group is being written and synced, appends queue up; the next commit takes all
// of them with one write and one fdatasync, so a thousand clients need hardly more syncs than one.
//
// A full disk: records that are not urgent are refused, at once and without touching the disk, until there is room
// again. Urgent ones (deletes and drops, which lead to room) may use the reserve. See reserve.ts.

import { DiskFull, StorageReadOnly } from "../errors/failures.ts";
import { BodyTooLarge } from "../errors/server.ts";
import { VectorDbError } from "../errors/vector-db-error.ts";
import type { Distribution } from "../metrics/histogram.ts";
import { defer } from "../scheduling/defer.ts";
import type { SyncTimes } from "./commit-times.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import { readLog } from "./log-reader.ts";
import { type RecoveredLog, recover, type TornTail } from "./recovery.ts";
import { type LogRecord, replay } from "./replay.ts";
import { RESERVE_BYTES, Reserve, withReserve } from "./reserve.ts";
import { SEGMENT_BYTES, Wal } from "./wal.ts";

export type { LogRecord };

/**
 * A sequence of records without gaps. `append` gives a record its number, `read` returns records from a number on, `trim` removes
 * those below one. Numbers are told only for records that are durable.
 */
export interface Log {
  /** Tells, before the log is opened, whether it has all records from one LSN to another, intact. Changes nothing. */
  holds(fromLsn: number, toLsn: number): Promise<boolean>;
  /**
   * Recovers the log. To be called once, before everything else.
   * @param fromLsn records below are not needed (1: all are): segments that hold no others are not looked into
   * @throws StartRefused when acknowledged records are damaged or missing
   */
  open(fromLsn?: number): Promise<LogReport>;
  /**
   * Returns durable records from `fromLsn` on, in order and without gaps, about 8 MiB of them; none at the end, or when the log is closed. Bodies are good until
   * the call after the next: one batch may be asked for while the one before is being applied. To go on where the call before
   * ended costs nothing; any other start reads a file from its beginning.
   * @throws VectorDbError when the record has been trimmed, StartRefused when a record is damaged
   */
  read(fromLsn: number): Promise<LogRecord[]>;
  /**
   * Resolves with the record's LSN once it is durable. Its body must not change until then.
   * @throws DiskFull, StorageReadOnly, BodyTooLarge
   */
  append(record: NewRecord): Promise<number>;
  /**
   * Removes segments all of whose records are below `lsn` and have been read since the start; never the last one.
   * @returns the bytes removed
   * @throws VectorDbError when a file cannot be removed: the log goes on, and the next call begins with that file
   */
  trim(lsn: number): Promise<number>;
  /**
   * From now on records go to a new segment: what was appended before can be trimmed for good, however much is written.
   * @throws DiskFull, StorageReadOnly
   */
  roll(): Promise<void>;
  stats(): Promise<LogStats>;
  /** Commits what is queued and notes that the stop was orderly. */
  close(): Promise<void>;
}

export interface LogReport {
  /** The oldest LSN the log still holds; `lastLsn + 1` if it holds none. */
  readonly firstLsn: number;
  readonly lastLsn: number;
  /** Remains of writes that were never acknowledged, now out of the way. */
  readonly torn: TornTail | null;
  /** The server before this one was not stopped in an orderly way. */
  readonly unclean: boolean;
}

export interface NewRecord {
  readonly type: number;
  readonly body: Uint8Array;
  /** For what leads to room on the disk: may use the reserve when the disk is full. */
  readonly urgent?: boolean;
}

export interface LogStats {
  /** The bytes of all files of the log, including the reserve. */
  readonly bytes: number;
  readonly segments: number;
  readonly firstLsn: number;
  readonly lastLsn: number;
  /** "read-only": after an I/O error, until a restart. */
  readonly state: "ok" | "disk full" | "read-only";
  /** Since the log was opened. */
  readonly commits: number;
  /** Times of the last 512 syncs. */
  readonly syncMs: SyncTimes;
  /** Times of all syncs since the log was opened. */
  readonly syncSeconds: Distribution;
}

/** The figures of a log that is not open or whose thread has ended. */
export const NO_STATS: LogStats = {
  bytes: 0,
  segments: 0,
  firstLsn: 1,
  lastLsn: 0,
  state: "read-only",
  commits: 0,
  syncMs: { p50: 0, p99: 0, max: 0 },
  syncSeconds: { bounds: [], counts: [0], sum: 0 },
};

export interface LogOptions {
  readonly segmentBytes?: number;
  /** How much room is kept for urgent records on a full disk; 0: none. */
  readonly reserveBytes?: number;
  /** How often the watermark is written, and room looked for on a full disk. */
  readonly intervalMs?: number;
}

/** The largest body of a record. */
export const MAX_RECORD_BYTES = 2 ** 30;
/** Where the next `read` goes on. */
interface Cursor {
  readonly batches: Iterator<LogRecord[]>;
  nextLsn: number;
}

/** Bodies in one commit: bounds how long the first of a large group waits for the last. */
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
  #cursor: Cursor | undefined;
  /** The last record that was read; infinite when the end was reached once. */
  #readLsn = 0;
  #queue: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param dataDir the log lives in its directory `wal` */
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
      // Whatever it is, opening the log says so.
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
    this.#readLsn = Math.max(this.#readLsn, records.at(-1)?.lsn ?? Number.POSITIVE_INFINITY);
    return records;
  }

  #nextBatch(wal: Wal, fromLsn: number): LogRecord[] {
    const { durableLsn } = wal;
    if (this.#cursor?.nextLsn === fromLsn) {
      const next = this.#cursor.batches.next();
      if (!next.done) {
        this.#cursor.nextLsn = next.value.at(-1)!.lsn + 1;
        return next.value;
      }
    }
    this.#cursor?.batches.return?.();
    this.#cursor = undefined;
    if (fromLsn > durableLsn) return [];
    const batches = replay(this.#fs, wal.segments, fromLsn, durableLsn);
    const { value: records } = batches.next() as IteratorYieldResult<LogRecord[]>;
    this.#cursor = { batches, nextLsn: records.at(-1)!.lsn + 1 };
    return records;
  }

  async trim(lsn: number): Promise<number> {
    return this.#wal?.trim(Math.min(lsn, this.#readLsn + 1)) ?? 0;
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

  append({ type, body, urgent = false }: NewRecord): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#wal === undefined) {
        reject(new StorageReadOnly({ cause: new Error("the log is not open") }));
        return;
      }
      if (body.length > MAX_RECORD_BYTES) {
        reject(new BodyTooLarge(MAX_RECORD_BYTES));
        return;
      }
      if (!urgent && !this.#wal.poisoned && !this.#reserve.hasRoom()) {
        reject(new DiskFull());
        return;
      }
      if (this.#queue.length === 0) defer(() => this.#commitGroup());
      this.#queue.push({ type, body, urgent, resolve, reject });
    });
  }

  async close(): Promise<void> {
    while (this.#queue.length > 0) this.#commitGroup();
    clearTimeout(this.#timer);
    this.#cursor?.batches.return?.();
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
    const admitted = short ? refuseUnlessUrgent(group, new DiskFull()) : group;
    try {
      commit(wal, admitted, short);
    } catch (error) {
      if (error instanceof DiskFull) this.#commitUrgent(wal, refuseUnlessUrgent(admitted, error));
      else refuse(admitted, error as VectorDbError);
    }
    this.#startTimer();
    if (this.#queue.length > 0) defer(() => this.#commitGroup());
  }

  /** Commits the urgent records of a group that did not fit. */
  #commitUrgent(wal: Wal, urgent: readonly Waiting[]): void {
    this.#reserve.noteFull();
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
    // In a page a timer is a number, and keeps nothing alive.
    this.#timer.unref?.();
  }

  #tick(): void {
    this.#timer = undefined;
    if (this.#wal === undefined || this.#wal.poisoned) return;
    if (!this.#reserve.hasRoom()) this.#startTimer();
    try {
      this.#wal.writeWatermark();
    } catch (error) {
      // A failure has poisoned the log, or the disk is full: the next append says so.
      if (!(error instanceof VectorDbError)) throw error;
    }
  }
}

function commit(wal: Wal, group: readonly Waiting[], sparing: boolean): void {
  if (group.length === 0) return;
  const before = wal.durableLsn;
  wal.append(group, sparing);
  group.forEach(({ resolve }, i) => {
    resolve(before + 1 + i);
  });
}

function refuse(group: readonly Waiting[], error: VectorDbError): void {
  for (const { reject } of group) reject(error);
}

/** Those that are urgent; the others are refused. */
function refuseUnlessUrgent(group: readonly Waiting[], error: DiskFull): Waiting[] {
  const urgent = group.filter(({ urgent }) => urgent === true);
  refuse(
    group.filter((waiting) => !waiting.urgent),
    error,
  );
  return urgent;
}
