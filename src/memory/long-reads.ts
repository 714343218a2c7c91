// Limits reads that scan many points: the memory for their sets of slots, and how many of them run at a time.
// The decision: a read reserves memory for its sets before it begins and releases it when it is answered. A read that
// has paused several times is a long one and needs one of a few places to continue. So if a hundred scans arrive at
// once, some end soon, whereas all would reach the time limit if they took turns. When too many wait, further ones
// are refused (429).
import { TooManyRequests } from "../errors/server.ts";
import { type CancelSignal, throwIfCancelled } from "../scheduling/cancel.ts";
import { Limiter } from "../scheduling/limiter.ts";
import type { MemoryLimit } from "./memory-limit.ts";
import { RequestBudget } from "./request-budget.ts";
import type { Reservation } from "./reservation.ts";

/** Long reads that take turns; each has the thread as often as the others. */
const PLACES = 4;
/** Pauses after which a read is a long one: about 20 ms of work; about 10 while others wait for a place. */
const SHORT_PAUSES = 4;
const SHORT_BESIDE_LINE = 2;
/** Those that wait for a place hold their sets: so many, and at most this share of the room. */
const MOST_IN_LINE = 256;
const LINE_SHARE = 1 / 2;
/** The room for sets of all reads: this share of the memory limit, and no more than so much. */
const SHARE = 1 / 16;
const MOST_BYTES = 256 * 2 ** 20;
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
  readonly isPatient?: boolean;
}

export class LongReads {
  readonly #memory: MemoryLimit;
  readonly #budget: RequestBudget;
  readonly #mostBytes: number;
  readonly #places = new Limiter(PLACES);
  /** Those that wait for a place. */
  readonly #line = new Set<LongRead>();

  constructor(memory: MemoryLimit) {
    this.#memory = memory;
    this.#mostBytes = Math.min(MOST_BYTES, Math.floor(memory.limit * SHARE));
    this.#budget = new RequestBudget(this.#mostBytes, UNDER_WAY, memory, 1);
  }

  /**
   * @param work is given what it asks, wherever it pauses, whether it is still wanted
   * @throws TooManyRequests when there is no room and none comes free, or too many wait
   */
  async run<T>(size: ReadSize, signal: CancelSignal, work: (signal: CancelSignal) => Promise<T>): Promise<T> {
    // What is larger than all the room there is counts as half of it: alone it can be done.
    const bytes = Math.min(size.bytes, Math.floor(this.#mostBytes / 2));
    const reservation = this.#budget.reservation();
    const read = new LongRead(this, { bytes, isPatient: size.isPatient ?? false }, signal, reservation);
    try {
      if (read.isPatient) this.#memory.add(bytes);
      else if (bytes <= SMALL_BYTES) reservation.reserve(bytes);
      else await reservation.waitFor(bytes, signal);
      throwIfCancelled(read);
      return await work(read);
    } finally {
      read.end();
      if (read.isPatient) this.#memory.release(bytes);
      reservation.release();
    }
  }

  /** Pauses that a read may make without a place. */
  get shortPauses(): number {
    return this.#line.size > 0 ? SHORT_BESIDE_LINE : SHORT_PAUSES;
  }

  /** Waits for a place. @throws TooManyRequests; DeadlineExceeded when the read is cancelled */
  async enter(read: LongRead): Promise<void> {
    if (this.#places.tryEnter()) return;
    this.#places.dropAborted();
    if (!read.isPatient && this.#isFullFor(read)) throw new TooManyRequests(UNDER_WAY);
    this.#line.add(read);
    await this.#places.enter(read, read.isPatient).finally(() => this.#line.delete(read));
  }

  leave(): void {
    this.#places.dropAborted();
    this.#places.leave();
  }

  #isFullFor({ bytes }: LongRead): boolean {
    const waiting = [...this.#line].filter(({ aborted }) => !aborted);
    const held = waiting.reduce((sum, read) => sum + read.bytes, bytes);
    return waiting.length >= MOST_IN_LINE || held > this.#mostBytes * LINE_SHARE;
  }
}

/** One read, which is asked where it pauses. */
class LongRead {
  readonly bytes: number;
  readonly isPatient: boolean;
  readonly #all: LongReads;
  readonly #wanted: CancelSignal;
  readonly #reservation: Reservation;
  #pauses = 0;
  #place: Promise<void> | null = null;

  constructor(
    all: LongReads,
    { bytes, isPatient = false }: ReadSize,
    signal: CancelSignal,
    reservation: Reservation,
  ) {
    this.#all = all;
    this.#reservation = reservation;
    this.bytes = bytes;
    this.isPatient = isPatient;
    this.#wanted = signal;
  }

  /** Whether the read is cancelled. */
  get aborted(): boolean {
    return this.#wanted?.aborted ?? false;
  }

  /** To be awaited after each pause. @throws TooManyRequests */
  async goOn(): Promise<void> {
    if (this.#place === null && ++this.#pauses < this.#all.shortPauses) return;
    this.#place ??= this.#all.enter(this);
    await this.#place;
  }

  /** For what it keeps besides its sets until it is answered. @throws TooManyRequests, OutOfMemory */
  reserve(bytes: number): void {
    if (!this.isPatient) this.#reservation.reserve(bytes);
  }

  /** Gives its place to the next. */
  end(): void {
    this.#place?.then(
      () => this.#all.leave(),
      // It was refused, or left the line.
      () => {},
    );
    this.#place = null;
  }
}
