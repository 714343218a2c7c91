// A shared log in memory for model tests: several servers, messages that take their time or are lost, and servers that
// are cut off.
// The decision: time is rounds of the event loop, and all that is random comes from one seed, so a test runs as fast as
// it can and its faults are the same again. Only a read that waits for nothing uses a timer.
import { LogUnavailable } from "../../src/errors/cluster.ts";
import { crc32 } from "../../src/storage/crc32.ts";
import {
  checkChain,
  checkEntry,
  checkPosition,
  READ_BYTES,
  READ_ENTRIES,
} from "../../src/storage/entry-checks.ts";
import {
  bareOf,
  chainOf,
  type EntryPosition,
  FIRST_CHAIN,
  isAmong,
  type LogEntry,
  type LogPosition,
  type NewEntry,
  type ReplicatedLog,
  type WholeEntry,
} from "../../src/storage/replicated-log.ts";
import { between, type Random } from "./chance.ts";
import { seededRandom } from "./random.ts";

/** The faults of the calls of a server. Shares are between 0 and 1. */
export interface SimulatedFaults {
  /** The most rounds of the event loop that a message takes. */
  readonly rounds: number;
  /** The share of appends that do not reach the log. */
  readonly lostRequests: number;
  /** The share of appends that are in the log and are not acknowledged. */
  readonly lostReplies: number;
  /** The share of appends that fail before they reach the log, and are in it later. */
  readonly lateRequests: number;
  /** The most entries of one read. */
  readonly readEntries: number;
}

const NO_FAULTS: SimulatedFaults = {
  rounds: 3,
  lostRequests: 0,
  lostReplies: 0,
  lateRequests: 0,
  readEntries: Number.POSITIVE_INFINITY,
};
/** How many times longer a late message takes. */
const LATE = 10;
const ID = "5f0c9d52-7a51-4c8e-9f39-2f3f8b6d1a77";
const SECRET = "a secret of a simulated log";

/** The log itself: what all servers see. */
export class SimulatedLog {
  readonly random: Random;
  readonly id: string;
  /** The faults of the calls of all servers from now on. */
  faults: SimulatedFaults;
  /** The entries that were not trimmed. */
  readonly entries: WholeEntry[] = [];
  firstSeq = 1;
  readonly #ids = new Map<string, number>();
  #chain = FIRST_CHAIN;
  readonly #waiting = new Set<() => void>();
  /** Messages on their way. */
  #travelling = 0;

  constructor(seed: number, faults: Partial<SimulatedFaults> = {}, id = ID) {
    this.id = id;
    this.random = seededRandom(seed);
    this.faults = { ...NO_FAULTS, ...faults };
  }

  get lastSeq(): number {
    return this.firstSeq + this.entries.length - 1;
  }

  get chain(): number {
    return this.#chain;
  }

  /** Returns the log as one server has it. */
  handle(): SimulatedHandle {
    return new SimulatedHandle(this);
  }

