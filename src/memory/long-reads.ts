// Limits reads that scan many points: the memory for their sets of slots, and how many of them run at a time.
// The decision: a read reserves memory for its sets before it begins and releases it when it is answered. A read that
// has paused several times is a long read, and continues when a limiter lets it: few long reads run at a time. So if a
// hundred scans arrive at once, some end soon, whereas all would reach the time limit if all ran at once. When too many
// long reads wait, further ones are refused (429).
import { TooManyRequests } from "../errors/server.ts";
import { type CancelSignal, throwIfCancelled } from "../scheduling/cancel.ts";
import { Limiter } from "../scheduling/limiter.ts";
import type { MemoryLimit } from "./memory-limit.ts";
import { RequestBudget } from "./request-budget.ts";
import type { Reservation } from "./reservation.ts";

/** Long reads that run at a time; each has the thread as often as the others. */
const MAX_RUNNING = 4;
/** Pauses after which a read is a long one: about 20 ms of work; about 10 while others wait for the limiter. */
const SHORT_PAUSES = 4;
const SHORT_PAUSES_WITH_QUEUE = 2;
/** Waiting reads hold their sets: this many reads, with at most this share of the budget. */
const MAX_WAITING = 256;
const WAITING_SHARE = 1 / 2;
/** The budget for the sets of all reads: this share of the memory limit, and at most `MAX_BUDGET_BYTES`. */
const BUDGET_SHARE = 1 / 16;
const MAX_BUDGET_BYTES = 256 * 2 ** 20;
/** Reads with smaller sets do not wait for memory. */
const SMALL_BYTES = 64 * 2 ** 10;
const UNDER_WAY = "filters are being worked out";

/** The needs of a read. */
interface ReadSize {
  /** The upper limit of the bytes of its sets of slots. */
  readonly bytes: number;
  /**
   * True: it is never refused and goes first. Such a read belongs to a write, of which a collection runs one at a
   * time.
   */
  readonly waitsForOthers?: boolean;
}

export class LongReads {
  readonly #memory: MemoryLimit;
  readonly #budget: RequestBudget;
  readonly #maxBytes: number;
  readonly #limiter = new Limiter(MAX_RUNNING);
  readonly #waiting = new Set<LongRead>();

  constructor(memory: MemoryLimit) {
    this.#memory = memory;
    this.#maxBytes = Math.min(MAX_BUDGET_BYTES, Math.floor(memory.limit * BUDGET_SHARE));
    this.#budget = new RequestBudget(this.#maxBytes, UNDER_WAY, memory, 1);
  }

  /**
   * @param work is given the signal that it checks wherever it pauses
   * @throws TooManyRequests when the budget is used up and none of it comes free, or too many wait
   */
  async run<T>(size: ReadSize, signal: CancelSignal, work: (signal: CancelSignal) => Promise<T>): Promise<T> {
    // A read that is larger than the whole budget counts as half of it: it can run when no other read does.
    const bytes = Math.min(size.bytes, Math.floor(this.#maxBytes / 2));
    const reservation = this.#budget.reservation();
    const read = new LongRead(
      this,
      { bytes, waitsForOthers: size.waitsForOthers ?? false },
      signal,
      reservation,
    );
    try {
      if (read.waitsForOthers) this.#memory.add(bytes);
      else if (bytes <= SMALL_BYTES) reservation.reserve(bytes);
      else await reservation.waitFor(bytes, signal);
      throwIfCancelled(read);
      return await work(read);
    } finally {
      read.end();
      if (read.waitsForOthers) this.#memory.release(bytes);
      reservation.release();
    }
  }

  /** Returns an empty reservation for what is kept of several reads until they are answered together. */
  kept(): Reservation {
    return this.#budget.reservation();
  }

  /** Pauses that a read may make before it needs the limiter. */
  get shortPauses(): number {
    return this.#waiting.size > 0 ? SHORT_PAUSES_WITH_QUEUE : SHORT_PAUSES;
  }

  /** Waits until the limiter lets the read run. @throws TooManyRequests; DeadlineExceeded when the read is cancelled */
  async enter(read: LongRead): Promise<void> {
    if (this.#limiter.tryEnter()) return;
    this.#limiter.dropAborted();
    if (!read.waitsForOthers && this.#isFullFor(read)) throw new TooManyRequests(UNDER_WAY);
    this.#waiting.add(read);
    await this.#limiter.enter(read, read.waitsForOthers).finally(() => this.#waiting.delete(read));
  }

  leave(): void {
    this.#limiter.dropAborted();
    this.#limiter.leave();
  }

  #isFullFor({ bytes }: LongRead): boolean {
    const waiting = [...this.#waiting].filter(({ aborted }) => !aborted);
    const held = waiting.reduce((sum, read) => sum + read.bytes, bytes);
    return waiting.length >= MAX_WAITING || held > this.#maxBytes * WAITING_SHARE;
  }
}

/** One read, which is asked where it pauses. */
class LongRead {
  readonly bytes: number;
  readonly waitsForOthers: boolean;
  readonly #all: LongReads;
  readonly #signal: CancelSignal;
  readonly #reservation: Reservation;
  #pauses = 0;
  #entered: Promise<void> | null = null;

  constructor(
    all: LongReads,
    { bytes, waitsForOthers = false }: ReadSize,
    signal: CancelSignal,
    reservation: Reservation,
  ) {
    this.#all = all;
    this.#reservation = reservation;
    this.bytes = bytes;
    this.waitsForOthers = waitsForOthers;
    this.#signal = signal;
  }

  /** Whether the read is cancelled. */
  get aborted(): boolean {
    return this.#signal?.aborted ?? false;
  }

  /** To be awaited after each pause. @throws TooManyRequests */
  async resume(): Promise<void> {
    if (this.#entered === null && ++this.#pauses < this.#all.shortPauses) return;
    this.#entered ??= this.#all.enter(this);
    await this.#entered;
  }

  /**
   * Reserves memory for what the read keeps besides its sets until it is answered.
   * @throws TooManyRequests, OutOfMemory
   */
  reserve(bytes: number): void {
    if (!this.waitsForOthers) this.#reservation.reserve(bytes);
  }

  /** Lets the next read run. */
  end(): void {
    this.#entered?.then(
      () => this.#all.leave(),
      // It was refused, or stopped waiting.
      () => {},
    );
    this.#entered = null;
  }
}
