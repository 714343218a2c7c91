// Limits the running reads of a pool, and their calls at its threads.
// The decision: a read (a search, vectors, distances, a map) is accepted or refused once, whatever number of vector
// stores it asks. Calls of accepted reads without a place at the threads wait in this thread, in order, where each
// costs a closure and no copy of its query.
import { TooManyRequests } from "../errors/server.ts";
import { Limiter } from "../scheduling/limiter.ts";
import type { MaybePromise } from "../scheduling/maybe-promise.ts";

/** Accepts reads, or refuses them. */
export interface Reads {
  /** Runs the whole of one read. @throws TooManyRequests if too many are running */
  admit<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs a read that makes its calls before it waits for anything. If it needs no call, it has its result at once and
   * is never refused.
   */
  admitAtOnce<T>(work: () => MaybePromise<T>): MaybePromise<T>;
}

/** Accepts all reads. */
export const ALL_READS: Reads = { admit: (work) => work(), admitAtOnce: (work) => work() };

export class ReadQueue implements Reads {
  readonly #reads: Limiter;
  readonly #calls: Limiter;
  /** Whether calls that are made at this moment are refused. */
  #isRefusing = false;

  /** @param count the number of places for reads, and for the calls of all of them */
  constructor(count: number) {
    this.#reads = new Limiter(count, { maxWaiting: 0, error: tooMany });
    this.#calls = new Limiter(count);
  }

  admit<T>(work: () => Promise<T>): Promise<T> {
    return this.#reads.run(work);
  }

  admitAtOnce<T>(work: () => MaybePromise<T>): MaybePromise<T> {
    if (!this.#reads.tryEnter()) return this.#withoutCalls(work);
    let found: MaybePromise<T> | null = null;
    try {
      found = work();
    } finally {
      if (!(found instanceof Promise)) this.#reads.leave();
    }
    return found instanceof Promise ? found.finally(() => this.#reads.leave()) : found;
  }

  #withoutCalls<T>(work: () => MaybePromise<T>): MaybePromise<T> {
    this.#isRefusing = true;
    try {
      return work();
    } finally {
      this.#isRefusing = false;
    }
  }

  /** Makes a call when there is a place for it, in the order of the calls. */
  call<T>(make: () => Promise<T>): Promise<T> {
    return this.#isRefusing ? Promise.reject(tooMany()) : this.#calls.run(make);
  }
}

function tooMany(): TooManyRequests {
  return new TooManyRequests("searches are waiting");
}
