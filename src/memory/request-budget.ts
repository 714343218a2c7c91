// Memory that requests hold, bounded for all clients together and counted with everything else the process takes.
// The decision: what a request takes, it holds on a lease until it is done with all of it, whatever way it ends; who
// comes when the budget is spent is told to come again (429), because a slow or greedy client must not cost others
// the process. When the process has no memory left, coming again helps only if others hold enough of this budget.
// What is large asks for all of its room before it takes any and waits for it, first come first served: if each took it piece by
// piece, all would meet the limit half way and none would get through.
import { OutOfMemory } from "../errors/failures.ts";
import { TooManyRequests } from "../errors/server.ts";
import type { MemoryLimit } from "./memory-limit.ts";

/** A body is there in pieces and in one, and then as vectors; an answer as text and as bytes. */
const COPIES = 2;
/** What is granted leaves a quarter of the budget to those that take a little at a time. */
const GRANTED_SHARE = 3 / 4;
/** How long somebody waits for room. */
const WAIT_MS = 60_000;
/** Others of the process may give memory back, and tell nobody. */
const POLL_MS = 100;

interface Waiter {
  readonly bytes: number;
  readonly until: number;
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

export class RequestBudget {
  readonly #limitBytes: number;
  readonly #what: string;
  readonly #memory: MemoryLimit;
  #bytes = 0;
  #granted = 0;
  readonly #waiting: Waiter[] = [];
  #poll: ReturnType<typeof setInterval> | undefined;

  /**
   * @param what is under way when the budget is spent, as in "request bodies are under way"
   * @param memory what the process has
   */
  constructor(limitBytes: number, what: string, memory: MemoryLimit) {
    this.#limitBytes = limitBytes;
    this.#what = what;
    this.#memory = memory;
  }

  lease(): Lease {
    let held = 0;
    let granted = 0;
    let leave: (() => void) | null = null;
    return {
      take: (bytes) => {
        this.#take(bytes, held);
        held += bytes;
      },
      grant: (bytes) =>
        new Promise((resolve, reject) => {
          const begin = () => {
            held += bytes;
            granted += bytes;
            resolve();
          };
          leave = this.#wait({ bytes, until: performance.now() + WAIT_MS, begin, refuse: reject });
        }),
      end: () => {
        leave?.();
        this.#bytes -= held;
        this.#granted -= granted;
        this.#memory.give(held * COPIES);
        held = 0;
        granted = 0;
        this.#serve();
      },
    };
  }

  #take(bytes: number, held: number): void {
    if (this.#bytes + bytes > this.#limitBytes) throw new TooManyRequests(this.#what);
    if (!this.#memory.take(bytes * COPIES, "passing")) {
      throw this.#bytes - held >= bytes ? new TooManyRequests(this.#what) : new OutOfMemory();
    }
    this.#bytes += bytes;
  }

  /** @returns what gives the place up */
  #wait(waiter: Waiter): () => void {
    this.#waiting.push(waiter);
    this.#serve();
    return () => {
      const at = this.#waiting.indexOf(waiter);
      if (at < 0) return;
      this.#waiting.splice(at, 1);
      waiter.refuse(new TooManyRequests(this.#what));
    };
  }

  /** Gives room to those that wait, as far as there is any, in the order in which they came. */
  #serve(): void {
    for (let first = this.#waiting[0]; first !== undefined && this.#settle(first); first = this.#waiting[0]) {
      this.#waiting.shift();
    }
    if (this.#waiting.length === 0) {
      clearInterval(this.#poll);
      this.#poll = undefined;
      return;
    }
    if (this.#poll !== undefined) return;
    this.#poll = setInterval(() => this.#serve(), POLL_MS);
    // In Node it keeps no process alive.
    (this.#poll as { unref?: () => void }).unref?.();
  }

  /** @returns whether the first needs to wait no more */
  #settle({ bytes, until, begin, refuse }: Waiter): boolean {
    const most = this.#limitBytes * GRANTED_SHARE;
    const fits = this.#granted === 0 || this.#granted + bytes <= most;
    try {
      if (fits) {
        this.#take(bytes, 0);
        this.#granted += bytes;
        begin();
        return true;
      }
    } catch (error) {
      if (!(error instanceof TooManyRequests)) {
        refuse(error as Error);
        return true;
      }
    }
    if (performance.now() < until) return false;
    refuse(new TooManyRequests(this.#what));
    return true;
  }
}

export interface Lease {
  /** @throws TooManyRequests, OutOfMemory, with nothing taken */
  take(bytes: number): void;
  /** Takes much at once, and waits for it. @throws TooManyRequests when that was in vain, OutOfMemory */
  grant(bytes: number): Promise<void>;
  /** Gives everything back, and what is waited for up. Ending twice changes nothing. */
  end(): void;
}
