// The records of the log for followers: from any LSN on, then each as soon as it is durable.
// The decision: the last few MiB of records are kept in memory, encoded, while there is a follower. One that keeps up
// is served from there; one that is behind reads the files until it has caught up. A follower that is slow costs no
// memory.
import type { Clock } from "../../scheduling/clock.ts";
import type { FileSystem } from "../../storage/fs.ts";
import type { Log, LogRecord } from "../../storage/log.ts";
import { encodeRecord } from "../../storage/log-stream.ts";

interface FeedParts {
  readonly log: Pick<Log, "read" | "stats">;
  readonly clock: Clock;
  readonly sums: Pick<FileSystem, "crc32">;
  /** Returns the LSN of the last durable record. */
  readonly lastLsn: () => number;
}

/** The encoded records that are kept for followers. */
const RECENT_BYTES = 16 * 2 ** 20;
/** How long the log keeps records for a follower that has left, for how many of them, and up to which size it does. */
const HOLD_MS = 3_600_000;
const MAX_LEFT = 64;
const MAX_HELD_BYTES = 4 * 2 ** 30;
/** The bytes that a follower gets at a time. */
const PART_BYTES = 2 ** 20;

export class LogFeed {
  readonly #parts: FeedParts;
  /** Encoded records without gaps; empty without followers. */
  #recent: Uint8Array[] = [];
  #recentBytes = 0;
  /** The LSN of the first of them. */
  #firstRecent = 0;
  readonly #readers = new Set<LogReader>();
  /** Where followers stopped that may come back. */
  #left: { readonly follower: string; readonly next: number; readonly until: number }[] = [];
  #wake: (() => void)[] = [];
  #isStopped = false;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  get followers(): readonly LogReader[] {
    return [...this.#readers];
  }

  /**
   * Returns the first LSN that the log keeps for followers: those that are connected, and those that were a while ago.
   * Infinite: there are none, or the log has become too large.
   */
  async heldFrom(): Promise<number> {
    const { clock, log } = this.#parts;
    this.#left = this.#left.filter(({ until }) => until > clock.now());
    if (this.#readers.size + this.#left.length === 0) return Number.POSITIVE_INFINITY;
    if ((await log.stats()).bytes > MAX_HELD_BYTES) return Number.POSITIVE_INFINITY;
    const connected = this.followers.filter(({ isHeld }) => isHeld).map(({ next }) => next);
    return Math.min(Number.POSITIVE_INFINITY, ...connected, ...this.#left.map(({ next }) => next));
  }

  /** Keeps no more records for the present followers. */
  dropHolds(): void {
    this.#left = [];
    for (const reader of this.#readers) reader.isHeld = false;
  }

  /** Returns the LSN of the oldest record of the log. */
  async firstLsn(): Promise<number> {
    return (await this.#parts.log.stats()).firstLsn;
  }

  /** Notes a durable record. They must be noted in their order. */
  note(record: LogRecord): void {
    if (this.#readers.size === 0) return;
    if (this.#recent.length === 0) this.#firstRecent = record.lsn;
    const encoded = encodeRecord(this.#parts.sums, record);
    this.#recent.push(encoded);
    this.#recentBytes += encoded.length;
    while (this.#recentBytes > RECENT_BYTES && this.#recent.length > 1) {
      this.#recentBytes -= this.#recent.shift()!.length;
      this.#firstRecent++;
    }
    this.#wakeAll();
  }

  /** Returns a reader that continues with the record `from`. It must be closed. @param follower names who reads */
  open(from: number, follower: string): LogReader {
    this.#left = this.#left.filter((left) => left.follower !== follower);
    const reader = new LogReader(
      from,
      (lsn, waitMs) => this.#read(lsn, waitMs),
      () => this.#close(reader, follower),
    );
    this.#readers.add(reader);
    return reader;
  }

  /** Ends all readers. */
  stop(): void {
    this.#isStopped = true;
    this.#wakeAll();
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  #close(reader: LogReader, follower: string): void {
    this.#readers.delete(reader);
    const { next, isHeld } = reader;
    if (isHeld) this.#left.push({ follower, next, until: this.#parts.clock.now() + HOLD_MS });
    if (this.#left.length > MAX_LEFT) this.#left.shift();
    if (this.#readers.size > 0) return;
    this.#recent = [];
    this.#recentBytes = 0;
  }

  async #read(from: number, waitMs: number): Promise<Uint8Array[]> {
    const { log, sums, lastLsn } = this.#parts;
    if (from > lastLsn()) await this.#nextRecord(waitMs);
    if (this.#isStopped || from > lastLsn()) return [];
    const recent = from - this.#firstRecent;
    if (recent < 0 || recent >= this.#recent.length) {
      const records = await log.read(from);
      // A log without files has none.
      if (records.length === 0) await this.#nextRecord(waitMs);
      return records.map((record) => encodeRecord(sums, record));
    }
    let end = recent;
    for (let bytes = 0; end < this.#recent.length && bytes < PART_BYTES; end++)
      bytes += this.#recent[end]!.length;
    return this.#recent.slice(recent, end);
  }

  /** Resolves when a record was noted, the feed is stopped, or the time is over. */
  #nextRecord(waitMs: number): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.#parts.clock.after(waitMs, () => {
        this.#wake = this.#wake.filter((other) => other !== wake);
        resolve();
      });
      const wake = () => {
        cancel();
        resolve();
      };
      this.#wake.push(wake);
    });
  }

  #wakeAll(): void {
    if (this.#wake.length === 0) return;
    const all = this.#wake;
    this.#wake = [];
    for (const wake of all) wake();
  }
}

/** The position of one follower in the log. */
class LogReader {
  /** Whether the log keeps the records that it needs. */
  isHeld = true;
  /** The LSN of the next record. */
  #next: number;
  readonly #read: (lsn: number, waitMs: number) => Promise<Uint8Array[]>;
  readonly close: () => void;

  constructor(next: number, read: (lsn: number, waitMs: number) => Promise<Uint8Array[]>, close: () => void) {
    this.#next = next;
    this.#read = read;
    this.close = close;
  }

  get next(): number {
    return this.#next;
  }

  /**
   * Returns the next encoded records, about a MiB of them; none if there was none for `waitMs`, or the log is closed.
   * @throws VectorDbError when they have been trimmed
   */
  async read(waitMs: number): Promise<Uint8Array[]> {
    const records = await this.#read(this.#next, waitMs);
    this.#next += records.length;
    return records;
  }
}