  /** Adds an entry at once, unless the log has its id. */
  add(entry: NewEntry): number {
    const { id, place, body } = entry;
    const known = this.#ids.get(id);
    if (known !== undefined) return known;
    const seq = this.lastSeq + 1;
    this.#chain = chainOf({ crc32 }, this.#chain, entry);
    this.entries.push({ seq, id, chain: this.#chain, place, body: body.slice() });
    this.#ids.set(id, seq);
    this.wake();
    return seq;
  }

  removeBelow(seq: number): void {
    const below = Math.min(seq, this.lastSeq + 1);
    this.entries.splice(0, below - this.firstSeq);
    this.firstSeq = Math.max(this.firstSeq, below);
  }

  /** Resolves when the log or a server has changed, or when the time is over. */
  change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#waiting.add(end);
    });
  }

  /** Resolves when no message is on its way any more. */
  async settled(): Promise<void> {
    while (this.#travelling > 0) await new Promise((resolve) => setImmediate(resolve));
  }

  wake(): void {
    for (const end of this.#waiting) end();
  }

  /** Resolves when a message has arrived. */
  async travel(times = 1): Promise<void> {
    const rounds = times * between(this.random, 0, this.faults.rounds);
    this.#travelling++;
    for (let i = 0; i < rounds; i++) await new Promise((resolve) => setImmediate(resolve));
    this.#travelling--;
  }
}

export class SimulatedHandle implements ReplicatedLog {
  readonly #log: SimulatedLog;
  #isCutOff = false;
  #isClosed = false;
  #losesNext = false;

  constructor(log: SimulatedLog) {
    this.#log = log;
  }

  /** From now on nothing reaches the log, and no answer comes back. */
  cutOff(): void {
    this.#isCutOff = true;
    this.#log.wake();
  }

  /** Undoes `cutOff`. */
  join(): void {
    this.#isCutOff = false;
  }

  /** The next append is in the log and is not acknowledged. */
  loseNextReply(): void {
    this.#losesNext = true;
  }

  async open(): Promise<LogPosition> {
    await this.#message();
    const { id, firstSeq, lastSeq } = this.#log;
    return { id, secret: SECRET, firstSeq, lastSeq, warnings: [] };
  }

  async append(entry: NewEntry): Promise<number> {
    checkEntry(entry);
    const log = this.#log;
    const isLost = this.#losesNext || this.#draws("lostReplies");
    this.#losesNext = false;
    if (this.#draws("lateRequests")) {
      const late = { ...entry, body: entry.body.slice() };
      void log.travel(LATE).then(() => log.add(late));
      await log.travel();
      throw new LogUnavailable("the request is late");
    }
    await this.#message();
    if (this.#draws("lostRequests")) throw new LogUnavailable("the request was lost");
    const seq = log.add(entry);
    await this.#message();
    if (isLost) throw new LogUnavailable("the acknowledgement was lost");
    return seq;
  }

  async head(): Promise<number> {
    await this.#message();
    const { lastSeq } = this.#log;
    await this.#message();
    return lastSeq;
  }

  async read(
    after: EntryPosition,
    waitMs: number,
    places: ReadonlySet<string>,
  ): Promise<readonly LogEntry[]> {
    const log = this.#log;
    await this.#message();
    checkPosition(after, log);
    const end = performance.now() + waitMs;
    while (log.lastSeq <= after.seq && !this.#isClosed) {
      const leftMs = end - performance.now();
      if (leftMs <= 0) break;
      await log.change(leftMs);
      this.#ensureJoined();
    }
    if (this.#isClosed) return [];
    const entries = this.#entriesBehind(after.seq, places);
    checkChain({ crc32 }, after, entries);
    await this.#message();
    return entries;
  }

  async trim(below: number): Promise<void> {
    await this.#message();
    this.#log.removeBelow(below);
    await this.#message();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#log.wake();
  }

  #entriesBehind(seq: number, places: ReadonlySet<string>): LogEntry[] {
    const { entries, firstSeq, faults, random } = this.#log;
    const most = Number.isFinite(faults.readEntries) ? between(random, 1, faults.readEntries) : READ_ENTRIES;
    const read: LogEntry[] = [];
    let bytes = 0;
    for (const entry of entries.slice(seq + 1 - firstSeq)) {
      if (read.length === most || bytes >= READ_BYTES) break;
      const isWhole = isAmong(places, entry.place);
      read.push(isWhole ? entry : bareOf({ crc32 }, entry));
      if (isWhole) bytes += entry.body.length;
    }
    return read;
  }

  #draws(fault: "lostRequests" | "lostReplies" | "lateRequests"): boolean {
    const share = this.#log.faults[fault];
    return share > 0 && this.#log.random() < share;
  }

  /** Resolves when a message between this server and the log has arrived. @throws LogUnavailable */
  async #message(): Promise<void> {
    await this.#log.travel();
    this.#ensureJoined();
  }

  #ensureJoined(): void {
    if (this.#isCutOff) throw new LogUnavailable("this server is cut off");
  }
}
