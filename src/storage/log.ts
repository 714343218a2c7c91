// The log as a port: what the product needs of the sequence of records that makes its writes durable.
// The decision: append, read from, trim below, and what a start and a stop need. What every implementation must keep to
// is in test/support/log-conformance.ts. A record that another log keeps already needs no sync of its own: a start
// without it takes it from there again.
import type { Distribution } from "../metrics/histogram.ts";
import type { SyncTimes } from "./commit-times.ts";
import type { TornTail } from "./recovery.ts";
import type { LogRecord } from "./replay.ts";

export type { LogRecord };

/** The maximum length of the body of a record. */
export const MAX_RECORD_BYTES = 2 ** 30;

/**
 * A sequence of records without gaps. `append` gives a record its LSN, `read` returns records from an LSN on, and
 * `trim` removes records below an LSN. An LSN is returned only after its record is durable, here or where it is kept.
 */
export interface Log {
  /** Returns, before the log is opened, whether it has all records from one LSN to another, intact. Changes nothing. */
  holds(fromLsn: number, toLsn: number): Promise<boolean>;
  /**
   * Recovers the log. It must be called once, before all other methods but `holds`.
   * @param fromLsn the first needed record (1: all are needed): segments that end below it are not read
   * @throws StartRefused when acknowledged records are damaged or missing
   */
  open(fromLsn?: number): Promise<LogReport>;
  /**
   * Returns appended records from `fromLsn` on, in order and without gaps, about 2 MiB of them; none at the end, or
   * when the log is closed. Bodies are valid until the second call that continues behind them, so a batch can be read
   * while the one before is applied. Continuing where one of the last few readers ended is cheap; any other `fromLsn`
   * reads a file from its beginning.
   * @throws VectorDbError when the record has been trimmed, StartRefused when a record is damaged
   */
  read(fromLsn: number): Promise<LogRecord[]>;
  /**
   * Resolves with the record's LSN once it is durable, or only written if it is kept elsewhere. Its body must not
   * change until then.
   * @throws DiskFull, StorageReadOnly, BodyTooLarge
   */
  append(record: NewRecord): Promise<number>;
  /**
   * Removes segments all of whose records are below `lsn` and have been read since the start; never the last one.
   * @returns the removed bytes
   * @throws VectorDbError when a file cannot be removed: the log continues, and the next call begins with that file
   */
  trim(lsn: number): Promise<number>;
  /** Makes all records durable here that have an LSN. @throws StorageReadOnly */
  sync(): Promise<void>;
  /** Begins a new segment, so that all records before it can be trimmed. @throws DiskFull, StorageReadOnly */
  roll(): Promise<void>;
  stats(): Promise<LogStats>;
  /** Commits queued records, and marks the stop as clean. */
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
  /** The LSN that it must get; the record is refused if it is another one. Absent: any. */
  readonly lsn?: number;
  /**
   * Whether the record is durable in another log, from which a start after a crash of the machine can have it again.
   * Such records are synced a moment later, many at a time.
   */
  readonly isKeptElsewhere?: boolean;
  /** Whether the record may use the reserve when the disk is full, because it leads to free space. */
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
  /** Commits since the log was opened. */
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
