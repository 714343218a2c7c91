// The records of the log for followers: from any LSN on, then each as soon as it is durable.
// The decision: the last few MiB of records are kept in memory, encoded, while there is a follower. One that keeps up
// is served from there; one that is behind reads the files until it has caught up. A follower that is slow costs no
// memory. They are counted like a cache: where memory is short, all followers read the files.
import type { MemoryLimit } from "../../memory/memory-limit.ts";
import type { Clock } from "../../scheduling/clock.ts";
import { Fifo } from "../../scheduling/fifo.ts";
import type { FileSystem } from "../../storage/fs.ts";
import type { Log, LogRecord } from "../../storage/log.ts";
import { encodeRecord, recordBytes } from "../../storage/log-stream.ts";

interface FeedParts {
  readonly log: Pick<Log, "read" | "stats">;
  readonly clock: Clock;
  readonly memory: MemoryLimit;
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
  readonly #recent = new Fifo<Uint8Array>();
  #recentBytes = 0;
  /** The LSN of the first of them. */
  #firstRecent = 0;
  readonly #readers = new Set<LogReader>();
  /** Where followers stopped that may come back. */
  #left: { readonly follower: string; readonly next: number; readonly until: number }[] = [];
  /** New followers that copy the data, and the record that they will need. */
  readonly #copying = new Set<{ readonly next: number }>();
  /** Records below this LSN are kept for no one, because a purge has to remove them. */
  #unheldBelow = 0;
  #wake: (() => void)[] = [];
  #isStopped = false;

  constructor(parts: FeedParts) {
    this.#parts = parts;
    parts.memory.onShortage(() => this.#dropRecent());
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
    const needs = [...this.#readers, ...this.#copying, ...this.#left].map(({ next }) => next);
    if (needs.length === 0) return Number.POSITIVE_INFINITY;
    if ((await log.stats()).bytes > MAX_HELD_BYTES) return Number.POSITIVE_INFINITY;
    return Math.max(this.#unheldBelow, Math.min(...needs));
  }

  /** Keeps none of the present records for followers. */
  dropHolds(): void {
    this.#unheldBelow = this.#parts.lastLsn() + 1;
  }

  /**
   * Keeps the later records for a new follower, which copies the data meanwhile.
   * @returns a function to be called when it has the data: they are kept for it as for one that has left
   */
  hold(follower: string): () => void {
    const copy = { next: this.#parts.lastLsn() + 1 };
    this.#copying.add(copy);
    return () => {
      if (this.#copying.delete(copy)) this.#keepFor(follower, copy.next);
    };
  }

  /** Returns the LSN of the oldest record of the log. */
  async firstLsn(): Promise<number> {
    return (await this.#parts.log.stats()).firstLsn;
  }

  /** Notes a durable record. They must be noted in their order. */
  note(record: LogRecord): void {
    if (this.#readers.size === 0) return;
    // Where memory is short, the files have it. The next one begins anew, so that there is no gap.
    if (!this.#parts.memory.reserveSpare(recordBytes(record))) this.#dropRecent();
    else this.#keepRecent(record);
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
    this.#keepFor(follower, reader.next);
    if (this.#readers.size === 0) this.#dropRecent();
  }

  #keepFor(follower: string, next: number): void {
    this.#left.push({ follower, next, until: this.#parts.clock.now() + HOLD_MS });
    if (this.#left.length > MAX_LEFT) this.#left.shift();
  }

  #keepRecent(record: LogRecord): void {
    const { sums, memory } = this.#parts;
    if (this.#recent.length === 0) this.#firstRecent = record.lsn;
    const encoded = encodeRecord(sums, record);
    this.#recent.push(encoded);
    this.#recentBytes += encoded.length;
    while (this.#recentBytes > RECENT_BYTES && this.#recent.length > 1) {
      const { length } = this.#recent.shift()!;
      this.#recentBytes -= length;
      this.#firstRecent++;
      memory.release(length);
    }
  }

  /** @returns whether there were any */
  #dropRecent(): boolean {
    const bytes = this.#recentBytes;
    this.#recent.clear();
    this.#recentBytes = 0;
    this.#parts.memory.release(bytes);
    return bytes > 0;
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
      bytes += this.#recent.at(end)!.length;
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
