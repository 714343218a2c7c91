// How many reads may be under way at the threads of a pool, and how many calls they may have there.
// The decision: a read (a search, vectors, distances, a map) is taken or refused once, whatever number of segments it asks;
// the calls of those taken that find no place at the threads wait in this thread, in order, where one costs a closure and
// no copy of its query.
import { TooManyRequests } from "../errors/server.ts";
import { Limiter } from "../scheduling/limiter.ts";
import type { MaybePromise } from "../scheduling/maybe-promise.ts";

/** Takes reads, or refuses them. */
export interface Reads {
  /** Does the whole of one read. @throws TooManyRequests when too many are under way */
  admit<T>(work: () => Promise<T>): Promise<T>;
  /**
   * The same of a read that makes its calls before it waits for anything: where it needs no call it has its result at
   * once, and then it is never refused.
   */
  admitAtOnce<T>(work: () => MaybePromise<T>): MaybePromise<T>;
}

/** Refuses none. */
export const ALL_READS: Reads = { admit: (work) => work(), admitAtOnce: (work) => work() };

export class ReadQueue implements Reads {
  readonly #reads: Limiter;
  readonly #calls: Limiter;
  /** Calls that are made at this moment are refused. */
  #isRefusing = false;

  /** @param places for reads, and as many for the calls of all of them */
  constructor(places: number) {
    this.#reads = new Limiter(places, { mostWaiting: 0, error: tooMany });
    this.#calls = new Limiter(places);
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

  /** Makes a call at once if there is a place for it, else when those that came before have theirs. */
  call<T>(make: () => Promise<T>): Promise<T> {
    return this.#isRefusing ? Promise.reject(tooMany()) : this.#calls.run(make);
  }
}

function tooMany(): TooManyRequests {
  return new TooManyRequests("searches are waiting");
}
