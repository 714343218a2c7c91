// How many reads may be under way at the threads of a pool, and how many calls they may have there.
// The decision: a read (a search, vectors, distances, a map) is taken or refused once, whatever number of segments it asks;
// the calls of those taken that find no place at the threads wait in this thread, in order, where one costs a closure and
// no copy of its query.
import { TooManyRequests } from "../errors/server.ts";
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

interface Waiting {
  readonly go: () => void;
  next?: Waiting;
}

export class ReadQueue implements Reads {
  readonly #places: number;
  #reads = 0;
  #calls = 0;
  /** Calls that are made at this moment are refused. */
  #isRefusing = false;
  #first: Waiting | undefined;
  #last: Waiting | undefined;

  /** @param places for reads, and as many for the calls of all of them */
  constructor(places: number) {
    this.#places = places;
  }

  async admit<T>(work: () => Promise<T>): Promise<T> {
    if (this.#reads >= this.#places) throw tooMany();
    this.#reads++;
    try {
      return await work();
    } finally {
      this.#reads--;
    }
  }

  admitAtOnce<T>(work: () => MaybePromise<T>): MaybePromise<T> {
    if (this.#reads >= this.#places) return this.#withoutCalls(work);
    this.#reads++;
    const found = this.#orEnd(work);
    if (found instanceof Promise) return found.finally(() => this.#reads--);
    this.#reads--;
    return found;
  }

  #withoutCalls<T>(work: () => MaybePromise<T>): MaybePromise<T> {
    this.#isRefusing = true;
    try {
      return work();
    } finally {
      this.#isRefusing = false;
    }
  }

  #orEnd<T>(work: () => MaybePromise<T>): MaybePromise<T> {
    try {
      return work();
    } catch (error) {
      this.#reads--;
      throw error;
    }
  }

  /** Makes a call at once if there is a place for it, else when those that came before have theirs. */
  async call<T>(make: () => Promise<T>): Promise<T> {
    if (this.#isRefusing) throw tooMany();
    if (this.#calls < this.#places) this.#calls++;
    else await new Promise<void>((go) => this.#append({ go }));
    try {
      return await make();
    } finally {
      this.#passOn();
    }
  }

  #append(waiting: Waiting): void {
    if (this.#last) this.#last.next = waiting;
    else this.#first = waiting;
    this.#last = waiting;
  }

  /** The place goes to the one that has waited longest. */
  #passOn(): void {
    const first = this.#first;
    if (!first) {
      this.#calls--;
      return;
    }
    this.#first = first.next;
    if (!this.#first) this.#last = undefined;
    first.go();
  }
}

function tooMany(): TooManyRequests {
  return new TooManyRequests("searches are waiting");
}
