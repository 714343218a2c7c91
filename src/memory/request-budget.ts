// The memory that requests may hold, limited for all clients together and counted on the account of the process.
// The decision: each request has a reservation. A request that comes when the budget is spent is refused with 429,
// because a slow or greedy client must not cost others the process. When the process has no memory left, a later
// attempt helps only if others hold enough of this budget. A large request waits until all of its memory is free, in
// the order of arrival: if each reserved it piece by piece, all would reach the limit half way and none would finish.
import { OutOfMemory } from "../errors/failures.ts";
import { TooManyRequests } from "../errors/server.ts";
import { type CancelSignal, throwIfCancelled } from "../scheduling/cancel.ts";
import { Limiter } from "../scheduling/limiter.ts";
import type { MemoryLimit } from "./memory-limit.ts";
import { type Account, Reservation } from "./reservation.ts";

/** A body is held in pieces and whole, and then as vectors; an answer as text and as bytes. */
const COPIES = 2;
/** Waiting requests leave a quarter of the budget to those that reserve a little at a time. */
const WAITING_SHARE = 3 / 4;
/** How long a request waits for memory. */
const WAIT_MS = 60_000;
/** Other parts of the process may release memory, and notify no budget; and cancel signals have to be asked. */
const POLL_MS = 100;

export class RequestBudget implements Account {
  readonly #limitBytes: number;
  readonly #what: string;
  readonly #memory: MemoryLimit;
  readonly #copies: number;
  #bytes = 0;
  #waitedFor = 0;
  /** The first of the waiting requests looks for memory, and the others wait behind it. */
  readonly #queue = new Limiter(1);
  #retry = () => {};

  /**
   * @param what is under way when the budget is spent, as in "request bodies are under way"
   * @param memory of the process
   * @param copies how many times a reserved byte is counted on the account of the process
   */
  constructor(limitBytes: number, what: string, memory: MemoryLimit, copies = COPIES) {
    this.#limitBytes = limitBytes;
    this.#what = what;
    this.#memory = memory;
    this.#copies = copies;
  }

  reservation(): Reservation {
    return new Reservation(this);
  }

  reserve(bytes: number, held: number): void {
    const refusal = this.#tryReserve(bytes, held);
    if (refusal !== null) throw refusal;
  }

  waitFor(bytes: number, signal: CancelSignal): Promise<void> {
    const until = performance.now() + WAIT_MS;
    return this.#queue.run(() => this.#reserveWhenFree(bytes, until, signal), signal);
  }

  release(bytes: number, waitedFor: number): void {
    this.#bytes -= bytes;
    this.#waitedFor -= waitedFor;
    this.#memory.release(bytes * this.#copies);
    this.#retry();
  }

  async #reserveWhenFree(bytes: number, until: number, signal: CancelSignal): Promise<void> {
    for (;;) {
      throwIfCancelled(signal);
      const waitedFor = this.#waitedFor + bytes;
      const fits = this.#waitedFor === 0 || waitedFor <= this.#limitBytes * WAITING_SHARE;
      const refusal = fits ? this.#tryReserve(bytes, 0) : new TooManyRequests(this.#what);
      if (refusal === null) {
        this.#waitedFor = waitedFor;
        return;
      }
      if (!(refusal instanceof TooManyRequests) || performance.now() >= until) throw refusal;
      await this.#change();
      this.#queue.dropAborted();
    }
  }

  /** Resolves when bytes are released, and after a moment. */
  #change(): Promise<void> {
    return new Promise((resolve) => {
      const timer: { unref?: () => void } = setTimeout(resolve, POLL_MS);
      // In Node it keeps no process alive.
      timer.unref?.();
      this.#retry = () => {
        clearTimeout(timer as ReturnType<typeof setTimeout>);
        resolve();
      };
    });
  }

  /** @returns the error, with nothing reserved, or null */
  #tryReserve(bytes: number, held: number): Error | null {
    if (this.#bytes + bytes > this.#limitBytes) return new TooManyRequests(this.#what);
    if (!this.#memory.reserve(bytes * this.#copies, "passing")) {
      return this.#bytes - held >= bytes ? new TooManyRequests(this.#what) : new OutOfMemory();
    }
    this.#bytes += bytes;
    return null;
  }
}
