// The log as a port: what the product needs of the sequence of records that makes its writes durable.
// The decision: append, read from, trim below, and what a start and a stop need. What every implementation must keep to
// is in test/support/log-conformance.ts.
import type { Distribution } from "../metrics/histogram.ts";
import type { SyncTimes } from "./commit-times.ts";
import type { TornTail } from "./recovery.ts";
import type { LogRecord } from "./replay.ts";

export type { LogRecord };

/** The maximum length of the body of a record. */
export const MAX_RECORD_BYTES = 2 ** 30;

/**
 * A sequence of records without gaps. `append` gives a record its number, `read` returns records from a number on,
 * `trim` removes those below one. Numbers are told only for records that are durable.
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
   * Returns durable records from `fromLsn` on, in order and without gaps, about 8 MiB of them; none at the end, or when
   * the log is closed. Bodies are good until the call after the next: one batch may be asked for while the one before
   * is being applied. To go on where the call before ended costs nothing; any other start reads a file from its
   * beginning.
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
