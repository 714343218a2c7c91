// The server's one log as the rest of the product sees it, and its implementation on the calling thread.
// The decision: group commit. While one group is being written and synced, appends queue up; the next commit takes all
// of them with one write and one fdatasync, so durability costs a client one sync, and a thousand clients not much more.
import { BodyTooLarge, StorageReadOnly, VectorDbError } from "../errors.ts";
import { type FileSystem, joinPath } from "./fs.ts";
import { type RecoveredLog, recover, type TornTail } from "./recovery.ts";
import { type LogRecord, replay } from "./replay.ts";
import { SEGMENT_BYTES, Wal } from "./wal.ts";

export type { LogRecord, TornTail };

export interface Log {
  /** Recovers the log. To be called once, before everything else. */
  open(): Promise<LogReport>;
  /**
   * The next records that were in the log when it was opened, in order, about 8 MiB of them; none at the end. They
   * are good until the call after the next: one batch may be asked for while the one before is being applied.
   */
  readNext(): Promise<LogRecord[]>;
  /** Resolves with the record's LSN once it is durable. `body` must not change until then. */
  append(type: number, body: Uint8Array): Promise<number>;
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

export interface LogOptions {
  readonly segmentBytes?: number;
}

/** The largest body of a record. */
export const MAX_RECORD_BYTES = 2 ** 30;
/** Bodies in one commit: bounds how long the first of a large group waits for the last. */
const GROUP_BYTES = 8 * 2 ** 20;
const WATERMARK_INTERVAL_MS = 1000;

interface Waiting {
  readonly type: number;
  readonly body: Uint8Array;
  resolve(lsn: number): void;
  reject(error: VectorDbError): void;
}

export class LocalLog implements Log {
  readonly #fs: FileSystem;
  readonly #dir: string;
  readonly #segmentBytes: number;
  #wal: Wal | undefined;
  #records: Iterator<LogRecord[]> | undefined;
  #queue: Waiting[] = [];
  #watermarkTimer: NodeJS.Timeout | undefined;

  /** @param dataDir the log lives in its directory `wal` */
  constructor(fs: FileSystem, dataDir: string, { segmentBytes = SEGMENT_BYTES }: LogOptions = {}) {
    this.#fs = fs;
    this.#dir = joinPath(dataDir, "wal");
    this.#segmentBytes = segmentBytes;
  }

  async open(): Promise<LogReport> {
    const log: RecoveredLog = recover(this.#fs, this.#dir);
    const { segments, lastLsn, torn, unclean } = log;
    this.#wal = new Wal(this.#fs, this.#dir, log, this.#segmentBytes);
    this.#records = replay(this.#fs, segments, lastLsn);
    return { firstLsn: segments[0]!.startLsn, lastLsn, torn, unclean };
  }

  async readNext(): Promise<LogRecord[]> {
    const next = this.#records?.next();
    return next?.done === false ? next.value : [];
  }

  append(type: number, body: Uint8Array): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#wal === undefined) {
        reject(new StorageReadOnly({ cause: new Error("the log is not open") }));
        return;
      }
      if (body.length > MAX_RECORD_BYTES) {
        reject(new BodyTooLarge(MAX_RECORD_BYTES));
        return;
      }
      if (this.#queue.length === 0) setImmediate(() => this.#commitGroup());
      this.#queue.push({ type, body, resolve, reject });
    });
  }

  async close(): Promise<void> {
    while (this.#queue.length > 0) this.#commitGroup();
    clearTimeout(this.#watermarkTimer);
    this.#records?.return?.();
    const wal = this.#wal;
    this.#wal = undefined;
    wal?.close();
  }

  #commitGroup(): void {
    const wal = this.#wal;
    const group = this.#takeGroup();
    if (wal === undefined || group.length === 0) return;
    try {
      const before = wal.durableLsn;
      wal.append(group);
      group.forEach(({ resolve }, i) => {
        resolve(before + 1 + i);
      });
      this.#watermarkTimer ??= setTimeout(() => this.#writeWatermark(), WATERMARK_INTERVAL_MS).unref();
    } catch (error) {
      for (const { reject } of group) reject(error as VectorDbError);
    }
    if (this.#queue.length > 0) setImmediate(() => this.#commitGroup());
  }

  #takeGroup(): Waiting[] {
    let sizeBytes = 0;
    let count = 0;
    while (count < this.#queue.length && (count === 0 || sizeBytes < GROUP_BYTES)) {
      sizeBytes += this.#queue[count++]!.body.length;
    }
    return this.#queue.splice(0, count);
  }

  /** A failure has poisoned the log: the next append says so. */
  #writeWatermark(): void {
    this.#watermarkTimer = undefined;
    try {
      this.#wal?.writeWatermark();
    } catch (error) {
      if (!(error instanceof VectorDbError)) throw error;
    }
  }
}
